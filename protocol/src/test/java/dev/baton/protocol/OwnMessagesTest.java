package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class OwnMessagesTest {
    @TestFactory
    Stream<DynamicTest> each_message_of_a_runner_is_written_as_its_golden_file_and_read_back() {
        return goldenTests(MessageCodec.RUNNER, Examples.ofRunner());
    }

    @TestFactory
    Stream<DynamicTest> each_message_to_a_runner_is_written_as_its_golden_file_and_read_back() {
        return goldenTests(MessageCodec.ORCHESTRATOR, Examples.ofOrchestrator());
    }

    @Test
    void there_is_an_example_of_every_message() {
        assertThat(typesOf(Examples.ofRunner()))
                .containsAll(leavesOf(RunnerMessage.class).collect(Collectors.toSet()));
        assertThat(typesOf(Examples.ofOrchestrator()))
                .containsAll(leavesOf(OrchestratorMessage.class).collect(Collectors.toSet()));
    }

    @Test
    void what_is_printed_of_a_message_has_no_secret() {
        Stream.concat(
                        Examples.ofRunner().values().stream(),
                        Examples.ofOrchestrator().values().stream())
                .forEach(message -> assertThat(message.toString()).doesNotContain("lease_abc"));
        assertThat(new CancelToken("tok").toString()).isEqualTo("***");
        assertThat(new JobSpec.Embedded("{\"env\":1}").toString()).doesNotContain("env");
    }

    private static <M> Stream<DynamicTest> goldenTests(
            MessageCodec<M> codec, Map<String, ? extends M> examples) {
        return examples.entrySet().stream()
                .map(
                        example ->
                                DynamicTest.dynamicTest(
                                        example.getKey(),
                                        () -> check(codec, example.getKey(), example.getValue())));
    }

    private static <M> void check(MessageCodec<M> codec, String name, M message) {
        byte[] written = codec.write(message);
        assertThat(new String(written, StandardCharsets.UTF_8))
                .isEqualTo(new String(Golden.bytes("ours/" + name), StandardCharsets.UTF_8));
        assertThat(codec.read(written)).isEqualTo(message);
    }

    private static Stream<Class<?>> leavesOf(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(OwnMessagesTest::leavesOf)
                : Stream.of(type);
    }

    private static Stream<Class<?>> typesOf(Map<String, ?> examples) {
        return examples.values().stream().map(Object::getClass);
    }
}
