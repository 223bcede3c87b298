package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.core.Command;
import dev.baton.core.LeaseTerms;
import dev.baton.testkit.network.TcpProxy;
import dev.baton.testkit.network.Weather;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What an orchestrator and its database say to each other gets lost, and nobody is told.
@Tag("slow")
class SilentConnectionIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final PostgresStore store = new PostgresStore();
    private final Recorder heard = new Recorder();

    @Test
    void notices_are_heard_again_after_their_connection_fell_silent() throws Exception {
        var database =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), PostgresStore.port());
        try (var proxy = new TcpProxy(() -> Optional.of(database));
                var here = store.open(LeaseTerms.DEFAULTS, new Recorder());
                var _ =
                        Engines.open(
                                store.configAt(proxy.port()),
                                LeaseTerms.DEFAULTS,
                                store.clock(),
                                heard)) {
            awaitNotice(here);

            proxy.become(new Weather.Silent());
            await().atMost(LONGEST).until(() -> present() < 2);
            proxy.become(Weather.CLEAR);
            heard.changedElsewhere.clear();

            awaitNotice(here);
            proxy.resetSilenced();
        }
    }

    /// How many said within the last two seconds that they are there.
    private long present() {
        return store.count(
                """
                SELECT count(*) FROM orchestrator
                WHERE seen >= extract(epoch FROM clock_timestamp())::bigint - 2
                """);
    }

    private void awaitNotice(Engine here) {
        await().atMost(LONGEST)
                .untilAsserted(
                        () -> {
                            var run = (Submitted.Created) here.submit(Draft.run(Draft.job("a")));
                            here.tell(
                                    List.of(
                                            Addressed.of(
                                                    run.jobs().getFirst(),
                                                    new Command.Cancel("user:ann", "enough"))));
                            assertThat(heard.changedElsewhere).isNotEmpty();
                        });
    }
}
