package dev.baton.store;

import dev.baton.core.Cause;
import dev.baton.core.Ending;
import dev.baton.core.Event;
import dev.baton.core.LeaseEnd;

/// The numbers that stand for enums in the store. They are stored for ever: only add at the end.
final class Codes {
    private static final Standing[] STANDINGS = Standing.values();
    private static final Cause[] CAUSES = Cause.values();
    private static final Ending[] ENDINGS = Ending.values();
    private static final LeaseEnd[] LEASE_ENDS = LeaseEnd.values();
    private static final Event.Kind[] EVENTS = Event.Kind.values();

    private Codes() {}

    @SuppressWarnings("EnumOrdinal") // what the store keeps; CodesTest pins every number
    static int of(Enum<?> value) {
        return value.ordinal();
    }

    static Standing standing(int code) {
        return STANDINGS[code];
    }

    static Cause cause(int code) {
        return CAUSES[code];
    }

    static Ending ending(int code) {
        return ENDINGS[code];
    }

    static LeaseEnd leaseEnd(int code) {
        return LEASE_ENDS[code];
    }

    static Event.Kind event(int code) {
        return EVENTS[code];
    }
}
