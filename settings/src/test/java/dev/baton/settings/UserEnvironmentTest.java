package dev.baton.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

class UserEnvironmentTest {
    private static final Map<String, String> OF_JVM = Map.of("PATH", "/bin", "LC_ALL", "C.UTF-8");

    @Test
    void a_locale_that_the_launcher_left_alone_is_passed_on() {
        assertThat(UserEnvironment.of(OF_JVM, null, false)).isEqualTo(OF_JVM);
    }

    @Test
    void a_locale_that_the_launcher_replaced_is_put_back() {
        assertThat(UserEnvironment.of(OF_JVM, "C", false))
                .isEqualTo(Map.of("PATH", "/bin", "LC_ALL", "C"));
    }

    @Test
    void a_locale_that_the_launcher_added_is_left_out() {
        assertThat(UserEnvironment.of(OF_JVM, null, true)).isEqualTo(Map.of("PATH", "/bin"));
    }
}
