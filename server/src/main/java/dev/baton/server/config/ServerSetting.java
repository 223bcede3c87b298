package dev.baton.server.config;

import dev.baton.settings.Setting;

/// Everything that can be set at an orchestrator.
public enum ServerSetting implements Setting {
    SERVER_HOST("server.host", "127.0.0.1", "the address to listen on"),
    SERVER_PORT("server.port", "7420", "the port to listen on; 0 takes a free one"),
    SERVER_DATA("server.data", "baton-data", "the directory that holds everything on this machine"),
    TLS_CERTIFICATE("server.tls_certificate", "", "a PEM file with the certificate chain"),
    TLS_KEY("server.tls_key", "", "a PEM file with the unencrypted PKCS#8 key"),
    TLS_KEYSTORE("server.tls_keystore", "", "a PKCS#12 file, instead of the two PEM files"),
    TLS_KEYSTORE_PASSWORD_FILE(
            "server.tls_keystore_password_file",
            "",
            "a file with the password of the PKCS#12 file"),

    STORE_SQLITE("store.sqlite", "", "the SQLite file; by default baton.db in the data directory"),
    STORE_DURABLE(
            "store.durable",
            "true",
            "whether what was answered outlives a crash of the machine; false is quicker"),
    POSTGRES_URL("store.postgres.url", "", "a JDBC URL: PostgreSQL instead of SQLite"),
    POSTGRES_USER("store.postgres.user", "", "the user to connect as"),
    POSTGRES_PASSWORD("store.postgres.password", "", "the password to connect with"),
    POSTGRES_PASSWORD_FILE("store.postgres.password_file", "", "a file with the password"),
    POSTGRES_LANES("store.postgres.lanes", "2", "how many transactions may be under way at once"),

    LEASE_TTL("lease.ttl", "120s", "how long a lease lives without a heartbeat"),
    LEASE_HEARTBEAT_INTERVAL(
            "lease.heartbeat_interval", "20s", "how often a runner is asked to beat"),
    LEASE_ACK_TIMEOUT("lease.ack_timeout", "30s", "how long a lease waits for its AckLease"),
    LEASE_CANCEL_DEADLINE(
            "lease.cancel_deadline", "30s", "how long a runner has to stop canceled work"),
    LEASE_RUNTIME_GRACE(
            "lease.runtime_grace", "60s", "how long past its time limit a job may still report"),

    REQUEST_BYTES("limits.request_bytes", "1MiB", "the largest body of an API request"),
    SUBMIT_BYTES("limits.submit_bytes", "16MiB", "the largest body of a submitted run"),
    FRAME_BYTES("limits.frame_bytes", "4MiB", "the largest frame that a lease stream accepts"),
    ARTIFACT_BYTES("limits.artifact_bytes", "1GiB", "the largest artifact"),
    LOG_BYTES("limits.log_bytes", "1GiB", "the longest log of one attempt"),
    CONTENT_BYTES("limits.content_bytes", "1GiB", "the largest single content"),
    PACK_BYTES("limits.pack_bytes", "4GiB", "the largest pack of contents"),
    REQUESTS_PER_SECOND("limits.requests_per_second", "2000", "how fast one token may ask"),
    REQUEST_BURST("limits.request_burst", "4000", "how many requests a token may save up"),
    JOBS_PER_SECOND(
            "limits.jobs_per_second", "10000", "how many jobs a second one token may submit"),
    JOB_BURST("limits.job_burst", "100000", "how many jobs a token may submit at once"),
    CONNECTIONS("limits.connections", "20000", "how many connections may be open"),
    CONNECTIONS_PER_ADDRESS(
            "limits.connections_per_address",
            "10000",
            "how many of them may come from one address"),
    HEADER_BYTES("limits.header_bytes", "8KiB", "the longest request line with all headers"),
    HEADER_TIME("limits.header_time", "10s", "how long a request line with all headers may take"),
    BODY_TIME("limits.body_time", "60s", "how long a body may take, however small it is"),
    BODY_RATE("limits.body_rate", "1KiB", "how many bytes a second a larger body has to keep up"),
    WRITE_TIME(
            "limits.write_time", "60s", "how long a client may leave a piece of an answer unread"),
    WATCHERS("limits.watchers", "1000", "how many readers may follow events and logs at once"),
    WATCHERS_PER_TOKEN("limits.watchers_per_token", "500", "how many of them may be of one token"),
    STREAMS_PER_TOKEN(
            "limits.streams_per_token", "10000", "how many lease streams one token may have open"),
    MEMORY_BYTES(
            "limits.memory_bytes",
            "",
            "how much memory requests may hold at once; by default half of the heap"),
    DISK_RESERVE(
            "limits.disk_reserve",
            "",
            "how much of the disk stays free of blobs; by default 5% of it, 1GiB to 10GiB, at most a tenth"),

    SWEEP_INTERVAL("sweep.interval", "250ms", "how often passed deadlines are looked for"),

    FUNCTIONS_DEFAULT_EXECUTOR(
            "functions.default_executor",
            "",
            "the executor of functions whose name and queue say none; without it they are refused"),
    FUNCTIONS_ROUTES(
            "functions.routes", "", "the executors of queues, as queue=executor,queue=executor"),
    SCHEDULES_FILE("schedules.file", "", "a TOML file with runs to submit by the clock"),
    FUNCTIONS_RESULT_TTL(
            "functions.result_ttl",
            "24h",
            "how long the result of a function is kept that does not say so itself"),

    OTLP_ENDPOINT("telemetry.otlp_endpoint", "", "where to send traces; without it there are none"),

    LOG_FORMAT("log.format", "plain", "plain or json"),
    LOG_LEVEL("log.level", "info", "error, warn, info, debug or trace");

    private final String key;
    private final String defaultText;
    private final String meaning;

    ServerSetting(String key, String defaultText, String meaning) {
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
        return this == POSTGRES_PASSWORD;
    }
}
