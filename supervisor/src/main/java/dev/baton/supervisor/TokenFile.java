package dev.baton.supervisor;

import dev.baton.worker.SupervisorMessage.NewCredentials;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// The file with the token of the worker. When there is a new one in it, the worker gets it. Any thread may read it.
final class TokenFile {
    private static final Logger log = LoggerFactory.getLogger(TokenFile.class);
    private static final String TOKEN = "[!-~]{1,4096}";
    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    private final Path file;
    private final String clientId;
    private volatile String text;
    private long readAt = System.nanoTime();

    TokenFile(Path file, String clientId) {
        this.file = file;
        this.clientId = clientId;
        this.text = read();
    }

    String text() {
        return text;
    }

    /// Looks now and then, and tells the worker what is new.
    void handOver(WorkerLife life) {
        long now = System.nanoTime();
        if (now - readAt < INTERVAL_NANOS) {
            return;
        }
        readAt = now;
        String read = read();
        if (!read.isEmpty() && !read.equals(text)) {
            text = read;
            boolean isTold = life.tell(new NewCredentials(clientId, read, null));
            log.info("token was exchanged worker_told={}", isTold);
        }
    }

    private String read() {
        try {
            String read = Files.readString(file).strip();
            return read.matches(TOKEN) ? read : "";
        } catch (IOException e) {
            log.debug("token file could not be read file={}", file, e);
            return "";
        }
    }
}
