package dev.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.core.JobId;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseRef;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

class LeaseIdTest {
    private static final RandomGenerator RANDOM = new SecureRandom();

    @Test
    void a_minted_id_says_where_it_belongs() throws Exception {
        LeaseId id = LeaseId.mint(new JobId(Long.MAX_VALUE), Integer.MAX_VALUE, RANDOM);

        byte[] sha256 =
                MessageDigest.getInstance("SHA-256")
                        .digest(id.text().getBytes(StandardCharsets.UTF_8));
        assertThat(id.address())
                .contains(
                        new LeaseAddress(
                                new JobId(Long.MAX_VALUE),
                                new LeaseRef(Integer.MAX_VALUE, LeaseDigest.of(sha256))));
    }

    @Test
    void two_ids_of_the_same_lease_are_different() {
        var job = new JobId(1);
        assertThat(LeaseId.mint(job, 1, RANDOM)).isNotEqualTo(LeaseId.mint(job, 1, RANDOM));
    }

    @Test
    void a_forged_secret_has_the_same_address_and_another_digest() {
        LeaseId id = LeaseId.mint(new JobId(7), 3, RANDOM);
        var forged = new LeaseId(id.text().substring(0, 60) + "AAAAA");

        LeaseAddress address = forged.address().orElseThrow();

        assertThat(address.job()).isEqualTo(new JobId(7));
        assertThat(address.ref().epoch()).isEqualTo(3);
        assertThat(address.ref().digest()).isNotEqualTo(id.digest());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lease_abc",
                "x",
                "lease_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "lease_AAAAAAAAAAEAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.A",
                "LEASE_AAAAAAAAAAEAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "lease__________________________________________________________________"
            })
    void an_id_that_we_did_not_mint_has_no_address(String text) {
        assertThat(new LeaseId(text).address()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "lease abc", "lease/abc", "lease_ä", "a\u0000", "lease:1"})
    void an_id_of_other_characters_is_refused_and_not_quoted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeaseId(text))
                .withMessageStartingWith("expected 1 to 200 characters of A-Z")
                .withMessageNotContaining("lease");
    }

    @Test
    void an_id_has_at_most_200_characters() {
        assertThat(new LeaseId("a".repeat(200)).text()).hasSize(200);
        assertThatIllegalArgumentException().isThrownBy(() -> new LeaseId("a".repeat(201)));
    }

    @Test
    void an_id_is_never_printed() {
        assertThat(new LeaseId("lease_abc").toString()).isEqualTo("***");
    }
}
