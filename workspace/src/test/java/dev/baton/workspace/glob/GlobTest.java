package dev.baton.workspace.glob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workspace.WorkspaceException;
import dev.baton.workspace.WorkspaceException.Code;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class GlobTest {
    @TempDir Path root;

    private void files(String... paths) throws IOException {
        for (String path : paths) {
            Path place = root.resolve(path);
            Files.createDirectories(place.getParent());
            Files.writeString(place, path);
        }
    }

    private List<String> found(String glob) throws IOException {
        return Glob.parse(glob).find(root).paths();
    }

    @Test
    void files_are_found_in_order() throws IOException {
        files("b/TestResults/2.trx", "a/TestResults/1.trx", "a/TestResults/1.xml", "1.trx");
        assertThat(found("**/TestResults/*.trx"))
                .containsExactly("a/TestResults/1.trx", "b/TestResults/2.trx");
        assertThat(found("**/*.trx"))
                .containsExactly("1.trx", "a/TestResults/1.trx", "b/TestResults/2.trx");
        assertThat(found("./1.trx")).containsExactly("1.trx");
        assertThat(found("none/*")).isEmpty();
    }

    @Test
    void braces_are_alternatives() throws IOException {
        files("dist/app-1.jar", "dist/lib-2.jar", "dist/other.jar", "dist/app-1.zip", "dist/{x}");
        assertThat(found("dist/{app,lib}-?.{jar,zip}"))
                .containsExactly("dist/app-1.jar", "dist/app-1.zip", "dist/lib-2.jar");
        assertThat(found("dist/{a{pp,xx},lib}-*.jar"))
                .containsExactly("dist/app-1.jar", "dist/lib-2.jar");
        assertThat(found("dist/\\{x}")).containsExactly("dist/{x}");
    }

    @Test
    void links_are_neither_found_nor_followed(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("secret.txt"), "x");
        files("in/a.txt");
        Files.createSymbolicLink(root.resolve("out"), outside);
        Files.createSymbolicLink(root.resolve("in/l.txt"), outside.resolve("secret.txt"));
        assertThat(found("**/*.txt")).containsExactly("in/a.txt");
        assertThat(found("out/*")).isEmpty();
    }

    @Test
    void directories_are_not_found() throws IOException {
        files("a/b/c");
        assertThat(found("a/*")).isEmpty();
        assertThat(found("a/**")).containsExactly("a/b/c");
    }

    @Test
    void no_more_than_a_bound_are_named_and_all_are_counted() throws IOException {
        for (int i = 0; i < 1_010; i++) {
            files("f%05d".formatted(i));
        }
        var found = Glob.parse("f*").find(root);
        assertThat(found.total()).isEqualTo(1_010);
        assertThat(found.paths()).hasSize(1_000).startsWith("f00000").endsWith("f00999");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/etc/*",
                "../x",
                "a/../b",
                "a//b",
                "~/x",
                "a/",
                "{a",
                "{../x,b}",
                "nul\0",
                "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"
            })
    void a_pattern_that_makes_no_sense_is_refused(String glob) {
        assertThatThrownBy(() -> Glob.parse(glob))
                .isInstanceOf(WorkspaceException.class)
                .hasFieldOrPropertyWithValue("code", Code.INVALID_PATTERN);
    }
}
