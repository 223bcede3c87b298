package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The rules of who belongs to which box, on tables that were made up.
class AttributionTest {
    private static final int SELF = 100;
    private static final int OUR_SESSION = 90;
    private static final Marker MARKER_A = new Marker("i-a");
    private static final Marker MARKER_B = new Marker("i-b");

    private final Roll a = new Roll(MARKER_A, 1000);
    private final Roll b = new Roll(MARKER_B, 2000);
    private final List<ProcessEntry> processes = new ArrayList<>();
    private final Map<Integer, Marker> environments = new HashMap<>();
    private final List<ProcessEntry.Id> spared = new ArrayList<>();

    @BeforeEach
    void both_have_started_something() {
        a.begin();
        b.begin();
    }

    @Test
    void a_command_and_its_descendants_are_of_its_box() {
        command(a, 200, 1500);
        process(201, 200, 200, 1501);
        process(202, 201, 202, 1502);
        assertThat(membersOf(a)).containsExactlyInAnyOrder(200, 201, 202);
        assertThat(membersOf(b)).isEmpty();
    }

    @Test
    void an_orphan_in_a_session_of_a_box_is_of_the_box() {
        a.enter(new ProcessEntry.Id(200, 1500));
        process(201, SELF, 200, 1501);
        assertThat(membersOf(a)).containsExactly(201);
    }

    @Test
    void an_orphan_in_another_session_is_known_by_its_environment() {
        process(300, SELF, 300, 2500);
        process(301, 300, 300, 2500);
        environments.put(300, MARKER_A);
        assertThat(membersOf(a)).containsExactlyInAnyOrder(300, 301);
        assertThat(membersOf(b)).isEmpty();
    }

    @Test
    void what_was_found_once_is_known_again() {
        ProcessEntry daemon = process(300, SELF, 300, 2500);
        a.add(List.of(daemon));
        assertThat(membersOf(a)).containsExactly(300);
    }

    @Test
    void a_recycled_id_is_another_process() {
        a.add(List.of(new ProcessEntry(300, SELF, 299, 'S', 1, 1200)));
        process(300, 1, 300, 9000);
        assertThat(membersOf(a)).isEmpty();
    }

    @Test
    void a_nameless_orphan_is_of_the_only_box_that_was_open_at_its_start() {
        process(300, SELF, 300, 1500);
        assertThat(membersOf(a)).containsExactly(300);
        assertThat(membersOf(b)).isEmpty();
    }

    @Test
    void a_nameless_orphan_that_two_boxes_may_have_started_is_of_none_yet() {
        process(300, SELF, 300, 2500);
        assertThat(membersOf(a)).isEmpty();
        assertThat(membersOf(b)).isEmpty();
    }

    @Test
    void a_nameless_orphan_that_was_there_before_the_boxes_is_of_none() {
        process(300, SELF, 300, 500);
        assertThat(membersOf(a)).isEmpty();
    }

    @Test
    void what_is_in_our_own_session_is_of_no_box() {
        process(300, SELF, OUR_SESSION, 1500);
        assertThat(membersOf(a)).isEmpty();
    }

    @Test
    void what_is_spared_is_of_no_box() {
        spared.add(process(300, SELF, 300, 1500).id());
        assertThat(membersOf(a)).isEmpty();
    }

    @Test
    void we_ourselves_are_of_no_box_whatever_is_on_a_roll() {
        processes.add(new ProcessEntry(SELF, 1, OUR_SESSION, 'S', 1, 1500));
        a.add(processes);
        assertThat(membersOf(a)).isEmpty();
    }

    @Test
    void what_is_gone_is_forgotten_but_not_what_came_meanwhile() {
        a.enter(new ProcessEntry.Id(200, 1500));
        Roll.Known before = a.known();
        a.enter(new ProcessEntry.Id(300, 1600));
        a.forget(before, new ProcessTable(List.of()));
        assertThat(a.members()).containsExactly(new ProcessEntry.Id(300, 1600));
        assertThat(a.sessions()).containsExactly(300);
        assertThat(a.commands()).containsExactly(new ProcessEntry.Id(300, 1600));
    }

    private void command(Roll roll, int pid, long start) {
        roll.enter(process(pid, SELF, pid, start).id());
    }

    private ProcessEntry process(int pid, int parent, int session, long start) {
        ProcessEntry entry = new ProcessEntry(pid, parent, session, 'S', 1, start);
        processes.add(entry);
        return entry;
    }

    private List<Integer> membersOf(Roll roll) {
        ProcessTable table = new ProcessTable(processes);
        Set<Integer> adopted =
                Set.copyOf(table.childrenOf(SELF).stream().map(ProcessEntry::pid).toList());
        Attribution attribution =
                new Attribution(
                        table,
                        Arrays.asList(a, b),
                        Arrays.asList(a, b),
                        new Attribution.Self(SELF, OUR_SESSION, adopted, Set.copyOf(spared)),
                        pid -> Optional.ofNullable(environments.get(pid)));
        return attribution.of(roll).stream().map(ProcessEntry::pid).toList();
    }
}
