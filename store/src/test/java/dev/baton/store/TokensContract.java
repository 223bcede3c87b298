package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.store.Tokens.Kind;
import dev.baton.store.Tokens.Token;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.stream.IntStream;

/// Tokens are kept as digests, found by them, and ended.
abstract class TokensContract extends EngineContract {
    private static final Instant CREATED = Instant.parse("2030-05-06T07:08:09.123456Z");

    TokensContract(TestStore store) {
        super(store);
    }

    private static byte[] sha256(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(secret.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private Token token(String name, Kind kind) {
        return new Token("id-" + name + tag, kind, name + tag, null, CREATED, null, null);
    }

    @Test
    void a_token_is_found_by_its_digest() {
        var token =
                new Token(
                        "id" + tag,
                        Kind.RUNNER,
                        "builder" + tag,
                        "runner-7",
                        CREATED,
                        CREATED.plusSeconds(60),
                        null);

        assertThat(engine.tokens().add(token, sha256("secret" + tag))).isTrue();

        assertThat(engine.tokens().find(sha256("secret" + tag))).contains(token);
        assertThat(engine.tokens().find(sha256("Secret" + tag))).isEmpty();
        assertThat(engine.tokens().list()).contains(token);
    }

    @Test
    void a_name_is_taken_once() {
        assertThat(engine.tokens().add(token("ann", Kind.USER), sha256("1" + tag))).isTrue();
        var second = new Token("other" + tag, Kind.ADMIN, "ann" + tag, null, CREATED, null, null);

        assertThat(engine.tokens().add(second, sha256("2" + tag))).isFalse();

        assertThat(engine.tokens().find(sha256("2" + tag))).isEmpty();
    }

    @Test
    void a_name_that_many_want_at_once_is_taken_once() {
        var numbers = IntStream.range(0, 8).iterator();
        var added =
                together(
                        8,
                        () -> {
                            int number;
                            synchronized (numbers) {
                                number = numbers.next();
                            }
                            var token =
                                    new Token(
                                            "id" + number + tag,
                                            Kind.USER,
                                            "same" + tag,
                                            null,
                                            CREATED,
                                            null,
                                            null);
                            return engine.tokens().add(token, sha256(number + tag));
                        });

        assertThat(added).containsOnlyOnce(true);
    }

    @Test
    void a_revoked_token_is_still_found_and_says_so() {
        engine.tokens().add(token("ann", Kind.USER), sha256("s" + tag));
        var at = CREATED.plusSeconds(5);

        assertThat(engine.tokens().revoke("id-ann" + tag, at)).isTrue();
        assertThat(engine.tokens().revoke("id-ann" + tag, at.plusSeconds(1))).isFalse();
        assertThat(engine.tokens().revoke("nobody", at)).isFalse();

        assertThat(engine.tokens().find(sha256("s" + tag)).orElseThrow().revoked()).isEqualTo(at);
    }

    @Test
    void a_digest_of_another_length_is_refused() {
        assertThatThrownBy(() -> engine.tokens().add(token("short", Kind.USER), new byte[31]))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void tokens_can_be_changed_while_jobs_are_worked_on() {
        together(
                IntStream.range(0, 16)
                        .<java.util.concurrent.Callable<Object>>mapToObj(
                                i ->
                                        () ->
                                                i % 2 == 0
                                                        ? submit(job("job" + i))
                                                        : engine.tokens()
                                                                .add(
                                                                        token("t" + i, Kind.USER),
                                                                        sha256(i + tag)))
                        .toList());

        assertThat(engine.tokens().list().stream().filter(token -> token.name().endsWith(tag)))
                .hasSize(8);
    }
}
