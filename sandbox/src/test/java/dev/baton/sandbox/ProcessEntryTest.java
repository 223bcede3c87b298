package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.not;

import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;

import java.util.Optional;

class ProcessEntryTest {
    private static final String REST =
            " S 7 12 34 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 1 2 3";

    private static final Condition<ProcessEntry> ENDED =
            new Condition<>(ProcessEntry::isZombie, "has ended");

    @Test
    void a_line_of_the_kernel_is_understood() {
        assertThat(ProcessEntry.parse(12, "12 (sh)" + REST))
                .contains(new ProcessEntry(12, 7, 34, 'S', 1, 98765));
    }

    @Test
    void a_process_cannot_hide_behind_its_name() {
        for (String name : new String[] {"a b", "))", ") Z 1 1 1 (", "\n", "", "x) S 1 1 1"}) {
            assertThat(ProcessEntry.parse(12, "12 (" + name + ")" + REST))
                    .contains(new ProcessEntry(12, 7, 34, 'S', 1, 98765));
        }
    }

    @Test
    void what_is_no_such_line_is_nothing() {
        for (String line :
                new String[] {"", "12", "12 (sh) S 1", "12 (sh)" + REST.replace("98765", "x")}) {
            assertThat(ProcessEntry.parse(12, line)).isEqualTo(Optional.empty());
        }
    }

    @Test
    void a_process_has_ended_when_its_last_thread_has() {
        String line = "12 (sh)" + REST.replace(" S ", " Z ");
        assertThat(ProcessEntry.parse(12, line)).hasValueSatisfying(ENDED);
        String alive = line.replace(" 20 0 1 0 ", " 20 0 2 0 ");
        assertThat(ProcessEntry.parse(12, alive)).hasValueSatisfying(not(ENDED));
    }

    @Test
    void this_process_is_in_the_table() {
        int pid = (int) ProcessHandle.current().pid();
        assertThat(ProcessTable.read().all()).contains(ProcessEntry.read(pid).orElseThrow());
    }
}
