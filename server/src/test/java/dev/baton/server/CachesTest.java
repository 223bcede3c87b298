package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Sha256;
import dev.baton.server.Client.Response;
import dev.baton.workspace.PackWriter;
import dev.baton.workspace.Tree;
import dev.baton.workspace.TreeCodec;
import dev.baton.workspace.TreeEntry.FileEntry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// A cache is a tree under a key: whole, saved once, and only by whoever holds a lease.
class CachesTest {
    @TempDir private Path data;
    private TestServer server;
    private Client user;
    private Held lease;

    @BeforeEach
    void start() {
        server = TestServer.start(data);
        user = server.user();
        user.submitJob("j");
        lease = Held.lease(server.runner(), "r");
        lease.ack();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Tree tree(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return new Tree(
                List.of(
                        new FileEntry("a", false, bytes.length, Sha256.digestOf(bytes)),
                        new FileEntry("b", false, bytes.length, Sha256.digestOf(bytes))));
    }

    private static String json(Tree tree) {
        return new String(TreeCodec.write(tree), StandardCharsets.UTF_8);
    }

    private void upload(String... contents) {
        user.send(
                user.request("/v1/contents")
                        .header("Content-Type", PackWriter.CONTENT_TYPE)
                        .POST(BodyPublishers.ofByteArray(ContentsTest.pack(contents))));
    }

    private String path(String key) {
        return "/v1/runner/caches?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8);
    }

    private Response find(String key) {
        var client = lease.client();
        return client.send(client.request(path(key)).header("Baton-Lease", lease.id()).GET());
    }

    private Response save(String key, String body) {
        var client = lease.client();
        return client.send(
                client.request(path(key))
                        .header("Baton-Lease", lease.id())
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(body)));
    }

    private static String naming(String content) {
        return "{\"tree\":\"%s\",\"size\":8}".formatted(ContentsTest.digest(content));
    }

    @Test
    void a_cache_that_was_saved_is_found_by_its_key() {
        String key = "nuget:ü & more";
        String tree = json(tree("1234"));
        upload("1234", tree);
        assertThat(find(key).code()).isEqualTo("NOT_FOUND");

        var saved = save(key, naming(tree));

        assertThat(saved.status()).isEqualTo(201);
        assertThat(saved.json().get("key").stringValue()).isEqualTo(key);
        assertThat(saved.json().get("tree").stringValue()).isEqualTo(ContentsTest.digest(tree));
        assertThat(saved.json().get("size").longValue()).isEqualTo(8);
        assertThat(saved.json().get("saved_at").stringValue())
                .isEqualTo(TestServer.START.toString());
        assertThat(find(key).text()).isEqualTo(saved.text());
    }

    @Test
    void no_job_can_take_a_key_before_the_jobs_of_another_user() {
        String mine = json(tree("1234"));
        String theirs = json(tree("5678"));
        upload("1234", mine, "5678", theirs);
        var own = lease;
        server.with("user", "another-user").submitJob("another");
        lease = Held.lease(server.with("runner", "another-runner"), "r2");
        assertThat(save("deps", naming(theirs)).status()).isEqualTo(201);

        lease = own;

        assertThat(find("deps").code()).isEqualTo("NOT_FOUND");
        assertThat(save("deps", naming(mine)).status()).isEqualTo(201);
        assertThat(find("deps").json().get("tree").stringValue())
                .isEqualTo(ContentsTest.digest(mine));
    }

    @Test
    void the_first_save_wins() {
        String first = json(tree("1234"));
        String second = json(tree("5678"));
        upload("1234", first, "5678", second);

        assertThat(save("k", naming(first)).status()).isEqualTo(201);
        assertThat(save("k", naming(second)).status()).isEqualTo(200);

        assertThat(find("k").json().get("tree").stringValue())
                .isEqualTo(ContentsTest.digest(first));
    }

    @Test
    void what_is_not_whole_or_no_tree_is_refused() {
        String tree = json(tree("1234"));
        assertThat(save("k", naming(tree)).code()).isEqualTo("INVALID_TREE");
        upload(
                tree,
                "garbage",
                "{\"version\":1,\"entries\":[{\"path\":\"../x\",\"type\":\"dir\"}]}");
        assertThat(save("k", naming(tree)).status()).isEqualTo(422);
        assertThat(save("k", naming(tree)).text())
                .contains(ContentsTest.digest("1234").substring(0, 20));
        assertThat(save("k", naming("garbage")).status()).isEqualTo(422);
        assertThat(
                        save(
                                        "k",
                                        naming(
                                                "{\"version\":1,\"entries\":[{\"path\":\"../x\",\"type\":\"dir\"}]}"))
                                .status())
                .isEqualTo(422);
        assertThat(find("k").status()).isEqualTo(404);
    }

    @Test
    void a_size_that_is_not_that_of_the_content_is_found_out() {
        var lying =
                new Tree(
                        List.of(
                                new FileEntry(
                                        "a",
                                        false,
                                        1L << 50,
                                        Sha256.digestOf("x".getBytes(StandardCharsets.UTF_8)))));
        upload("x", json(lying));
        assertThat(save("k", naming(json(lying))).status()).isEqualTo(422);
    }

    @Test
    void a_runner_whose_lease_is_over_saves_nothing() {
        String tree = json(tree("1234"));
        upload("1234", tree);
        lease.complete();
        var stale = save("k", naming(tree));
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.json().get("type").stringValue()).isEqualTo("StaleLease");
    }

    @Test
    void bad_keys_and_bodies_are_refused() {
        assertThat(find("a\nb").code()).isEqualTo("INVALID_REQUEST");
        assertThat(find("").code()).isEqualTo("INVALID_REQUEST");
        assertThat(find("x".repeat(513)).code()).isEqualTo("INVALID_REQUEST");
        assertThat(save("k", "{}").code()).isEqualTo("MISSING_FIELD");
        assertThat(save("k", "{\"tree\":5}").code()).isEqualTo("INVALID_FIELD");
        assertThat(save("k", "{\"tree\":\"abc\"}").code()).isEqualTo("INVALID_FIELD");
        assertThat(save("k", "[").code()).isEqualTo("MALFORMED_JSON");
    }
}
