package dev.baton.cli.config;

import dev.baton.settings.Setting;

/// Everything that can be set for a runner.
public enum RunnerSetting implements Setting {
    SERVER(
            "runner.server",
            "http://127.0.0.1:7420",
            "the orchestrators to work for; the first is tried first"),
    TOKEN("runner.token", "", "its token, of the kind runner"),
    TOKEN_FILE("runner.token_file", "", "a file with the token"),
    CA_FILE(
            "runner.ca_file",
            "",
            "certificates in PEM of authorities that may vouch for an orchestrator, beside the public ones"),
    ID("runner.id", "", "its name; by default made of the machine and the directory"),
    DATA("runner.data", "baton-runner", "the directory for workspaces, caches and unsent results"),
    CAPACITY("runner.capacity", "1", "how many jobs it runs at once"),
    EXECUTORS("runner.executors", "", "a file that says which executors it calls functions with"),
    TAGS("runner.tags", "", "what it offers, beside what it finds out itself"),
    STOP_GRACE("runner.stop_grace", "5m", "how long jobs may go on when it is stopped"),
    KILL_GRACE("runner.kill_grace", "10s", "how long a step has to end when it is asked to"),
    LOG_BYTES("runner.log_bytes", "64MiB", "how much of a job's output is kept"),
    METRICS_PORT("runner.metrics_port", "0", "serve /metrics on loopback here; 0 for not");

    private final String key;
    private final String defaultText;
    private final String meaning;

    RunnerSetting(String key, String defaultText, String meaning) {
        this.key = key;
        this.defaultText = defaultText;
        this.meaning = meaning;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public String defaultText() {
        return defaultText;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public boolean isSecret() {
        return this == TOKEN;
    }

    @Override
    public boolean isList() {
        return this == TAGS || this == SERVER;
    }
}
