package dev.baton.chaos.hostile.act;

import dev.baton.chaos.hostile.load.Innocents;

/// One request with 10,000 jobs, each with a tag that no one has; and afterwards another user has new tags too.
final class ManyTags implements Act {
    private static final int NEW_TAGS = 5;

    @Override
    public String name() {
        return "tags";
    }

    @Override
    public void play(Scene scene) throws InterruptedException {
        byte[] body =
                Scene.run(
                        scene.scale().tags(),
                        job ->
                                "{\"name\":\"t%d\",\"requirement\":{\"tags\":[\"hostile=%d\"]},\"steps\":[\"true\"]}"
                                        .formatted(job, job));
        scene.together(1, _ -> scene.submit(body));
        for (int i = 0; i < NEW_TAGS; i++) {
            scene.innocents().submit(Innocents.job("new-tag", "new=" + i), 0);
            scene.innocents().work("new=" + i, 1);
        }
    }
}
