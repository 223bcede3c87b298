package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.core.LeaseTerms;
import dev.baton.protocol.submit.FunctionRoutes;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingSources;
import dev.baton.store.StoreConfig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class ServerConfigTest {
    @TempDir private Path directory;

    @Test
    void every_key_and_its_default_is_pinned() {
        var pinned = new LinkedHashMap<String, String>();
        Arrays.stream(ServerSetting.values()).forEach(s -> pinned.put(s.key(), s.defaultText()));
        assertThat(pinned)
                .containsExactlyEntriesOf(
                        pairs(
                                """
                                server.host=127.0.0.1
                                server.port=7420
                                server.data=baton-data
                                server.tls_certificate=
                                server.tls_key=
                                server.tls_keystore=
                                server.tls_keystore_password_file=
                                store.sqlite=
                                store.durable=true
                                store.postgres.url=
                                store.postgres.user=
                                store.postgres.password=
                                store.postgres.password_file=
                                store.postgres.lanes=2
                                lease.ttl=120s
                                lease.heartbeat_interval=20s
                                lease.ack_timeout=30s
                                lease.cancel_deadline=30s
                                lease.runtime_grace=60s
                                limits.request_bytes=1MiB
                                limits.submit_bytes=16MiB
                                limits.frame_bytes=4MiB
                                limits.artifact_bytes=1GiB
                                limits.log_bytes=1GiB
                                limits.content_bytes=1GiB
                                limits.pack_bytes=4GiB
                                limits.requests_per_second=2000
                                limits.request_burst=4000
                                limits.jobs_per_second=10000
                                limits.job_burst=100000
                                limits.connections=20000
                                limits.connections_per_address=10000
                                limits.header_bytes=8KiB
                                limits.header_time=10s
                                limits.body_time=60s
                                limits.body_rate=1KiB
                                limits.write_time=60s
                                limits.watchers=1000
                                limits.watchers_per_token=500
                                limits.streams_per_token=10000
                                limits.memory_bytes=
                                limits.disk_reserve=
                                sweep.interval=250ms
                                functions.default_executor=
                                functions.routes=
                                schedules.file=
                                functions.result_ttl=24h
                                telemetry.otlp_endpoint=
                                log.format=plain
                                log.level=info
                                """));
    }

    @Test
    void the_defaults_are_what_the_defaults_say() {
        var config = ServerConfig.DEFAULTS;
        assertThat(config.listen()).isEqualTo(new Listen("127.0.0.1", 7420, null));
        assertThat(config.data()).isEqualTo(Path.of("baton-data"));
        assertThat(config.store())
                .isEqualTo(new StoreConfig.Sqlite(Path.of("baton-data", "baton.db")));
        assertThat(config.lease()).isEqualTo(LeaseTerms.DEFAULTS);
        assertThat(config.limits())
                .isEqualTo(
                        new Limits(
                                1 << 20,
                                16 << 20,
                                4 << 20,
                                1L << 30,
                                1L << 30,
                                1L << 30,
                                4L << 30,
                                2000,
                                4000,
                                new Limits.Jobs(10_000, 100_000),
                                new Limits.Connections(20_000, 10_000, 8 << 10),
                                new Limits.Pace(
                                        Duration.ofSeconds(10),
                                        Duration.ofSeconds(60),
                                        1 << 10,
                                        Duration.ofSeconds(60)),
                                new Limits.Watching(1000, 500),
                                10_000,
                                new Limits.Space(0, -1)));
        assertThat(config.sweepInterval()).isEqualTo(Duration.ofMillis(250));
        assertThat(config.schedules()).isNull();
        assertThat(config.functions())
                .isEqualTo(new Functions(FunctionRoutes.NONE, Duration.ofHours(24)));
        assertThat(config.otlpEndpoint()).isNull();
        assertThat(config.logging()).isEqualTo(new ServerConfig.Logging("plain", "info"));
    }

    @Test
    void how_safe_a_store_is_can_be_said_of_sqlite_alone() {
        var careless =
                new SettingSources(ServerSetting.values())
                        .flag(ServerSetting.STORE_DURABLE, "false");
        assertThat(ServerConfig.read(careless).store().durable()).isFalse();
        assertThatThrownBy(
                        () ->
                                ServerConfig.read(
                                        careless.flag(
                                                ServerSetting.POSTGRES_URL,
                                                "jdbc:postgresql://localhost/baton")))
                .hasMessageContaining("store.durable: expected true with PostgreSQL");
        assertThatThrownBy(
                        () -> ServerConfig.read(careless.flag(ServerSetting.STORE_DURABLE, "yes")))
                .hasMessageContaining("store.durable: expected true or false, got 'yes'");
    }

    @Test
    void the_environment_is_above_the_file_and_a_flag_above_both() throws IOException {
        var file = file("[server]\nhost = \"::1\"\nport = 1\n[lease]\nttl = \"60s\"\n");
        var config =
                ServerConfig.read(
                        new SettingSources(ServerSetting.values())
                                .file(file)
                                .environment(
                                        Map.of("BATON_SERVER_PORT", "2", "BATON_LEASE_TTL", "90s"))
                                .flag(ServerSetting.SERVER_PORT, "3"));
        assertThat(config.listen()).isEqualTo(new Listen("::1", 3, null));
        assertThat(config.lease().ttl()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void everything_that_is_wrong_is_said_at_once() throws IOException {
        var file = file("[server]\nprot = 1\n[lease]\nttl = \"soon\"\n[limits]\nwatchers = -1\n");
        assertThat(
                        errors(
                                new SettingSources(ServerSetting.values())
                                        .file(file)
                                        .flag("lease.tll", "1s")))
                .hasSize(4)
                .anySatisfy(e -> assertThat(e).contains("server.prot", "mean server.port?"))
                .anySatisfy(e -> assertThat(e).contains("lease.tll", "mean lease.ttl?"))
                .anySatisfy(e -> assertThat(e).contains("lease.ttl: expected a duration", "soon"))
                .anySatisfy(e -> assertThat(e).contains("limits.watchers: expected 0 to"));
    }

    @Test
    void an_unknown_variable_of_a_section_is_an_error_and_any_other_is_not_ours() {
        assertThat(
                        errors(
                                new SettingSources(ServerSetting.values())
                                        .environment(Map.of("BATON_LEASE_TLL", "1s"))))
                .containsExactly(
                        "environment: unknown setting BATON_LEASE_TLL; did you mean BATON_LEASE_TTL?");
        ServerConfig.read(
                new SettingSources(ServerSetting.values())
                        .environment(Map.of("BATON_LIB", "/somewhere")));
    }

    @Test
    void settings_are_checked_against_each_other() {
        assertThat(
                        errors(
                                new SettingSources(ServerSetting.values())
                                        .flag(ServerSetting.LEASE_TTL, "30s")
                                        .flag(ServerSetting.LEASE_ACK_TIMEOUT, "40s")
                                        .flag(ServerSetting.TLS_KEY, "key.pem")
                                        .flag(ServerSetting.STORE_SQLITE, "a.db")
                                        .flag(ServerSetting.POSTGRES_URL, "jdbc:postgresql:x")))
                .anySatisfy(e -> assertThat(e).contains("lease.heartbeat_interval"))
                .anySatisfy(e -> assertThat(e).contains("lease.ack_timeout"))
                .anySatisfy(e -> assertThat(e).contains("server.tls_certificate"))
                .anySatisfy(e -> assertThat(e).contains("store.sqlite"));
    }

    @Test
    void functions_have_routes_and_a_default() {
        var config =
                ServerConfig.read(
                        new SettingSources(ServerSetting.values())
                                .flag(ServerSetting.FUNCTIONS_DEFAULT_EXECUTOR, "python")
                                .flag(ServerSetting.FUNCTIONS_ROUTES, "mail=rust, a b=node"));
        assertThat(config.functions().routes())
                .isEqualTo(new FunctionRoutes(Map.of("mail", "rust", "a b", "node"), "python"));
        assertThat(
                        errors(
                                new SettingSources(ServerSetting.values())
                                        .flag(ServerSetting.FUNCTIONS_DEFAULT_EXECUTOR, "a#b")
                                        .flag(ServerSetting.FUNCTIONS_ROUTES, "mail,a=b,a=c,d=")))
                .containsExactly(
                        "functions.default_executor: expected an executor's name of 1 to 64 characters of A-Z a-z 0-9 . _ -, got 'a#b'",
                        "functions.routes: expected queue=executor, got 'mail'",
                        "functions.routes: expected one route for each queue, got two for 'a'",
                        "functions.routes: expected an executor's name of 1 to 64 characters of A-Z a-z 0-9 . _ -, got ''");
    }

    @Test
    void a_password_is_read_from_its_file_and_never_shown() throws IOException {
        var secret = Files.writeString(directory.resolve("secret"), "hunter2\n");
        var config =
                ServerConfig.read(
                        new SettingSources(ServerSetting.values())
                                .flag(ServerSetting.POSTGRES_URL, "jdbc:postgresql:x")
                                .flag(ServerSetting.POSTGRES_PASSWORD_FILE, secret.toString()));
        assertThat(((StoreConfig.Postgres) config.store()).password()).isEqualTo("hunter2");
        assertThat(config.toString()).contains("***").doesNotContain("hunter2");
    }

    @Test
    void only_another_address_than_loopback_without_tls_is_exposed() {
        assertThat(new Listen("127.0.0.1", 1, null).isExposedInPlainText()).isFalse();
        assertThat(new Listen("::1", 1, null).isExposedInPlainText()).isFalse();
        assertThat(new Listen("0.0.0.0", 1, null).isExposedInPlainText()).isTrue();
        var tls = new Listen.Tls.Pem(Path.of("c"), Path.of("k"));
        assertThat(new Listen("0.0.0.0", 1, tls).isExposedInPlainText()).isFalse();
    }

    private static List<String> errors(SettingSources sources) {
        return catchThrowableOfType(ConfigException.class, () -> ServerConfig.read(sources))
                .errors();
    }

    private Path file(String toml) throws IOException {
        return Files.writeString(directory.resolve("baton.toml"), toml);
    }

    private static Map<String, String> pairs(String lines) {
        var pairs = new LinkedHashMap<String, String>();
        lines.lines()
                .forEach(
                        line -> {
                            int equals = line.indexOf('=');
                            pairs.put(line.substring(0, equals), line.substring(equals + 1));
                        });
        return pairs;
    }
}
