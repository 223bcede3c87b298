package dev.baton.server.runner;

import dev.baton.core.JobId;

import org.eclipse.jetty.util.URIUtil;

/// Where an artifact can be fetched that is kept here: a path on any orchestrator.
public final class ArtifactUri {
    private ArtifactUri() {}

    public static String of(JobId job, String name, int epoch) {
        return "/v1/jobs/%s/artifacts/%s?epoch=%d".formatted(job, URIUtil.encodePath(name), epoch);
    }
}
