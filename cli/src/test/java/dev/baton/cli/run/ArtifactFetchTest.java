package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.client.Remote;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.JsonNodeFactory;

import java.net.URI;
import java.nio.file.Path;

class ArtifactFetchTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "a/../../evil", "/etc/evil", "..", "", "a/.."})
    void a_name_that_leads_elsewhere_is_refused_before_anything_is_asked_for(String name) {
        var remote = new Remote(URI.create("http://127.0.0.1:1"), "t");
        var artifact = JsonNodeFactory.instance.objectNode().put("name", name);
        var fetch = new ArtifactFetch(remote, directory.resolve("to"), true);
        assertThatThrownBy(() -> fetch.fetch("/v1/nothing", artifact))
                .hasMessageContaining("would be written outside of");
        assertThat(directory).isEmptyDirectory();
    }
}
