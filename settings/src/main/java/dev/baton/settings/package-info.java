/// What can be set: named settings with defaults, collected from a file, the environment and flags; and files with tables of
/// their own.
///
/// It refuses to know what a setting is for.
///
/// Start with [Setting], then [SettingSources] and [SettingReader]; a file with tables is read by [ConfigTable].
@NullMarked
package dev.baton.settings;

import org.jspecify.annotations.NullMarked;
