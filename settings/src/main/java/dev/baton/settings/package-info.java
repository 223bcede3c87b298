/// What can be set: named settings with defaults, collected from a file, the environment and flags.
///
/// It refuses to know what a setting is for.
///
/// Start with [Setting], then [SettingSources] and [SettingReader].
@NullMarked
package dev.baton.settings;

import org.jspecify.annotations.NullMarked;
