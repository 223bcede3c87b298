package dev.baton.chaos.load;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/// What an executor does instead of answering well. Each is a function of the executors' program, by its name.
enum Trick {
    CRASH(Sequel.NEXT_ATTEMPT),
    LEAVE(Sequel.NEXT_ATTEMPT),
    HANG(Sequel.NEXT_ATTEMPT),
    IGNORE_CANCEL(Sequel.NEXT_ATTEMPT),
    ANSWER_LATE(Sequel.NEXT_ATTEMPT),
    ANSWER_FOR_ANOTHER(Sequel.NEXT_ATTEMPT),
    ANSWER_ANOTHER_JOB(Sequel.NEXT_ATTEMPT),
    ANSWER_GARBAGE(Sequel.NEXT_ATTEMPT),
    ANSWER_NOTHING(Sequel.NEXT_ATTEMPT),
    ANSWER_HALF(Sequel.NEXT_ATTEMPT),
    HANG_UP(Sequel.NEXT_ATTEMPT),
    ANSWER_TWICE(Sequel.SUCCESS),
    ANSWER_FOR_NOBODY(Sequel.SUCCESS),
    ANSWER_TOO_LONG_A_FRAME(Sequel.FAILURE),
    ANSWER_TOO_LONG_A_RESULT(Sequel.FAILURE);

    /// What has to become of the call.
    enum Sequel {
        /// It is tried again.
        NEXT_ATTEMPT,
        /// What is wrong is ignored, and the good answer counts.
        SUCCESS,
        /// It is a dead letter at once, if it has its connection for itself.
        FAILURE
    }

    private final Sequel sequel;

    Trick(Sequel sequel) {
        this.sequel = sequel;
    }

    /// The names of those with one of these sequels, as the program knows them.
    static List<Object> withSequel(Sequel first, Sequel... more) {
        var wanted = EnumSet.of(first, more);
        return Arrays.stream(values())
                .filter(trick -> wanted.contains(trick.sequel))
                .<Object>map(trick -> trick.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
