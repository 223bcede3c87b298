package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.Door.Names;
import dev.baton.server.http.Access;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// Every route, and every credential that must not open it.
class CredentialsTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir private static Path data;
    @TempDir private static Path elsewhere;
    private static TestServer server;
    private static Names names;
    private static Client user;
    private static Client runner;
    private static List<Key> keys;

    /// Something that is shown at a door.
    record Key(String what, String authorization, String code) {}

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start(data);
        user = server.user();
        runner = server.runner();
        names = victim(server, user, runner);
        keys = worthless();
        // Runners are written down a little later.
        await().until(() -> Snapshot.of(data).stream().anyMatch(l -> l.startsWith("runner|r1")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void the_table_has_every_route_with_who_may_use_it_and_no_other() {
        assertThat(Door.ALL.stream().map(door -> door.route() + " " + door.access()))
                .containsExactlyInAnyOrderElementsOf(
                        server.orchestrator.routes().stream()
                                .map(r -> r.method() + " " + r.template() + " " + r.access())
                                .toList());
    }

    @ParameterizedTest
    @MethodSource("closed")
    void a_worthless_credential_opens_nothing_changes_nothing_and_learns_nothing(Door door) {
        var before = Snapshot.of(data);
        for (Key key : keysFor(door)) {
            var answer = knock(door, names, key);
            assertThat(answer.status())
                    .as("%s with %s: %s", door, key.what(), answer.text())
                    .isEqualTo(key.code().equals("FORBIDDEN") ? 403 : 401);
            assertThat(answer.header("Content-Type")).contains("application/problem+json");
            assertThat(answer.code()).as(key.what()).isEqualTo(key.code());
            assertThat(answer.text())
                    .doesNotContain(names.job(), names.run(), names.token(), names.lease());
            assertThat(said(knock(door, Names.ofNothing(), key)))
                    .as("what %s hears of what does not exist", key.what())
                    .isEqualTo(said(answer));
        }
        assertThat(Snapshot.of(data)).isEqualTo(before);
    }

    @Test
    void the_right_credential_opens_every_door(@TempDir Path open) throws Exception {
        try (var other = TestServer.start(open)) {
            var itsUser = other.user();
            var itsRunner = other.runner();
            var its = victim(other, itsUser, itsRunner);
            for (Door door : Door.ALL) {
                Client client =
                        switch (door.access()) {
                            case OPEN -> other.anyone();
                            case USER -> itsUser;
                            case RUNNER -> itsRunner;
                            case ADMIN -> other.admin();
                        };
                var answer =
                        HTTP.send(door.request(client, its).build(), BodyHandlers.ofInputStream());
                answer.body().close(); // some never end
                assertThat(answer.statusCode())
                        .as(door.toString())
                        .isNotIn(401, 403)
                        .isLessThan(500);
            }
        }
    }

    @Test
    void a_lease_is_of_no_use_to_another_runner_and_looks_like_none() {
        var thief = server.with("runner", "thief");
        var before = Snapshot.of(data);
        for (Door door : Door.ALL) {
            if (isForLease(door)) {
                var shown = thief.send(door.request(thief, names));
                assertThat(shown.status()).as(door.toString()).isEqualTo(409);
                assertThat(shown.json().get("reason").stringValue()).isEqualTo("UNKNOWN_LEASE");
                var guessed = new Names(names.job(), names.run(), "", "a.txt", guess());
                assertThat(said(thief.send(door.request(thief, guessed))))
                        .isEqualTo(said(shown).replace(names.lease(), guess()));
            }
        }
        // Their runner ids are in the register: that is all that was noted.
        assertThat(Snapshot.of(data).stream().filter(line -> !line.startsWith("runner|")))
                .containsAll(before.stream().filter(line -> !line.startsWith("runner|")).toList());
    }

    @Test
    void a_token_of_one_runner_is_refused_for_another_runner_id() {
        var issued =
                server.admin()
                        .post(
                                "/v1/tokens",
                                "{\"kind\":\"runner\",\"name\":\"pinned\",\"runner\":\"r7\"}");
        assertThat(issued.status()).as(issued.text()).isEqualTo(201);
        var pinned = new Client(server.address(), issued.json().get("token").stringValue());
        for (Door door : Door.ALL) {
            if (door.access() == Access.RUNNER && door.body().contains("runner_id")) {
                var refused = pinned.send(door.request(pinned, names));
                assertThat(refused.status()).as(door.toString()).isEqualTo(403);
                assertThat(refused.code()).isEqualTo("OTHER_RUNNER");
            }
        }
    }

    /// Tokens that are pinned to a runner are what the manual recommends: whatever a runner says under a lease, it can say with one.
    @Test
    void a_pinned_token_opens_every_route_of_a_runner_and_is_answered_well(@TempDir Path open)
            throws Exception {
        try (var other = TestServer.start(open)) {
            var itsUser = other.user();
            var pinned = pinned(other, "r1");
            itsUser.send(
                    itsUser.request("/v1/contents")
                            .header("Content-Type", "application/vnd.baton.pack")
                            .POST(BodyPublishers.ofByteArray(ContentsTest.pack(Door.CONTENT))));
            for (Door door : Door.ALL) {
                if (door.access() == Access.RUNNER && !door.template().endsWith("/stream")) {
                    var its = victim(other, itsUser, pinned);
                    if (door.template().endsWith("/cancel-ack")) {
                        itsUser.post("/v1/jobs/" + its.job() + "/cancel", "{}");
                    }
                    var answer = pinned.send(door.request(pinned, its));
                    assertThat(answer.status())
                            .as("%s: %s", door, answer.text())
                            .isBetween(200, 299);
                }
            }
        }
    }

    @Test
    void a_lease_is_of_no_use_to_the_pinned_token_of_another_runner() throws Exception {
        var holder = pinned(server, "r1");
        var thief = pinned(server, "r8");
        var its = victim(server, user, holder);
        int fenced = 0;
        for (Door door : fencedByHeader(holder, its)) {
            var shown = thief.send(door.request(thief, its));
            assertThat(shown.status()).as(door.toString()).isEqualTo(409);
            assertThat(shown.json().get("reason").stringValue()).isEqualTo("UNKNOWN_LEASE");
            fenced++;
        }
        assertThat(fenced).isGreaterThanOrEqualTo(8);
    }

    @Test
    void a_lease_id_in_the_wrong_field_is_not_quoted_in_what_is_refused() {
        for (String wrong :
                List.of(
                        "{'lease_id':'l','runner_id':'r1','job_id':'%s'}",
                        "{'lease_id':'l','runner_id':'%s!','job_id':'job_1'}",
                        "{'type':'%s','lease_id':'l','runner_id':'r1','job_id':'job_1'}")) {
            var refused =
                    runner.post(
                            "/v1/runner/ack", wrong.replace('\'', '"').formatted(names.lease()));
            assertThat(refused.status()).as(refused.text()).isEqualTo(400);
            assertThat(refused.text())
                    .contains("lease_***")
                    .doesNotContain(names.lease().substring(20, 40));
        }
    }

    /// Those that ask for the lease in a header.
    private static List<Door> fencedByHeader(Client holder, Names names) {
        var without = new Names(names.job(), names.run(), "", names.artifact(), "");
        return Door.ALL.stream()
                .filter(door -> door.access() == Access.RUNNER)
                .filter(door -> !door.body().contains("runner_id"))
                .filter(
                        door ->
                                holder.send(door.request(holder, without))
                                        .text()
                                        .contains("MISSING_LEASE"))
                .toList();
    }

    private static Client pinned(TestServer server, String runner) {
        var issued =
                server.admin()
                        .post(
                                "/v1/tokens",
                                "{\"kind\":\"runner\",\"name\":\"pinned to %1$s\",\"runner\":\"%1$s\"}"
                                        .formatted(runner));
        assertThat(issued.status()).as(issued.text()).isEqualTo(201);
        return new Client(server.address(), issued.json().get("token").stringValue());
    }

    @Test
    void a_handshake_of_a_stream_needs_the_token_of_a_runner() throws Exception {
        for (Key key : keysFor(new Door(Access.RUNNER, "GET", "/v1/runner/stream", "", ""))) {
            try (var wire = new Wire(server.address())) {
                wire.send(Wire.handshake(key.authorization()));
                assertThat(wire.head())
                        .as(key.what())
                        .startsWith("HTTP/1.1 40")
                        .contains("application/problem+json");
            }
        }
        try (var wire = new Wire(server.address())) {
            wire.send(Wire.handshake("Bearer " + runner.token()));
            assertThat(wire.head()).startsWith("HTTP/1.1 101");
        }
    }

    static List<Door> closed() {
        return Door.ALL.stream().filter(door -> door.access() != Access.OPEN).toList();
    }

    /// A job that runs under a lease, with a log and an artifact.
    private static Names victim(TestServer server, Client user, Client runner) {
        user.submitJob("victim");
        Held lease = Held.lease(runner, "r1");
        lease.ack();
        lease.log("bytes 0-4/*", "hello");
        var spare =
                server.admin()
                        .post(
                                "/v1/tokens",
                                "{\"kind\":\"user\",\"name\":\"spare %s %s\"}"
                                        .formatted(lease.job(), lease.granted().get("epoch")));
        return new Names(
                lease.job(),
                user.job(lease.job()).get("run_id").stringValue(),
                spare.json().get("id").stringValue(),
                "a.txt",
                lease.id());
    }

    private static List<Key> worthless() throws Exception {
        var revoked =
                server.admin().post("/v1/tokens", "{\"kind\":\"admin\",\"name\":\"revoked\"}");
        server.admin().delete("/v1/tokens/" + revoked.json().get("id").stringValue());
        var expired =
                server.admin()
                        .post(
                                "/v1/tokens",
                                "{\"kind\":\"admin\",\"name\":\"expired\",\"expires\":\"%s\"}"
                                        .formatted(TestServer.START.plusSeconds(1)));
        server.advance(Duration.ofSeconds(2));
        String admin = server.admin().token();
        String foreign;
        try (var other = TestServer.start(elsewhere)) {
            foreign = other.admin().token();
        }
        return List.of(
                new Key("nothing", "", "UNAUTHENTICATED"),
                new Key("an empty token", "Bearer ", "UNAUTHENTICATED"),
                new Key("a password", "Basic YWRtaW46YWRtaW4=", "UNAUTHENTICATED"),
                bearer("a made up token", "baton_admin_" + "0".repeat(64)),
                bearer("a token of another orchestrator", foreign),
                bearer("a revoked token", revoked.json().get("token").stringValue()),
                bearer("an expired token", expired.json().get("token").stringValue()),
                bearer("the id of a token", names.token()),
                bearer("a lease", names.lease()),
                bearer("a token cut short", admin.substring(0, admin.length() - 1)),
                bearer("a token in other letters", admin.toUpperCase(java.util.Locale.ROOT)),
                bearer("what the store has of a token", "baton_admin_" + sha256(admin)));
    }

    private static List<Key> keysFor(Door door) {
        var all = new ArrayList<>(keys);
        if (door.access() != Access.USER) {
            all.add(new Key("the token of a user", "Bearer " + user.token(), "FORBIDDEN"));
        }
        if (door.access() != Access.RUNNER) {
            all.add(new Key("the token of a runner", "Bearer " + runner.token(), "FORBIDDEN"));
        }
        return all;
    }

    private static Key bearer(String what, String token) {
        return new Key(what, "Bearer " + token, "UNAUTHENTICATED");
    }

    private static Client.Response knock(Door door, Names names, Key key) {
        var request = door.request(server.anyone(), names);
        if (!key.authorization().isEmpty()) {
            request.header("Authorization", key.authorization());
        }
        return server.anyone().send(request);
    }

    /// What an answer says, but for the id of its request.
    private static String said(Client.Response answer) {
        return answer.text().replaceAll("\"instance\":\"[^\"]*\"", "");
    }

    private static boolean isForLease(Door door) {
        return door.access() == Access.RUNNER
                && !Set.of("lease", "stream", "termination", "remove")
                        .contains(door.template().substring("/v1/runner/".length()));
    }

    /// The lease with another secret.
    private static String guess() {
        String last = names.lease().endsWith("A") ? "B" : "A";
        return names.lease().substring(0, names.lease().length() - 6) + last.repeat(6);
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(
                        MessageDigest.getInstance("SHA-256")
                                .digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
