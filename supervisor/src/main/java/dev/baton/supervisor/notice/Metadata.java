package dev.baton.supervisor.notice;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import javax.net.ssl.SSLContext;

/// Short questions by HTTP, with short answers.
final class Metadata implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(3);
    private static final int MOST_BYTES = 64 << 10;
    private static final int OK = 200;

    private final HttpClient http;

    Metadata() {
        this(null);
    }

    /// @param authorities whose certificates are trusted; null for those that the Java runtime trusts
    Metadata(@Nullable SSLContext authorities) {
        var builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(LONGEST);
        if (authorities != null) {
            builder.sslContext(authorities);
        }
        http = builder.build();
    }

    /// An answer.
    record Answer(int status, String body) {
        boolean isOk() {
            return status == OK;
        }
    }

    static HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).timeout(LONGEST);
    }

    Answer ask(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                http.send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            return new Answer(
                    response.statusCode(),
                    new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
