package dev.baton.blobs;

/// A place that keeps the bytes of jobs. Any thread may call it.
///
/// What it promises, wherever the bytes are:
///
/// - **Repeats are free.** A call that was answered and is made again gets the same answer, so that a lost reply costs
///   nothing but the resend.
/// - **All or nothing.** An artifact or a content is there whole, or not at all, whatever failed on the way.
/// - **Durable when it says so.** An artifact, a content, appended log bytes and the seal of a log are on disk before they
///   are answered.
/// - **A reserve stays free.** While less of the disk is free than has to stay free, everything but seals is refused.
/// - **Refusals are values**, failures of the world are a [BlobException].
///
/// Several orchestrators may share one place, also for the same log.
public interface BlobStore extends AutoCloseable {
    Logs logs();

    Artifacts artifacts();

    Contents contents();

    Caches caches();

    /// Whether it takes nothing more for now: as much of the disk is free as has to stay free.
    boolean isShortOfSpace();

    /// Deletes the logs and artifacts of every epoch of a job; contents and caches stay. Deleting what is not there is no error.
    ///
    /// For jobs that nobody writes to any more: another orchestrator that still has a log of the job open keeps
    /// writing to what is already gone. Not durable: what a power cut brings back has to be deleted again.
    void deleteJob(long job);

    /// Ends every tail, and frees what is open.
    @Override
    void close();
}
