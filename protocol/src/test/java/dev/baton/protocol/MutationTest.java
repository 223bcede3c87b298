package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Messages with bytes changed, lost, doubled and mixed: whatever comes, a codec reads it or refuses it properly.
class MutationTest {
    private static final long SEED = 20_260_104;
    private static final int MUTATIONS = 5_000;
    private static final byte[] STRUCTURE =
            "{}[]\",:\\0-eE.tfn \n".getBytes(StandardCharsets.US_ASCII);

    private final Random random = new Random(SEED);

    @Test
    void a_mutated_message_is_read_or_refused_and_nothing_else() {
        List<byte[]> goldens = goldens();
        int read = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = goldens.get(random.nextInt(goldens.size()));
            for (int j = random.nextInt(4); j >= 0; j--) {
                mutated = mutate(mutated, goldens);
            }
            read +=
                    readable(MessageCodec.RUNNER, mutated, i)
                            + readable(MessageCodec.ORCHESTRATOR, mutated, i);
        }
        // Neither everything nor nothing: the mutations are neither too timid nor too wild.
        assertThat(read).isBetween(MUTATIONS / 100, MUTATIONS);
    }

    /// Whatever can be read can be written, and reads the same from then on.
    private static <M> int readable(MessageCodec<M> codec, byte[] json, int mutation) {
        try {
            int count = 0;
            for (Decoded<M> decoded : codec.readFrame(json)) {
                if (decoded instanceof Decoded.Message<M>(M message)) {
                    byte[] written = codec.write(message);
                    assertThat(codec.write(codec.read(written))).isEqualTo(written);
                    count++;
                }
            }
            return count;
        } catch (ProtocolException e) {
            assertThat(e.getMessage()).isNotBlank();
            return 0;
        } catch (RuntimeException e) {
            throw new AssertionError("seed %d, mutation %d".formatted(SEED, mutation), e);
        }
    }

    private byte[] mutate(byte[] json, List<byte[]> goldens) {
        if (json.length == 0) {
            return json;
        }
        int at = random.nextInt(json.length);
        int length = 1 + random.nextInt(Math.min(16, json.length - at));
        return switch (random.nextInt(6)) {
            case 0 -> with(json, at, (byte) random.nextInt());
            case 1 -> with(json, at, STRUCTURE[random.nextInt(STRUCTURE.length)]);
            case 2 -> joined(json, at, new byte[0], at + length);
            case 3 -> joined(json, at, Arrays.copyOfRange(json, at, at + length), at);
            case 4 -> Arrays.copyOf(json, at);
            default -> {
                byte[] other = goldens.get(random.nextInt(goldens.size()));
                int from = random.nextInt(other.length);
                yield joined(json, at, Arrays.copyOfRange(other, from, other.length), at + length);
            }
        };
    }

    private static byte[] with(byte[] json, int at, byte value) {
        byte[] changed = json.clone();
        changed[at] = value;
        return changed;
    }

    private static byte[] joined(byte[] json, int headEnd, byte[] middle, int tailStart) {
        byte[] joined = Arrays.copyOf(json, headEnd + middle.length + json.length - tailStart);
        System.arraycopy(middle, 0, joined, headEnd, middle.length);
        System.arraycopy(json, tailStart, joined, headEnd + middle.length, json.length - tailStart);
        return joined;
    }

    private static List<byte[]> goldens() {
        var goldens = new ArrayList<byte[]>();
        Examples.ofRunner().values().forEach(m -> goldens.add(MessageCodec.RUNNER.write(m)));
        Examples.ofOrchestrator()
                .values()
                .forEach(m -> goldens.add(MessageCodec.ORCHESTRATOR.write(m)));
        for (String name : List.of("LeaseGranted", "Heartbeat", "Complete", "CancelAck")) {
            goldens.add(Golden.bytes(name));
        }
        goldens.addAll(MessageCodec.RUNNER.writeFrames(List.copyOf(Examples.ofRunner().values())));
        return goldens;
    }
}
