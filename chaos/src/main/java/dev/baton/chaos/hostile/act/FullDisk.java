package dev.baton.chaos.hostile.act;

import dev.baton.chaos.estate.SmallDisk;
import dev.baton.chaos.estate.TestFleet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/// A user fills the disk with contents until there is no more room for them, and goes on trying. The store shares that disk on SQLite.
final class FullDisk implements Act {
    private static final int PACK_BYTES = 8 << 20;

    /// What is left for contents beside the reserve, so that it is filled within seconds.
    private static final long ROOM_BYTES = 96L << 20;

    private static final int MAX_PACKS = 400;
    private static final int INSUFFICIENT_STORAGE = 507;
    private static final int TRIES_WHEN_FULL = 20;

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public boolean fits(TestFleet fleet) {
        return fleet.disk().isPresent();
    }

    @Override
    public void play(Scene scene) throws IOException, InterruptedException {
        SmallDisk disk = scene.fleet().disk().orElseThrow();
        disk.shrinkTo(ROOM_BYTES + TestFleet.DISK_RESERVE_BYTES);
        try {
            var random = new Random(7);
            int refused = 0;
            for (int i = 0; i < MAX_PACKS && refused < TRIES_WHEN_FULL; i++) {
                int status = send(scene, random);
                scene.findings().count("answered_" + status, 1);
                if (status == INSUFFICIENT_STORAGE) {
                    refused++;
                    Thread.sleep(200);
                } else if (status / 100 != 2) {
                    scene.findings().broken("a content was answered %d".formatted(status));
                    refused++;
                }
            }
            scene.findings().highest("free_mib", disk.freeBytes() >> 20);
            if (refused == 0) {
                scene.findings().broken("a user could fill the disk, and was never refused");
            }
        } finally {
            disk.free();
        }
    }

    private static int send(Scene scene, Random random) throws InterruptedException {
        byte[] content = new byte[PACK_BYTES];
        random.nextBytes(content);
        byte[] pack =
                ByteBuffer.allocate(Long.BYTES + content.length)
                        .putLong(content.length)
                        .put(content)
                        .array();
        try {
            return scene.hostile().postPack(pack, Scene.TIMEOUT).status();
        } catch (IOException cut) {
            // refused before the whole body was sent
            return INSUFFICIENT_STORAGE;
        }
    }
}
