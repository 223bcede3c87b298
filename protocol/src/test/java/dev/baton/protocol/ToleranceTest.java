package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.ReleaseLease;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// No job is lost for what nothing depends on: a message that keeps, begins or ends a lease is not refused for a field that people
/// only look at.
class ToleranceTest {
    private static final int MAX = Limits.MOST_PROGRESS_CHARACTERS;

    private static <T extends RunnerMessage> T read(Class<T> type, String fields) {
        String json = "{'lease_id':'l','runner_id':'r',%s}".formatted(fields).replace('\'', '"');
        return MessageCodec.RUNNER.read(json.getBytes(StandardCharsets.UTF_8), type);
    }

    private static Progress progress(String fields) {
        return read(Heartbeat.class, "'progress':{" + fields + "}").progress();
    }

    static Stream<Arguments> percents() {
        return Stream.of(
                Arguments.of("100.4", 100.0),
                Arguments.of("101", 100.0),
                Arguments.of("1e400", 100.0),
                Arguments.of("99999999999999999999", 100.0),
                Arguments.of("-0.1", 0.0),
                Arguments.of("-1e400", 0.0),
                Arguments.of("35", 35.0),
                Arguments.of("'35'", null),
                Arguments.of("[{'x':[]}]", null),
                Arguments.of("1,'percent':2", null));
    }

    @ParameterizedTest
    @MethodSource("percents")
    void a_percent_is_brought_into_its_bounds_or_left_out(String sent, Double kept) {
        var progress = progress("'message':'m','percent':" + sent);
        assertThat(progress.percent()).isEqualTo(kept);
        assertThat(progress.message()).isEqualTo("m");
    }

    @Test
    void a_text_is_cut_to_its_limit_and_keeps_no_half_of_a_character() {
        assertThat(progress("'message':'" + "m".repeat(MAX + 1) + "'").message()).hasSize(MAX);
        assertThat(progress("'current_step':'" + "m".repeat(100_000) + "'").currentStep())
                .hasSize(MAX);
        String cut = progress("'message':'" + "m".repeat(MAX - 1) + "\uD83D\uDE00'").message();
        assertThat(cut).isEqualTo("m".repeat(MAX - 1));
    }

    @Test
    void what_no_store_can_keep_is_replaced() {
        assertThat(progress("'message':'a\\u0000b\\ud800c'").message())
                .isEqualTo("a\uFFFDb\uFFFDc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'progress':5",
                "'progress':[]",
                "'progress':{'step_index':-1}",
                "'progress':{'step_index':1.5,'message':7}",
                "'progress':{},'progress':{}",
                "'log_cursor':{}",
                "'log_cursor':7",
                "'log_cursor':{'bytes_sent':-1}",
                "'log_cursor':{'bytes_sent':99999999999999999999}",
                "'ts':'yesterday'",
                "'ts':5"
            })
    void a_heartbeat_is_read_whatever_it_says_beside_its_lease(String fields) {
        var beat = read(Heartbeat.class, fields);
        assertThat(beat.leaseId()).isEqualTo(new LeaseId("l"));
        assertThat(beat.logCursor()).isNull();
        assertThat(beat.ts()).isNull();
    }

    @Test
    void no_lease_is_lost_for_a_time_or_a_reason() {
        assertThat(read(AckLease.class, "'job_id':'1','accepted_at':'now'").acceptedAt()).isNull();
        assertThat(read(CancelAck.class, "'final_status':'CANCELED','ts':'now'").ts()).isNull();
        assertThat(read(ReleaseLease.class, "'reason':7").reason()).isNull();
        assertThat(read(ReleaseLease.class, "'reason':'" + "r".repeat(5_000) + "'").reason())
                .hasSize(Limits.MOST_REASON_CHARACTERS);
    }
}
