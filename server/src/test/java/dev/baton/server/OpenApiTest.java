package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.http.Access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;

class OpenApiTest {
    @TempDir private Path data;

    @Test
    void the_description_has_every_route_and_no_other() {
        try (var server = TestServer.start(data)) {
            var document = server.anyone().get("/openapi.json").json();
            assertThat(document.get("openapi").stringValue()).startsWith("3.1");
            var described = new TreeSet<String>();
            for (var path : document.get("paths").properties()) {
                for (var operation : path.getValue().properties()) {
                    described.add(
                            operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
                }
            }
            var routes = new TreeSet<String>();
            server.orchestrator
                    .routes()
                    .forEach(route -> routes.add(route.method() + " " + route.openApiPath()));
            assertThat(described).isEqualTo(routes);
        }
    }

    @Test
    void what_is_open_to_anyone_is_described_so() {
        try (var server = TestServer.start(data)) {
            var paths = server.anyone().get("/openapi.json").json().get("paths");
            for (var route : server.orchestrator.routes()) {
                JsonNode operation =
                        paths.get(route.openApiPath()).get(route.method().toLowerCase(Locale.ROOT));
                assertThat(operation.has("security"))
                        .as(route.template())
                        .isEqualTo(route.access() == Access.OPEN);
            }
        }
    }

    @Test
    void everything_in_json_has_an_example_and_every_reference_leads_somewhere() {
        try (var server = TestServer.start(data)) {
            var document = server.anyone().get("/openapi.json").json();
            document.findValues("application/json")
                    .forEach(content -> assertThat(content.has("example")).isTrue());
            document.findValuesAsString("$ref")
                    .forEach(
                            ref ->
                                    assertThat(document.at(ref.substring(1)).isMissingNode())
                                            .as(ref)
                                            .isFalse());
        }
    }
}
