package dev.baton.cli.client;

import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What happens to the jobs of a run, each event once and in the order of its job, until the last job is over.
///
/// The stream of a run resumes by time and may tell an event again; it is known by its job and number.
public final class RunEvents {
    /// The orchestrator says something every 15 s.
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private static final String ID = "id: ";
    private static final String DATA = "data: ";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Remote remote;
    private final String run;
    private final Listener listener;
    private final Map<String, Integer> told = new HashMap<>();
    private final Set<String> open;
    private final Patience patience = new Patience();
    private String lastId = "0";

    /// Who wants to know. Called by the thread that follows.
    public interface Listener {
        void happened(JobEvent event);

        /// The orchestrator does not answer at the moment.
        void connectionLost(String why);

        void connectionRestored();
    }

    public RunEvents(Remote remote, String run, Collection<String> jobs, Listener listener) {
        this.remote = remote;
        this.run = run;
        this.listener = listener;
        open = new HashSet<>(jobs);
    }

    /// The end was asked for: an orchestrator that is gone is not waited for much longer. Any thread may call it.
    public void hurry() {
        patience.hurry();
    }

    /// Follows until every job has finished.
    ///
    /// @throws ClientException if the orchestrator refuses, or is gone for too long
    public void follow() throws ClientException, InterruptedException {
        while (!open.isEmpty()) {
            try {
                read();
                if (!open.isEmpty()) {
                    throw ClientException.broken("the orchestrator ended the stream of events");
                }
            } catch (ClientException e) {
                boolean first = !patience.isTried();
                patience.pauseAfter(e);
                if (first) {
                    listener.connectionLost(String.valueOf(e.getMessage()));
                }
            }
        }
    }

    private void read() throws ClientException {
        try (var answer =
                remote.open(
                        "/v1/runs/%s/events".formatted(run),
                        Map.of("Last-Event-ID", lastId),
                        SILENCE)) {
            var lines =
                    new BufferedReader(
                            new InputStreamReader(answer.stream(), StandardCharsets.UTF_8));
            String id = lastId;
            for (String line; !open.isEmpty() && (line = lines.readLine()) != null; ) {
                if (patience.isTried()) {
                    patience.restore();
                    listener.connectionRestored();
                }
                if (line.startsWith(ID)) {
                    id = line.substring(ID.length());
                } else if (line.startsWith(DATA)) {
                    tell(JobEvent.of(JSON.readTree(line.substring(DATA.length()))));
                    lastId = id;
                }
            }
        } catch (ClientException e) {
            throw e;
        } catch (IOException e) {
            throw ClientException.broken(
                    "the connection to %s broke: %s".formatted(remote.server(), e.getMessage()));
        }
    }

    private void tell(JobEvent event) {
        int before = told.getOrDefault(event.job(), 0);
        if (event.seq() > before) {
            told.put(event.job(), event.seq());
            listener.happened(event);
            if (event.isLast()) {
                open.remove(event.job());
            }
        }
    }
}
