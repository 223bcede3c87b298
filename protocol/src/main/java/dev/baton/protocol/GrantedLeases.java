package dev.baton.protocol;

import dev.baton.protocol.OrchestratorMessage.LeaseGranted;

import java.util.List;

/// The answer to a request for leases over HTTP: `{"leases":[LeaseGranted…]}`.
public final class GrantedLeases {
    private static final Shape SHAPE = new Shape();
    private static final Field<List<LeaseGranted>> LEASES =
            SHAPE.field(
                    "leases",
                    Forms.list(
                            MessageCodec.ORCHESTRATOR.form(LeaseGranted.class),
                            Limits.MOST_JOBS_WANTED));
    private static final JsonForm<List<LeaseGranted>> FORM =
            Forms.object(SHAPE, fields -> fields.required(LEASES), LEASES::write);

    private GrantedLeases() {}

    public static byte[] write(List<LeaseGranted> leases) {
        return Json.bytes(out -> FORM.write(out, leases));
    }

    /// Reads what [#write] wrote.
    ///
    /// @throws ProtocolException if that is not what it is
    public static List<LeaseGranted> read(byte[] json) {
        return Json.read(json, Limits.MOST_GRANTS_BYTES, FORM::read);
    }
}
