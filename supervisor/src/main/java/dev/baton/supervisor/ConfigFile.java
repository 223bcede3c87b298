package dev.baton.supervisor;

import dev.baton.settings.ConfigException;
import dev.baton.settings.ConfigTable;
import dev.baton.settings.TomlFile;
import dev.baton.settings.TrustedAuthorities;
import dev.baton.supervisor.SupervisorConfig.Exits;
import dev.baton.supervisor.SupervisorConfig.Notice;
import dev.baton.supervisor.SupervisorConfig.Orchestrator;
import dev.baton.supervisor.SupervisorConfig.Policy;
import dev.baton.supervisor.SupervisorConfig.Protocol;
import dev.baton.supervisor.SupervisorConfig.Restart;
import dev.baton.supervisor.SupervisorConfig.Status;
import dev.baton.supervisor.SupervisorConfig.Termination;
import dev.baton.supervisor.SupervisorConfig.Worker;
import dev.baton.supervisor.notice.CloudNotice.Cloud;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.net.ssl.SSLContext;

/// Reads `worker.toml`. Everything that is wrong with it is said at once.
public final class ConfigFile {
    private static final int MOST_EXIT_CODE = 255;

    private final Path directory;
    private final Path file;
    private final List<String> errors = new ArrayList<>();

    private ConfigFile(Path file) {
        this.file = file;
        this.directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    /// Reads a file.
    ///
    /// @throws ConfigException with everything that is wrong
    public static SupervisorConfig read(Path file) {
        return new ConfigFile(file).read();
    }

    private SupervisorConfig read() {
        var whole = new ConfigTable(TomlFile.read(file), errors);
        var config =
                new SupervisorConfig(
                        worker(whole.table("worker")),
                        protocol(whole.table("protocol")),
                        termination(whole.table("termination")),
                        notice(whole.table("notice"), orchestrator(whole)),
                        exits(whole.table("exit")),
                        restart(whole.table("restart")),
                        status(whole.table("status")));
        whole.refuseOthers();
        if (config.exits().removeRunner() && config.notice().orchestrator() == null) {
            errors.add("exit.remove_runner: expected a table [orchestrator] too");
        }
        if (!errors.isEmpty()) {
            throw new ConfigException(
                    errors.stream().map(error -> "%s: %s".formatted(file, error)).toList());
        }
        return config;
    }

    private Worker worker(ConfigTable table) {
        List<String> command = table.texts("command");
        if (command.isEmpty()) {
            table.error("command", "expected a program and its arguments, such as [\"./worker\"]");
        }
        Path cwd = table.path("cwd", directory);
        var worker =
                new Worker(
                        command,
                        cwd == null ? directory : cwd,
                        table.textMap("env"),
                        table.flag("inherit_env", true));
        if (!Files.isDirectory(worker.cwd())) {
            table.error("cwd", "there is no directory " + worker.cwd());
        }
        table.refuseOthers();
        return worker;
    }

    private static Protocol protocol(ConfigTable table) {
        var protocol =
                new Protocol(
                        table.flag("lenient", false),
                        table.duration("hello_timeout", Duration.ofSeconds(30)),
                        table.duration("ping_interval", Duration.ofSeconds(30)),
                        table.duration("ping_timeout", Duration.ofMinutes(2)));
        table.refuseOthers();
        return protocol;
    }

    private static Termination termination(ConfigTable table) {
        var termination =
                new Termination(
                        table.duration("finish_grace", Duration.ofMinutes(10)),
                        table.duration("grace", Duration.ofSeconds(30)),
                        table.duration("kill_grace", Duration.ofSeconds(5)));
        table.refuseOthers();
        return termination;
    }

    private Notice notice(ConfigTable table, @Nullable Orchestrator orchestrator) {
        var notice =
                new Notice(
                        table.duration("interval", Duration.ofSeconds(5)),
                        table.path("file", directory),
                        table.choice("cloud", Cloud.class),
                        address(table, "cloud_address"),
                        orchestrator,
                        table.flag("orchestrator", orchestrator != null));
        if (notice.interval().isZero()) {
            table.error("interval", "expected more than nothing");
        }
        if (notice.askOrchestrator() && orchestrator == null) {
            table.error("orchestrator", "expected a table [orchestrator] too");
        }
        if (notice.cloudAddress() != null && notice.cloud() == null) {
            table.error("cloud_address", "expected a cloud too");
        }
        table.refuseOthers();
        return notice;
    }

    private @Nullable Orchestrator orchestrator(ConfigTable whole) {
        if (!whole.has("orchestrator")) {
            return null;
        }
        ConfigTable table = whole.table("orchestrator");
        URI server = address(table, "server");
        Path tokenFile = table.path("token_file", directory);
        String runnerId = table.text("runner_id");
        SSLContext authorities = authorities(table);
        table.refuseOthers();
        if (server == null || tokenFile == null || runnerId == null) {
            errors.add("orchestrator: expected server, token_file and runner_id");
            return null;
        }
        return new Orchestrator(server, authorities, tokenFile, runnerId);
    }

    private @Nullable SSLContext authorities(ConfigTable table) {
        Path file = table.path("ca_file", directory);
        if (file == null) {
            return null;
        }
        try {
            return TrustedAuthorities.load(file);
        } catch (ConfigException e) {
            table.error("ca_file", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static @Nullable URI address(ConfigTable table, String name) {
        String text = table.text(name);
        if (text == null) {
            return null;
        }
        try {
            URI address = URI.create(text);
            if (address.getHost() != null
                    && ("http".equals(address.getScheme())
                            || "https".equals(address.getScheme()))) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        table.error(name, "expected an address such as https://baton.example.org, got " + text);
        return null;
    }

    private static Exits exits(ConfigTable table) {
        var exits =
                new Exits(
                        table.flag("remove_runner", false),
                        table.texts("shutdown"),
                        table.texts("hook"),
                        table.duration("hook_timeout", Duration.ofSeconds(30)),
                        codes(table));
        table.refuseOthers();
        return exits;
    }

    private static Map<Integer, Integer> codes(ConfigTable table) {
        var codes = new LinkedHashMap<Integer, Integer>();
        table.textMap("codes")
                .forEach(
                        (from, to) -> {
                            if (isCode(from) && isCode(to)) {
                                codes.put(Integer.valueOf(from), Integer.valueOf(to));
                            } else {
                                table.error(
                                        "codes." + from,
                                        "expected codes of 0 to %d, got %s"
                                                .formatted(MOST_EXIT_CODE, to));
                            }
                        });
        return codes;
    }

    private static boolean isCode(String text) {
        return text.matches("\\d{1,3}") && Integer.parseInt(text) <= MOST_EXIT_CODE;
    }

    private static Restart restart(ConfigTable table) {
        Policy policy = table.choice("policy", Policy.class);
        var restart =
                new Restart(
                        policy == null ? Policy.ON_FAILURE : policy,
                        table.duration("backoff", Duration.ofSeconds(1)),
                        table.duration("most_backoff", Duration.ofMinutes(1)),
                        table.number("most", 5, 0, 1_000_000),
                        table.duration("window", Duration.ofMinutes(10)));
        if (restart.backoff().compareTo(restart.mostBackoff()) > 0) {
            table.error("backoff", "expected at most most_backoff");
        }
        table.refuseOthers();
        return restart;
    }

    private Status status(ConfigTable table) {
        Path named = table.path("file", directory);
        var status =
                new Status(
                        named == null ? directory.resolve(file.getFileName() + ".status") : named,
                        table.number("port", 0, 0, 65_535));
        table.refuseOthers();
        return status;
    }
}
