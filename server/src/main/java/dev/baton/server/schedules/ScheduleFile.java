package dev.baton.server.schedules;

import dev.baton.settings.ConfigException;
import dev.baton.settings.UnreadableFile;
import dev.baton.store.Schedules.Definition;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The schedules that an orchestrator is started with: a TOML file, with a table for each.
public final class ScheduleFile {
    private static final long MOST_BYTES = 16 << 20;

    private ScheduleFile() {}

    /// Reads a file.
    ///
    /// @return what is wanted, by name
    /// @throws ConfigException with everything that is wrong
    public static Map<String, Definition> read(Path file, ScheduleReader reader) {
        var problems = new ArrayList<String>();
        var schedules = new TreeMap<String, Definition>();
        for (Map.Entry<String, JsonNode> entry : tables(file).properties()) {
            String name = entry.getKey();
            String wrong = ScheduleReader.wrongName(name);
            if (wrong != null) {
                problems.add(wrong);
            } else if (!entry.getValue().isObject()) {
                problems.add(name + ": expected a table with cron, zone, catch_up and run");
            } else {
                var read = reader.read(entry.getValue(), name + ".", problems);
                if (read != null) {
                    schedules.put(name, read);
                }
            }
        }
        if (schedules.size() > ScheduleBook.MOST_SCHEDULES) {
            problems.add("expected at most %d schedules".formatted(ScheduleBook.MOST_SCHEDULES));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(
                    problems.stream().map(problem -> file + ": " + problem).toList());
        }
        return schedules;
    }

    private static JsonNode tables(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw wrong(file, "expected at most %d bytes".formatted(MOST_BYTES));
            }
            return TomlMapper.builder().build().readTree(Files.readString(file));
        } catch (IOException e) {
            throw wrong(file, "cannot be read: " + UnreadableFile.why(e));
        } catch (JacksonException e) {
            throw wrong(file, "expected TOML: " + e.getOriginalMessage());
        }
    }

    private static ConfigException wrong(Path file, String what) {
        return new ConfigException(List.of("%s: %s".formatted(file, what)));
    }
}
