package dev.baton.blobs;

/// A place that keeps the bytes of jobs. Any thread may call it.
///
/// What it promises, wherever the bytes are:
///
/// - **Repeats are free.** A call that was answered and is made again gets the same answer, so that a lost reply costs
///   nothing but the resend.
/// - **All or nothing.** An artifact or a content is there whole, or not at all, whatever failed on the way.
/// - **Durable when it says so.** An artifact, a content and the seal of a log are on disk before they are answered.
///   Appended log bytes survive the death of the process at once, and that of the machine once the log is sealed:
///   a log that lost its end to a power cut says so by the offset that it expects next, and by its digest.
/// - **Refusals are values**, failures of the world are a [BlobException].
///
/// Several orchestrators may share one place, also for the same log.
public interface BlobStore extends AutoCloseable {
    Logs logs();

    Artifacts artifacts();

    Contents contents();

    Caches caches();

    /// Deletes the logs and artifacts of every epoch of a job; contents and caches stay. Deleting what is not there is no error.
    ///
    /// For jobs that nobody writes to any more: another orchestrator that still has a log of the job open keeps
    /// writing to what is already gone. Not durable: what a power cut brings back has to be deleted again.
    void deleteJob(long job);

    /// Ends every tail, and frees what is open.
    @Override
    void close();
}
