/// What an operator can set: every key with its default, and how file, environment and flags are put together.
///
/// It refuses to know what the settings are for beyond what makes them valid.
///
/// Start with [ServerSetting], the table of all keys.
@NullMarked
package dev.baton.server.config;

import org.jspecify.annotations.NullMarked;
