package dev.baton.cli.client;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/// An orchestrator, and who we are there.
///
/// It uses the oldest HTTP client of the JDK: half of what a short command does is to load classes, and this one has
/// few. It keeps its connection for the next request.
///
/// @param server its address, without a path
/// @param token the secret to show there
/// @param authorities whose certificates are trusted; null for those that the Java runtime trusts
/// @param unreachable what to add where nobody answers: what may have become of it, and what to do
public record Remote(
        URI server, String token, @Nullable SSLContext authorities, String unreachable) {
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);
    private static final int MOST_ANSWER_BYTES = 64 << 20;
    private static final int FIRST_ERROR = 400;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Remote(URI server, String token) {
        this(server, token, null, "");
    }

    /// What a request carries.
    public interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    public JsonNode get(String path) throws ClientException {
        return answer("GET", path, Map.of(), null);
    }

    public JsonNode post(String path, JsonNode json) throws ClientException {
        return post(path, json, Map.of());
    }

    public JsonNode post(String path, JsonNode json, Map<String, String> headers)
            throws ClientException {
        return answer("POST", path, headers, sent(json));
    }

    public JsonNode put(String path, JsonNode json) throws ClientException {
        return answer("PUT", path, Map.of(), sent(json));
    }

    private static Sent sent(JsonNode json) {
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        return new Sent("application/json", bytes.length, out -> out.write(bytes));
    }

    /// Posts bytes that are not held in memory.
    public JsonNode upload(String path, String type, long length, Body body)
            throws ClientException {
        return answer("POST", path, Map.of(), new Sent(type, length, body));
    }

    public void delete(String path) throws ClientException {
        answer("DELETE", path, Map.of(), null);
    }

    /// An answer whose bytes are read as they come.
    ///
    /// @param silence how long nothing may come before it counts as broken
    public Answer open(String path, Map<String, String> headers, Duration silence)
            throws ClientException {
        try {
            HttpURLConnection call = begin("GET", path, headers);
            call.setReadTimeout(Math.toIntExact(silence.toMillis()));
            int status = call.getResponseCode();
            if (status >= FIRST_ERROR) {
                throw refused(status, bodyOf(call));
            }
            return new Answer(call, call.getContentLengthLong());
        } catch (IOException e) {
            throw translated(e);
        }
    }

    /// Bytes that arrive.
    ///
    /// @param length how many there are, or -1 if they end when they end
    public record Answer(HttpURLConnection call, long length) implements AutoCloseable {
        /// Reads some bytes.
        ///
        /// @return how many, or -1 after the last
        public int read(byte[] buffer) throws IOException {
            return call.getInputStream().read(buffer);
        }

        public InputStream stream() throws IOException {
            return call.getInputStream();
        }

        /// May be called by another thread, whose reading then fails.
        @Override
        public void close() {
            call.disconnect();
        }
    }

    @Override
    public String toString() {
        return "Remote[server=%s, token=***]".formatted(server);
    }

    private record Sent(String type, long length, Body body) {}

    private JsonNode answer(
            String method, String path, Map<String, String> headers, @Nullable Sent sent)
            throws ClientException {
        try {
            HttpURLConnection call = begin(method, path, headers);
            call.setReadTimeout(Math.toIntExact(LONGEST_ANSWER.toMillis()));
            if (sent != null) {
                call.setDoOutput(true);
                call.setRequestProperty("Content-Type", sent.type());
                call.setFixedLengthStreamingMode(sent.length());
                try (OutputStream out = call.getOutputStream()) {
                    sent.body().writeTo(out);
                }
            }
            int status = call.getResponseCode();
            JsonNode body = bodyOf(call);
            if (status >= FIRST_ERROR) {
                throw refused(status, body);
            }
            return body;
        } catch (HttpRetryException e) {
            throw refused(e.responseCode(), MissingNode.getInstance());
        } catch (IOException e) {
            throw translated(e);
        }
    }

    private HttpURLConnection begin(String method, String path, Map<String, String> headers)
            throws IOException {
        var call = (HttpURLConnection) server.resolve(path).toURL().openConnection();
        if (authorities != null && call instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(authorities.getSocketFactory());
        }
        call.setRequestMethod(method);
        call.setInstanceFollowRedirects(false);
        call.setConnectTimeout(Math.toIntExact(LONGEST_CONNECT.toMillis()));
        call.setRequestProperty("Authorization", "Bearer " + token);
        headers.forEach(call::setRequestProperty);
        return call;
    }

    /// Read to its end, so that the connection can be used again.
    private static JsonNode bodyOf(HttpURLConnection call) throws IOException {
        try (InputStream in =
                call.getResponseCode() >= FIRST_ERROR
                        ? call.getErrorStream()
                        : call.getInputStream()) {
            byte[] bytes = in == null ? new byte[0] : in.readNBytes(MOST_ANSWER_BYTES);
            return bytes.length == 0 ? MissingNode.getInstance() : JSON.readTree(bytes);
        } catch (JacksonException _) {
            return MissingNode.getInstance(); // not from an orchestrator; its status says enough
        }
    }

    private ClientException refused(int status, JsonNode problem) {
        List<String> problems =
                problem.path("problems").valueStream().map(Remote::problemText).toList();
        String said =
                problem.path("detail")
                        .asString("%s answered with status %d".formatted(server, status));
        String detail =
                switch (status) {
                    case 401 ->
                            "%s does not know this token; get one from `baton token create user NAME`, then `baton login`"
                                    .formatted(server);
                    case 403 -> "%s says: %s".formatted(server, said);
                    default -> said;
                };
        return ClientException.refused(status, problem.path("code").asString(""), detail, problems);
    }

    private static String problemText(JsonNode problem) {
        return problem.isString()
                ? problem.stringValue()
                : problem.path("field").asString("") + ": " + problem.path("detail").asString("");
    }

    private static String untrusted(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertPathBuilderException) {
                return "its certificate is of an authority that is not trusted here; --ca-file FILE (BATON_CA_FILE) names the authority's certificate";
            }
        }
        return String.valueOf(e.getMessage());
    }

    private ClientException translated(IOException e) {
        return switch (e) {
            case ClientException ours -> ours;
            case ConnectException _, NoRouteToHostException _ ->
                    ClientException.unreachable(
                            "no orchestrator answers at " + server + unreachable);
            case UnknownHostException _ ->
                    ClientException.unreachable(
                            "there is no host '%s'".formatted(server.getHost()));
            case SSLException _ ->
                    ClientException.unreachable(
                            "no secure connection to %s: %s".formatted(server, untrusted(e)));
            case SocketTimeoutException _ ->
                    ClientException.broken(server + " did not answer in time");
            default ->
                    ClientException.broken(
                            "the connection to %s broke: %s".formatted(server, e.getMessage()));
        };
    }
}
