package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/// The software bill of materials that the build makes: it is whole, and all of it may be used.
class DependenciesIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path LIB = Path.of(System.getenv("BATON_LIB"));

    @Test
    void every_dependency_has_a_licence_that_is_allowed() {
        assertThat(Licences.problems(sbom())).isEmpty();
    }

    @Test
    void every_jar_of_the_distribution_is_in_it() throws IOException {
        var named = new TreeSet<String>();
        for (JsonNode component : sbom().get("components")) {
            named.add(name(component));
        }
        named.add(name(sbom().at("/metadata/component")));
        try (var jars = Files.list(LIB)) {
            assertThat(jars.map(jar -> jar.getFileName().toString())).isSubsetOf(named);
        }
    }

    @Test
    void a_licence_that_is_not_allowed_and_none_at_all_are_found() {
        assertThat(
                        Licences.problems(
                                JSON.readTree(
                                        """
                                        {"components":[
                                          {"purl":"a","licenses":[{"license":{"id":"Apache-2.0"}}]},
                                          {"purl":"b","licenses":[{"license":{"id":"AGPL-3.0-only"}}]},
                                          {"purl":"c"},
                                          {"purl":"d","licenses":[{"expression":"(EPL-2.0 OR GPL-2.0)"}]}]}
                                        """)))
                .containsExactly("b has [AGPL-3.0-only]", "c has no licence");
    }

    private static JsonNode sbom() {
        return JSON.readTree(LIB.resolveSibling("sbom.json").toFile());
    }

    private static String name(JsonNode component) {
        return "%s-%s.jar"
                .formatted(
                        component.get("name").stringValue(),
                        component.get("version").stringValue());
    }
}
