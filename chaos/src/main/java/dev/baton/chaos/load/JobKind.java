package dev.baton.chaos.load;

import dev.baton.chaos.load.Trick.Sequel;
import dev.baton.chaos.load.Work.Call;
import dev.baton.chaos.load.Work.Script;

import java.util.List;

/// What a job does, and what has to become of it.
public enum JobKind {
    QUICK(32, Fate.SUCCEEDS, ":"),
    /// Takes seconds, and shows all the while that it is alive.
    SLOW(6, Fate.SUCCEEDS, "for i in 1 2 3 4 5 6 7 8; do sleep 0.25; say beat; done"),
    /// Prints a known number of lines.
    TALKER(
            8,
            Fate.SUCCEEDS,
            "i=0; while [ $i -lt $CHAOS_LINES ]; do i=$((i + 1)); echo line $i; done"),
    /// Fails at first, and is tried again.
    FLAKY(5, Fate.SUCCEEDS, "if ! grep -q ^fail \"$evidence\"; then say fail; exit 3; fi"),
    /// Fails whenever it is tried.
    BROKEN(3, Fate.FAILS, "say end; exit 7"),
    /// Needs a job that succeeds.
    NEEDY(6, Fate.SUCCEEDS, ":"),
    /// Needs a job that fails: is never executed.
    SPURNED(2, Fate.IS_CANCELED, ":"),
    /// Shares a gate with others.
    GATED(6, Fate.SUCCEEDS, "sleep 0.2; say beat; sleep 0.1"),
    /// Does not end by itself, and is canceled.
    DOOMED(2, Fate.IS_CANCELED, "while :; do sleep 0.25; say beat; done"),
    /// Is canceled at once, which may be too late.
    HASTY(3, Fate.SUCCEEDS_OR_IS_CANCELED, ":"),
    /// Leaves a process behind that has left its session. It keeps its environment: of one that clears it too nobody knows, if its
    /// runner is killed before it looked.
    DAEMON(3, Fate.SUCCEEDS, "(setsid sleep $CHAOS_MARK >/dev/null 2>&1 &)"),
    CALL(8, Fate.SUCCEEDS, new Call("good#work", List.of(0, 0.1, 2), 10)),
    /// Asks for another attempt, with a time.
    CALL_AGAIN(2, Fate.SUCCEEDS, new Call("good#ask_again", List.of(2, 3), 10)),
    /// While it is not over, another one with its key is not made.
    CALL_ONCE(3, Fate.SUCCEEDS, new Call("good#work", List.of(1), 10)),
    /// Its executor plays a trick at the first attempt.
    CALL_TRICKED(
            4,
            Fate.SUCCEEDS,
            new Call("odd#slip", Trick.withSequel(Sequel.NEXT_ATTEMPT, Sequel.SUCCESS), 2)),
    /// Its executor plays a trick whenever it is called.
    CALL_CHEATED(3, Fate.FAILS, new Call("odd#play", Trick.withSequel(Sequel.NEXT_ATTEMPT), 2)),
    /// Its executor has each call on a connection of its own.
    CALL_ALONE(1, Fate.SUCCEEDS, new Call("single#work", List.of(0.1), 10)),
    CALL_TOO_LARGE(1, Fate.FAILS, new Call("single#play", Trick.withSequel(Sequel.FAILURE), 10)),
    /// There is no such handler.
    CALL_UNKNOWN(1, Fate.FAILS, new Call("good#nobody", List.of(0), 10)),
    /// Does not end by itself, and is canceled; its executor may not listen.
    CALL_DOOMED(1, Fate.IS_CANCELED, new Call("odd#play", List.of("hang", "ignore_cancel"), 3_600));

    /// What has to become of a job.
    public enum Fate {
        SUCCEEDS,
        FAILS,
        IS_CANCELED,
        SUCCEEDS_OR_IS_CANCELED
    }

    private final int weight;
    private final Fate fate;

    @SuppressWarnings("ImmutableEnumChecker") // records of texts, and of lists that cannot change
    private final Work work;

    JobKind(int weight, Fate fate, String script) {
        this(weight, fate, new Script(script));
    }

    JobKind(int weight, Fate fate, Work work) {
        this.weight = weight;
        this.fate = fate;
        this.work = work;
    }

    public Fate fate() {
        return fate;
    }

    Work work() {
        return work;
    }

    public boolean isCall() {
        return work instanceof Call;
    }

    boolean isCanceled() {
        return this == DOOMED || this == HASTY || this == CALL_DOOMED;
    }

    /// The kind that a number stands for: the greater its weight, the more numbers.
    static JobKind of(int number) {
        int left = Math.floorMod(number, 100);
        for (JobKind kind : values()) {
            left -= kind.weight;
            if (left < 0) {
                return kind;
            }
        }
        return QUICK;
    }
}
