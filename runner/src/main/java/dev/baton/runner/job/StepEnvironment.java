package dev.baton.runner.job;

import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.runner.spec.StepsSpec;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The variables that a step sees: a few of the runner's own, then what Baton says, then what the job says.
final class StepEnvironment {
    private static final List<String> INHERITED = List.of("PATH", "LANG", "TZ");
    private static final String USUAL_PATH =
            "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private StepEnvironment() {}

    /// A job that is kept away from the machine has a home of its own, and so has one of a runner without.
    static Path home(StepsSpec spec, JobDirectory directory, Map<String, String> runners) {
        String home = runners.get("HOME");
        return spec.isIsolated() || home == null ? directory.home() : Path.of(home);
    }

    static Map<String, String> of(
            LeaseGranted granted,
            StepsSpec spec,
            JobDirectory directory,
            Map<String, String> runners) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("PATH", USUAL_PATH);
        for (String name : INHERITED) {
            String value = runners.get(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        variables.put("HOME", home(spec, directory, runners).toString());
        variables.put("TMPDIR", directory.temporary().toString());
        variables.put("BATON", "true");
        variables.put("BATON_JOB_ID", granted.jobId().toString());
        variables.put("BATON_RUN_ID", granted.runId().toString());
        variables.put("BATON_JOB_NAME", spec.name());
        variables.put("BATON_ATTEMPT", Integer.toString(granted.attempt()));
        variables.put("BATON_EPOCH", Integer.toString(granted.epoch()));
        variables.put("BATON_WORKSPACE", directory.workspace().toString());
        variables.putAll(spec.env());
        variables.putAll(spec.secretEnv());
        return variables;
    }
}
