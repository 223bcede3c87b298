package dev.baton.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class SettingSourcesTest {
    @TempDir private Path directory;

    private enum Ours implements Setting {
        NAME("kitchen.name", "galley", false),
        BREAK("kitchen.break", "20s", false),
        TAGS("kitchen.tags", "", true);

        private final String key;
        private final String defaultText;
        private final boolean list;

        Ours(String key, String defaultText, boolean list) {
            this.key = key;
            this.defaultText = defaultText;
            this.list = list;
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
            return "";
        }

        @Override
        public boolean isList() {
            return list;
        }
    }

    private enum Theirs implements Setting {
        COLOUR;

        @Override
        public String key() {
            return "garden.colour";
        }

        @Override
        public String defaultText() {
            return "green";
        }

        @Override
        public String meaning() {
            return "";
        }
    }

    @Test
    void programs_share_a_file_and_each_reads_its_own_part() throws IOException {
        var reader =
                new SettingReader(
                        sources().file(file("[kitchen]\nname='a'\n[garden]\ncolour='blue'\n")));
        assertThat(reader.text(Ours.NAME)).isEqualTo("a");
        assertThat(reader.text(Theirs.COLOUR)).isEqualTo("blue");
        assertThat(reader.errors()).isEmpty();
    }

    @Test
    void a_name_that_no_program_knows_is_an_error_for_all() throws IOException {
        var reader =
                new SettingReader(
                        sources()
                                .file(file("[garden]\ncolor='blue'\n[cellar]\nx=1\n"))
                                .environment(Map.of("BATON_GARDEN_COLOR", "red", "BATON_X", "1")));
        assertThat(reader.errors())
                .satisfiesExactlyInAnyOrder(
                        e -> assertThat(e).endsWith("garden.color; did you mean garden.colour?"),
                        e -> assertThat(e).endsWith("unknown setting cellar.x"),
                        e -> assertThat(e).startsWith("environment: ").contains("COLOUR?"));
    }

    @Test
    void a_list_is_an_array_in_the_file_and_separated_by_commas_elsewhere() throws IOException {
        Path file = file("[kitchen]\ntags = ['os=linux', 'gpu']\n");
        assertThat(new SettingReader(sources().file(file)).texts(Ours.TAGS))
                .containsExactly("os=linux", "gpu");
        var environment = Map.of("BATON_KITCHEN_TAGS", " a, b,,c ");
        assertThat(new SettingReader(sources().environment(environment)).texts(Ours.TAGS))
                .containsExactly("a", "b", "c");
        assertThat(new SettingReader(sources()).texts(Ours.TAGS)).isEmpty();
    }

    @Test
    void an_array_where_one_value_belongs_is_an_error() throws IOException {
        assertThat(errors("[kitchen]\nname = ['a', 'b']\n"))
                .singleElement()
                .asString()
                .endsWith("kitchen.name: expected one value");
        assertThat(errors("[kitchen]\ntags = [['a']]\n")).hasSize(1);
    }

    @Test
    void what_is_not_toml_or_not_there_is_said_and_nothing_else_happens() throws IOException {
        assertThat(errors("kitchen = [")).singleElement().asString().contains("expected TOML");
        var missing = new SettingReader(sources().file(directory.resolve("none.toml")));
        assertThat(missing.errors()).singleElement().asString().contains("cannot be read");
        assertThat(missing.duration(Ours.BREAK)).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void a_file_that_is_too_large_is_not_read() throws IOException {
        assertThat(errors("#".repeat(2 << 20))).singleElement().asString().contains("at most");
    }

    private List<String> errors(String toml) throws IOException {
        return new SettingReader(sources().file(file(toml))).errors();
    }

    private static SettingSources sources() {
        return new SettingSources(Ours.values(), Theirs.values());
    }

    private Path file(String toml) throws IOException {
        return Files.writeString(directory.resolve("baton.toml"), toml);
    }
}
