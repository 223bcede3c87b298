package dev.baton.chaos.hostile.act;

import java.util.ArrayList;

/// One user submits runs of 10,000 jobs each at once, behind 1,000 gates or one for each job (about 700 KB each), and cancels them.
final class LargeSubmissions implements Act {
    private static final int MAX_GATES = 1_000;
    private static final int TOO_MANY_GATES = 2;

    @Override
    public String name() {
        return "submissions";
    }

    @Override
    public void play(Scene scene) throws InterruptedException {
        int jobs = scene.scale().jobsPerSubmission();
        var bodies = new ArrayList<byte[]>();
        for (int i = 0; i < scene.scale().submissions(); i++) {
            int run = i;
            // More gates than a run may have, and as many as it may have.
            int gates = i < TOO_MANY_GATES ? jobs : MAX_GATES;
            bodies.add(
                    Scene.run(
                            jobs,
                            job ->
                                    "{\"name\":\"h%d\",\"gate\":{\"key\":\"g%d-%d\",\"limit\":1},\"steps\":[\"true\"]}"
                                            .formatted(job, run, job % gates)));
        }
        scene.findings().highest("body_bytes", bodies.getFirst().length);
        scene.together(bodies.size(), i -> scene.submit(bodies.get(i)));
        var runs = new ArrayList<>(scene.runs());
        if (runs.isEmpty()) {
            scene.findings().broken("no large submission was accepted");
        }
        // One stays, for those who follow its events later.
        scene.together(
                Math.max(0, runs.size() - 1),
                i ->
                        scene.hostile()
                                .post(
                                        "/v1/runs/%s/cancel".formatted(runs.get(i)),
                                        "{\"reason\":\"hostile\"}",
                                        Scene.TIMEOUT));
    }
}
