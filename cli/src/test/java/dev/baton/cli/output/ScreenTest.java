package dev.baton.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

class ScreenTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void the_line_that_moves_is_erased_before_a_job_prints_and_never_comes_back()
            throws IOException {
        var screen = new Screen(out, err, Terminal.of("012", Map.of("NO_COLOR", "1")));
        screen.status("queued, 1.0 s");
        print(screen, "hello\n");
        screen.status("running, 2.0 s");
        screen.flush();
        assertThat(text(err)).isEqualTo("\r\u001b[2Kqueued, 1.0 s\r\u001b[2K");
        assertThat(text(out)).isEqualTo("hello\n");
    }

    @Test
    void a_pipe_gets_no_moving_line_and_no_colours() {
        var screen = new Screen(out, err, Terminal.NONE);
        screen.status("queued");
        screen.sayDim("a word");
        assertThat(text(err)).isEqualTo("a word\n");
    }

    @Test
    void our_words_on_a_terminal_begin_a_line_of_their_own() throws IOException {
        var screen = new Screen(out, err, Terminal.of("12", Map.of("NO_COLOR", "1")));
        print(screen, "no end");
        screen.say("baton: canceling");
        assertThat(text(err)).isEqualTo("\nbaton: canceling\n");
    }

    @Test
    void colours_are_for_terminals_that_want_them() {
        assertThat(Terminal.of("12", Map.of()).outStyle().bad("x"))
                .isEqualTo("\u001b[31mx\u001b[0m");
        assertThat(Terminal.of("12", Map.of("NO_COLOR", "1")).outStyle().bad("x")).isEqualTo("x");
        assertThat(Terminal.of("12", Map.of("TERM", "dumb")).errStyle().bad("x")).isEqualTo("x");
        assertThat(Terminal.of("2", Map.of()).outStyle().bad("x")).isEqualTo("x");
    }

    @Test
    void a_table_is_as_wide_as_its_cells_and_no_cell_can_move_the_cursor() {
        var table =
                new Columns("A", "B")
                        .row("long", "x\u001b[2Jy")
                        .styled(0, text -> "<" + text + ">");
        assertThat(table.text()).isEqualTo("A     B\n<long>  x\uFFFD[2Jy\n");
    }

    private static void print(Screen screen, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        screen.out(bytes, 0, bytes.length);
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
