package dev.baton.chaos.load;

/// What a job does, and what has to become of it.
public enum JobKind {
    QUICK(56, Fate.SUCCEEDS, ":"),
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
    DAEMON(3, Fate.SUCCEEDS, "(setsid sleep $CHAOS_MARK >/dev/null 2>&1 &)");

    /// What has to become of a job.
    public enum Fate {
        SUCCEEDS,
        FAILS,
        IS_CANCELED,
        SUCCEEDS_OR_IS_CANCELED
    }

    private final int weight;
    private final Fate fate;
    private final String work;

    JobKind(int weight, Fate fate, String work) {
        this.weight = weight;
        this.fate = fate;
        this.work = work;
    }

    public Fate fate() {
        return fate;
    }

    boolean isCanceled() {
        return this == DOOMED || this == HASTY;
    }

    /// Each execution notes its beginning and its end in a file of its job, outside of everything that Baton looks after.
    String script() {
        return """
        evidence=$CHAOS_EVIDENCE/$BATON_JOB_ID
        say() { echo "$1 $BATON_EPOCH $BATON_ATTEMPT ${EPOCHREALTIME:-$(date +%%s.%%6N)}" >> "$evidence"; }
        say start
        %s
        say end
        """
                .formatted(work);
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
