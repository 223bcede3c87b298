package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class RequirementTest {

    @Test
    void a_runner_fits_if_it_has_every_tag_that_is_asked_for() {
        var requirement = Requirement.of(List.of("os=linux", "arch=arm64"));

        assertThat(requirement.isMetBy(runner("os=linux", "arch=arm64", "docker"))).isTrue();
        assertThat(requirement.isMetBy(runner("os=linux"))).isFalse();
    }

    @Test
    void every_runner_fits_a_job_that_asks_for_nothing() {
        assertThat(Requirement.NONE.isMetBy(runner())).isTrue();
    }

    @Test
    void the_same_tags_in_any_order_are_the_same_requirement_with_the_same_signature() {
        var one = Requirement.of(List.of("b", "a", "c"));
        var other = Requirement.of(List.of("c", "b", "a", "a"));

        assertThat(one).isEqualTo(other);
        assertThat(one.signature()).isEqualTo("a b c").isEqualTo(other.signature());
    }

    @Test
    void a_signature_reads_back_as_its_requirement() {
        var requirement = Requirement.of(List.of("spec=c7i.metal", "os=linux"));

        assertThat(Requirement.ofSignature(requirement.signature())).isEqualTo(requirement);
        assertThat(Requirement.ofSignature(Requirement.NONE.signature()))
                .isEqualTo(Requirement.NONE);
    }

    @Test
    void tags_that_could_blur_a_signature_are_refused() {
        for (var tag : List.of("", "two words", "line\nbreak", "tab\t", "ümlaut")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Requirement.of(List.of(tag)))
                    .withMessageStartingWith("requirement: expected 1 to 128 characters");
        }
    }

    @Test
    void a_job_asks_for_at_most_32_tags_and_a_runner_has_at_most_256() {
        assertThat(Requirement.of(tags(32)).tags()).hasSize(32);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Requirement.of(tags(33)))
                .withMessage("requirement: expected at most 32 tags, got 33");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Capabilities.of(tags(257)))
                .withMessage("capabilities: expected at most 256 tags, got 257");
    }

    @Test
    void a_requirement_keeps_its_tags_whatever_becomes_of_the_set_it_was_made_of() {
        var tags = new TreeSet<>(List.of("a"));
        var requirement = new Requirement(tags);

        tags.add("b");

        assertThat(requirement.signature()).isEqualTo("a");
    }

    @Test
    void what_is_offered_for_one_tag_only_is_for_jobs_that_ask_for_it() {
        var python = runner("os=linux").onlyFor("executor=python");

        assertThat(Requirement.of(List.of("executor=python")).isMetBy(python)).isTrue();
        assertThat(Requirement.of(List.of("executor=python", "os=linux")).isMetBy(python)).isTrue();
        assertThat(Requirement.NONE.isMetBy(python)).isFalse();
        assertThat(Requirement.of(List.of("os=linux")).isMetBy(python)).isFalse();
        assertThat(Requirement.of(List.of("executor=node")).isMetBy(python)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Capabilities(Set.of("a"), "b"))
                .withMessage("only: expected one of the capabilities, got b");
    }

    private static Capabilities runner(String... tags) {
        return Capabilities.of(List.of(tags));
    }

    private static List<String> tags(int count) {
        return IntStream.range(0, count).mapToObj(i -> "t" + i).collect(Collectors.toList());
    }
}
