package dev.baton.protocol;

/// The bounds of everything that a peer can make long, large or many.
public final class Limits {
    public static final int MOST_MESSAGE_BYTES = 1 << 20;
    public static final int MOST_FRAME_BYTES = 4 << 20;
    public static final int MOST_FRAME_MESSAGES = 2_000;

    /// The answer to a request for leases: as many job specs as were asked for.
    public static final int MOST_GRANTS_BYTES = 64 << 20;

    public static final int MOST_SUBMISSION_BYTES = 32 << 20;

    public static final int MOST_JSON_DEPTH = 64;
    public static final int MOST_JSON_NUMBER_CHARACTERS = 100;
    public static final int MOST_JSON_KEY_CHARACTERS = 1_000;

    public static final int MOST_LEASE_ID_CHARACTERS = 200;
    public static final int MOST_SUMMARY_CHARACTERS = 64 << 10;
    public static final int MOST_PROGRESS_CHARACTERS = 4 << 10;
    public static final int MOST_TRACEPARENT_CHARACTERS = 128;
    public static final int MOST_REASON_CHARACTERS = 1 << 10;

    /// The arguments of a function call together, and the result of a job: bytes of JSON in UTF-8. With the rest of its message each fits into
    /// [#MOST_MESSAGE_BYTES].
    public static final int MAX_CALL_VALUE_BYTES = 512 << 10;

    public static final int MOST_ERROR_CHARACTERS = 64 << 10;
    public static final int MOST_ARTIFACTS = 1_000;
    public static final int MOST_ARTIFACT_TYPE_CHARACTERS = 64;
    public static final int MOST_URI_CHARACTERS = 2 << 10;
    public static final int MOST_JOBS_WANTED = 10_000;
    public static final int MOST_LEASES_HELD = 10_000;
    public static final int MOST_WAIT_SECONDS = 300;

    /// Ten years: longer than anything that is meant.
    public static final long MOST_SECONDS = 315_360_000;

    /// Without the arguments of a function call, which have a limit of their own.
    public static final int MOST_JOB_SPEC_CHARACTERS = 256 << 10;

    /// What a runner has to be able to read.
    public static final int MAX_JOB_SPEC_BYTES =
            4 * MOST_JOB_SPEC_CHARACTERS + MAX_CALL_VALUE_BYTES;

    public static final int MOST_JOBS_IN_RUN = 10_000;

    private Limits() {}
}
