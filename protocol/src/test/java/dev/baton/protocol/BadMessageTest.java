package dev.baton.protocol;

import static dev.baton.protocol.ErrorCode.DUPLICATE_FIELD;
import static dev.baton.protocol.ErrorCode.INVALID_FIELD;
import static dev.baton.protocol.ErrorCode.MALFORMED_JSON;
import static dev.baton.protocol.ErrorCode.MISSING_FIELD;
import static dev.baton.protocol.ErrorCode.NOT_A_MESSAGE;
import static dev.baton.protocol.ErrorCode.TOO_LARGE;
import static dev.baton.protocol.ErrorCode.UNKNOWN_TYPE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.core.RunnerId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// What a runner may send by mistake or on purpose, and what it is told.
class BadMessageTest {
    private static final String BEAT =
            "{'type':'Heartbeat','lease_id':'lease_abc','runner_id':'r',%s}";
    private static final String COMPLETE =
            "{'type':'Complete','lease_id':'lease_abc','runner_id':'r','status':'FAILED',%s}";

    static Stream<Arguments> notMessages() {
        return Stream.of(
                row("", MALFORMED_JSON, "", "got nothing"),
                row("   \n", MALFORMED_JSON, "", "got nothing"),
                row("{", MALFORMED_JSON, "", "got the end"),
                row("{'type':'Heart", MALFORMED_JSON, "", "got the end"),
                row("{'type'}", MALFORMED_JSON, "", "line 1"),
                row("{type:'Heartbeat'}", MALFORMED_JSON, "", "line 1"),
                row("{'type':'Heartbeat',}", MALFORMED_JSON, "", "line 1"),
                row("hello", MALFORMED_JSON, "", "line 1"),
                row("{} {}", MISSING_FIELD, "type", "got none"),
                row(BEAT.formatted("'a':1") + " x", MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':1") + "{}", MALFORMED_JSON, "", "an object"),
                row(BEAT.formatted("'a':1") + "]", MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':NaN"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':Infinity"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':01"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':+1"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':0x1"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':'\\x'"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':'\t'"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':'\u0000'"), MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("/* */'a':1"), MALFORMED_JSON, "", "line 1"),
                row("\uFEFF{}", MALFORMED_JSON, "", "line 1"),
                row(BEAT.formatted("'a':" + "1".repeat(200)), TOO_LARGE, "", "numbers of 100"),
                row(BEAT.formatted("'a':" + nested(100)), TOO_LARGE, "", "64 levels"),
                row(BEAT.formatted("'" + "k".repeat(5_000) + "':1"), TOO_LARGE, "", "keys of"),
                row(" ".repeat(1 << 20) + "{}", TOO_LARGE, "", "at most 1048576 bytes"),
                row("null", NOT_A_MESSAGE, "", "got null"),
                row("true", NOT_A_MESSAGE, "", "got true"),
                row("42", NOT_A_MESSAGE, "", "the number 42"),
                row("'Heartbeat'", NOT_A_MESSAGE, "", "'Heartbeat'"),
                row("[]", NOT_A_MESSAGE, "", "an array"),
                row("[{'type':'Heartbeat'}]", NOT_A_MESSAGE, "", "an array"));
    }

    static Stream<Arguments> badTypesAndIds() {
        return Stream.of(
                row("{}", MISSING_FIELD, "type", "got none"),
                row("{'type':null}", MISSING_FIELD, "type", "got none"),
                row("{'type':7}", INVALID_FIELD, "type", "the number 7"),
                row("{'type':{'type':'Heartbeat'}}", INVALID_FIELD, "type", "an object"),
                row("{'type':''}", UNKNOWN_TYPE, "type", "expected AckLease"),
                row("{'type':'heartbeat'}", UNKNOWN_TYPE, "type", "'heartbeat'"),
                row("{'type':'LeaseGranted'}", UNKNOWN_TYPE, "type", "'LeaseGranted'"),
                row("{'type':'a\\u001bb'}", UNKNOWN_TYPE, "type", "'a\uFFFDb'"),
                row("{'type':'" + "x".repeat(2_000) + "'}", TOO_LARGE, "type", "2000"),
                row("{'type':'Attach','type':'Attach'}", DUPLICATE_FIELD, "type", "again"),
                row("{'type':'Heartbeat'}", MISSING_FIELD, "lease_id", "got none"),
                row("{'type':'Heartbeat','lease_id':null}", MISSING_FIELD, "lease_id", "none"),
                row("{'type':'Heartbeat','lease_id':''}", INVALID_FIELD, "lease_id", "0 char"),
                row("{'type':'Heartbeat','lease_id':12345}", INVALID_FIELD, "lease_id", "a number"),
                row("{'type':'Heartbeat','lease_id':['x']}", INVALID_FIELD, "lease_id", "array"),
                row("{'type':'Heartbeat','lease_id':'a b'}", INVALID_FIELD, "lease_id", "position"),
                row("{'type':'Heartbeat','lease_id':'x'}", MISSING_FIELD, "runner_id", "none"),
                row(BEAT.formatted("'lease_id':'x'"), DUPLICATE_FIELD, "lease_id", "again"),
                row(runner(""), INVALID_FIELD, "runner_id", "got ''"),
                row(runner("a\\nb"), INVALID_FIELD, "runner_id", "'a\uFFFDb'"),
                row(runner("r\\u202e"), INVALID_FIELD, "runner_id", "'r\uFFFD'"),
                row(runner("größe"), INVALID_FIELD, "runner_id", "'größe'"),
                row(runner("r".repeat(129)), INVALID_FIELD, "runner_id", "1 to 128"),
                row(ack("'job_id':'job_0'"), INVALID_FIELD, "job_id", "positive"),
                row(ack("'job_id':'job_x'"), INVALID_FIELD, "job_id", "'job_x'"),
                row(ack("'job_id':'job_99999999999999999999'"), INVALID_FIELD, "job_id", "job_9"),
                row(ack("'job_id':123"), INVALID_FIELD, "job_id", "the number 123"),
                row(ack("'a':1"), MISSING_FIELD, "job_id", "got none"));
    }

    static Stream<Arguments> badEnds() {
        return Stream.of(
                row(COMPLETE.replace("FAILED',%s", "DONE'"), INVALID_FIELD, "status", "'DONE'"),
                row(
                        COMPLETE.replace("FAILED',%s", "CANCELED'"),
                        INVALID_FIELD,
                        "status",
                        "SUCCEEDED"),
                row(COMPLETE.formatted("'exit_code':2147483648"), INVALID_FIELD, "exit_code", ""),
                row(COMPLETE.formatted("'exit_code':1e3"), INVALID_FIELD, "exit_code", "1e3"),
                row(COMPLETE.formatted("'exit_code':true"), INVALID_FIELD, "exit_code", "true"),
                row(COMPLETE.formatted("'ending':'LOST'"), INVALID_FIELD, "ending", "'LOST'"),
                row(
                        COMPLETE.replace("FAILED", "SUCCEEDED").formatted("'ending':'RETRY'"),
                        INVALID_FIELD,
                        "ending",
                        "got RETRY"),
                row(
                        COMPLETE.formatted("'retry_after_seconds':-1"),
                        INVALID_FIELD,
                        "retry_after_seconds",
                        "-1"),
                row(
                        COMPLETE.formatted("'retry_after_seconds':1e300"),
                        INVALID_FIELD,
                        "retry_after_seconds",
                        "1e300"),
                row(
                        COMPLETE.formatted("'summary':'" + "s".repeat(70_000) + "'"),
                        TOO_LARGE,
                        "summary",
                        "70000"),
                row(COMPLETE.formatted("'summary':['s']"), INVALID_FIELD, "summary", "an array"),
                row(COMPLETE.formatted("'artifacts':{}"), INVALID_FIELD, "artifacts", "an array"),
                row(COMPLETE.formatted("'artifacts':[1]"), INVALID_FIELD, "artifacts[0]", "1"),
                row(
                        COMPLETE.formatted(artifacts("{'type':'log','uri':'u'},{'type':'log'}")),
                        MISSING_FIELD,
                        "artifacts[1].uri",
                        "none"),
                row(
                        COMPLETE.formatted(artifacts("{'type':'','uri':'u'}")),
                        INVALID_FIELD,
                        "artifacts[0].type",
                        "''"),
                row(
                        COMPLETE.formatted(artifacts("{'type':'log','uri':'a\\nb'}")),
                        INVALID_FIELD,
                        "artifacts[0].uri",
                        "control"),
                row(
                        COMPLETE.formatted(
                                artifacts("{'type':'a','uri':'u'},".repeat(1_000) + "{}")),
                        TOO_LARGE,
                        "artifacts",
                        "at most 1000"),
                row(
                        COMPLETE.formatted("'timings':{'started_at':'8 am'}"),
                        INVALID_FIELD,
                        "timings.started_at",
                        "'8 am'"),
                row(
                        COMPLETE.formatted("'result':{'a':1,'a':2}"),
                        DUPLICATE_FIELD,
                        "result",
                        "'a' twice"),
                row(COMPLETE.formatted("'result':[1e999]"), INVALID_FIELD, "result", "1e999"),
                row(COMPLETE.formatted("'result':'\\udc00'"), INVALID_FIELD, "result", "Unicode"),
                row(
                        COMPLETE.formatted("'result':'" + "r".repeat(600_000) + "'"),
                        TOO_LARGE,
                        "result",
                        "524288"),
                row(cancelAck("SUCCEEDED"), INVALID_FIELD, "final_status", "'SUCCEEDED'"),
                row(cancelAck("canceled"), INVALID_FIELD, "final_status", "'canceled'"));
    }

    static Stream<Arguments> badRequests() {
        return Stream.of(
                row(request("'a':1"), MISSING_FIELD, "max_jobs", "none"),
                row(request("'max_jobs':-1"), INVALID_FIELD, "max_jobs", "-1"),
                row(request("'max_jobs':10001"), INVALID_FIELD, "max_jobs", "10001"),
                row(
                        request("'max_jobs':1,'wait_seconds':301"),
                        INVALID_FIELD,
                        "wait_seconds",
                        "301"),
                row(
                        request("'max_jobs':1,'capabilities':'linux'"),
                        INVALID_FIELD,
                        "capabilities",
                        "an array"),
                row(
                        request("'max_jobs':1,'capabilities':['a b']"),
                        INVALID_FIELD,
                        "capabilities",
                        "'a b'"),
                row(
                        request("'max_jobs':1,'capabilities':[null]"),
                        INVALID_FIELD,
                        "capabilities[0]",
                        "null"),
                row(
                        "{'type':'Attach','runner_id':'r','leases':['ok','not ok']}",
                        INVALID_FIELD,
                        "leases[1]",
                        "position 3"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"notMessages", "badTypesAndIds", "badEnds", "badRequests"})
    void bad_input_is_refused_with_a_code_and_names_its_field(
            String json, ErrorCode code, String field, String part) {
        ProtocolException refused = refused(json.getBytes(StandardCharsets.UTF_8));

        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused.getMessage()).startsWith(field).contains("expected").contains(part);
        assertThat(refused.getMessage()).hasSizeLessThan(300).doesNotContain("lease_abc");
    }

    @ParameterizedTest
    @MethodSource("notUtf8")
    void what_is_not_utf8_is_refused(byte[] json) {
        assertThat(refused(json).code()).isEqualTo(MALFORMED_JSON);
    }

    static Stream<byte[]> notUtf8() {
        return Stream.of(
                BEAT.formatted("'a':'ä'").replace('\'', '"').getBytes(StandardCharsets.ISO_8859_1),
                Golden.class.getName().getBytes(StandardCharsets.UTF_16),
                new String(Golden.bytes("Heartbeat"), StandardCharsets.UTF_8)
                        .getBytes(StandardCharsets.UTF_16BE),
                new byte[] {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'},
                new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
                new byte[] {(byte) 0xFF});
    }

    @Test
    void a_field_that_is_not_of_the_message_is_ignored_whatever_it_holds() {
        String json = BEAT.formatted("'summary':5,'artifacts':{},'new':[{'x':[1]}],'new':2");
        assertThat(MessageCodec.RUNNER.read(quoted(json).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(RunnerMessage.Heartbeat.bare(Examples.LEASE, new RunnerId("r")));
    }

    private static ProtocolException refused(byte[] json) {
        return catchThrowableOfType(ProtocolException.class, () -> MessageCodec.RUNNER.read(json));
    }

    private static Arguments row(String json, ErrorCode code, String field, String part) {
        return Arguments.of(quoted(json), code, field, part);
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static String runner(String id) {
        return "{'type':'Heartbeat','lease_id':'x','runner_id':'" + id + "'}";
    }

    private static String ack(String fields) {
        return "{'type':'AckLease','lease_id':'x','runner_id':'r'," + fields + "}";
    }

    private static String artifacts(String elements) {
        return "'artifacts':[" + elements + "]";
    }

    private static String cancelAck(String status) {
        return "{'type':'CancelAck','lease_id':'x','runner_id':'r','final_status':'%s'}"
                .formatted(status);
    }

    private static String request(String fields) {
        return "{'type':'LeaseRequest','runner_id':'r'," + fields + "}";
    }
}
