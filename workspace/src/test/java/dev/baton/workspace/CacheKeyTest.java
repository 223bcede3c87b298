package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workspace.WorkspaceException.Code;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;

class CacheKeyTest {
    @TempDir Path temp;
    private Directory here;

    @BeforeEach
    void makeDirectory() {
        here = new Directory(temp);
    }

    private String fill(String template) throws IOException {
        return CacheKey.fill(template, temp);
    }

    @Test
    void a_key_without_placeholders_stays_as_it_is() throws IOException {
        assertThat(fill("deps $1 \\ }")).isEqualTo("deps $1 \\ }");
    }

    @Test
    void the_machine_can_be_part_of_a_key() throws IOException {
        assertThat(fill("x:{os}:{arch}")).matches("x:[a-z ]+:\\w+");
    }

    @Test
    void without_a_lock_file_the_hash_is_none() throws IOException {
        here.file("src/pom.xml", "not at the top");
        assertThat(fill("m2:{lock_hash}")).isEqualTo("m2:none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "pom.xml", "build.gradle.kts",
                "gradle.lockfile", "Cargo.lock", "go.sum", "poetry.lock", "requirements-dev.txt",
                "Gemfile.lock", "composer.lock", "packages.lock.json", "App.csproj"
            })
    void a_lock_file_that_changes_makes_another_key(String name) throws IOException {
        here.file(name, "one");
        String before = fill("{lock_hash}");
        assertThat(fill("{lock_hash}")).isEqualTo(before).matches("[0-9a-f]{32}");
        here.file(name, "two");
        assertThat(fill("{lock_hash}")).isNotEqualTo(before);
    }

    @Test
    void the_files_of_a_pattern_can_make_the_key() throws IOException {
        here.file("a/x.lock", "1").file("b/y.lock", "2");
        String both = fill("{hash:**/*.{lock,toml}}");
        assertThat(fill("{hash:a/*.lock}")).isNotEqualTo(both);
        here.file("b/y.lock", "3");
        assertThat(fill("{hash:**/*.{lock,toml}}")).isNotEqualTo(both);
        assertThat(fill("{hash:none/*}")).isEqualTo("none");
    }

    @Test
    void a_placeholder_that_nobody_knows_is_refused_with_those_that_are() {
        assertThatThrownBy(() -> fill("x:{lockhash}"))
                .hasFieldOrPropertyWithValue("code", Code.INVALID_KEY)
                .hasMessageContaining("{lockhash}")
                .hasMessageContaining("{lock_hash}");
    }

    @Test
    void a_key_that_is_too_long_is_refused() {
        assertThatThrownBy(() -> fill("x".repeat(513)))
                .hasFieldOrPropertyWithValue("code", Code.INVALID_KEY);
    }

    @Test
    void a_pattern_that_leads_outside_is_refused() {
        assertThatThrownBy(() -> fill("{hash:../*}"))
                .hasFieldOrPropertyWithValue("code", Code.INVALID_PATTERN);
    }
}
