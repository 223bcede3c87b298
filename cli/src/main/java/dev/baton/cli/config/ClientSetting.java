package dev.baton.cli.config;

import dev.baton.settings.Setting;

/// Everything that can be set for commands that ask an orchestrator.
public enum ClientSetting implements Setting {
    SERVER("client.server", "BATON_URL", "the orchestrator to ask"),
    TOKEN("client.token", "BATON_TOKEN", "who you are there"),
    TOKEN_FILE("client.token_file", "BATON_TOKEN_FILE", "a file with the token"),
    CA_FILE(
            "client.ca_file",
            "BATON_CA_FILE",
            "certificates in PEM of authorities to trust, beside those that Java trusts");

    private final String key;
    private final String variable;
    private final String meaning;

    ClientSetting(String key, String variable, String meaning) {
        this.key = key;
        this.variable = variable;
        this.meaning = meaning;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public String defaultText() {
        return "";
    }

    @Override
    public String meaning() {
        return meaning;
    }

    /// Short names: these are typed by people.
    @Override
    public String variable() {
        return variable;
    }

    @Override
    public boolean isSecret() {
        return this == TOKEN;
    }
}
