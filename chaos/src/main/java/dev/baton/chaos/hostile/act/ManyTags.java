package dev.baton.chaos.hostile.act;

import dev.baton.chaos.hostile.load.Innocents;

/// 10,000 jobs, each with a tag that no runner has, in one request and then in many; and afterwards another user has new tags too.
final class ManyTags implements Act {
    private static final int NEW_TAGS = 5;
    private static final int SENDERS = 4;

    /// As many as a run may have.
    private static final int PER_RUN = 100;

    private static String job(int number) {
        return "{\"name\":\"t%d\",\"requirement\":{\"tags\":[\"hostile=%d\"]},\"steps\":[\"true\"]}"
                .formatted(number, number);
    }

    @Override
    public String name() {
        return "tags";
    }

    @Override
    public void play(Scene scene) throws InterruptedException {
        int tags = scene.scale().tags();
        byte[] all = Scene.run(tags, ManyTags::job);
        scene.together(1, _ -> scene.submit(all));
        scene.together(
                SENDERS,
                sender -> {
                    for (int from = sender * PER_RUN; from < tags; from += SENDERS * PER_RUN) {
                        int first = from;
                        scene.submit(Scene.run(PER_RUN, i -> job(first + i)));
                    }
                });
        for (int i = 0; i < NEW_TAGS; i++) {
            scene.innocents().submit(Innocents.job("new-tag", "new=" + i), 0);
            scene.innocents().work("new=" + i, 1);
        }
    }
}
