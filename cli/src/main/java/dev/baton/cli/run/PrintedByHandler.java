package dev.baton.cli.run;

import dev.baton.cli.client.Remote;
import dev.baton.cli.output.LogDecoder;
import dev.baton.cli.output.Screen;
import dev.baton.protocol.log.LogLine;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// What the handler of a call printed, on standard error: standard output is for what it returned.
public final class PrintedByHandler implements LogDecoder.Parts {
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final int BUFFER_BYTES = 64 << 10;
    private static final byte[] NEWLINE = {'\n'};

    private final Screen screen;
    private boolean isWithinLine;

    private PrintedByHandler(Screen screen) {
        this.screen = screen;
    }

    /// Shows the log of a call that is over. That it cannot be had is not worth a word: the call has ended as it has.
    public static void show(Remote remote, String job, Screen screen) {
        var shown = new PrintedByHandler(screen);
        var decoder = new LogDecoder(shown);
        try (var answer = remote.open("/v1/jobs/%s/log".formatted(job), Map.of(), SILENCE)) {
            var buffer = new byte[BUFFER_BYTES];
            for (int read; (read = answer.read(buffer)) >= 0; ) {
                decoder.accept(buffer, read);
            }
            decoder.end();
            screen.flush();
        } catch (IOException _) {
            // What came before it is shown.
        }
    }

    @Override
    public void line(LogLine line) throws IOException {
        byte[] text = line.bytes();
        plain(text, 0, text.length);
        if (line.full()) {
            plain(NEWLINE, 0, NEWLINE.length);
        }
    }

    @Override
    public void plain(byte[] bytes, int from, int length) throws IOException {
        screen.err(bytes, from, length);
        if (length > 0) {
            isWithinLine = bytes[from + length - 1] != '\n';
        }
    }

    /// What comes next begins with a line of its own.
    @Override
    public void end() throws IOException {
        if (isWithinLine) {
            screen.err(NEWLINE, 0, NEWLINE.length);
        }
    }
}
