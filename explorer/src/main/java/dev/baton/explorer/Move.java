package dev.baton.explorer;

/// Something that can happen, small enough to be remembered for millions of states.
///
/// @param job which of the jobs
/// @param epoch which of its leases, if one is meant
/// @param runner which runner, if one is meant
@SuppressWarnings("EnumOrdinal") // the numbers live no longer than the exploration
record Move(Kind kind, int job, int epoch, int runner) {
    enum Kind {
        TICK("a second passes"),
        CLAIM("runner %2$d claims job %1$d"),
        ACK("AckLease of job %1$d arrives, epoch %3$d"),
        BEAT("Heartbeat of job %1$d arrives, epoch %3$d"),
        COMPLETE("Complete SUCCEEDED of job %1$d arrives, epoch %3$d"),
        FAIL("Complete FAILED of job %1$d arrives, epoch %3$d"),
        RETRY("Complete of job %1$d that asks to be tried again arrives, epoch %3$d"),
        CONFIRM("CancelAck of job %1$d arrives, epoch %3$d"),
        RELEASE("ReleaseLease of job %1$d arrives, epoch %3$d"),
        FOREIGN("runner %2$d says Complete of job %1$d with the lease of another, epoch %3$d"),
        DISOWN("the process that has job %1$d comes back without its lease, epoch %3$d"),
        FOREIGN_DISOWN(
                "another process of the runner of job %1$d does not know its lease, epoch %3$d"),
        RETRACT("the lease of job %1$d did not reach its runner, epoch %3$d"),
        CANCEL("somebody cancels job %1$d"),
        DISCARD("the plan of job %1$d cannot be read"),
        SWEEP("the sweep looks at job %1$d");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    private static final Kind[] KINDS = Kind.values();
    private static final int FIELD = 0xff;

    int packed() {
        return (kind.ordinal() << 24) | (job << 16) | (epoch << 8) | runner;
    }

    static Move unpacked(int packed) {
        return new Move(
                KINDS[packed >>> 24],
                (packed >>> 16) & FIELD,
                (packed >>> 8) & FIELD,
                packed & FIELD);
    }

    String inWords() {
        return kind.words.formatted(job, runner, epoch);
    }
}
