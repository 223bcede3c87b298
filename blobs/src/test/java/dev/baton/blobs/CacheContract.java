package dev.baton.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.blobs.Caches.Saving;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

interface CacheContract extends Fixture {
    String SCOPE = "user:ann";

    private static SavedCache cache(String key, String content) {
        return new SavedCache(
                key,
                Sha256.digestOf(Bytes.bytes(content)),
                content.length(),
                Instant.parse("2030-01-01T00:00:00.5Z"));
    }

    @Test
    default void a_key_of_one_scope_is_free_in_another() {
        var first = cache("key", "first");
        var second = cache("key", "second");
        store().caches().save(SCOPE, first);

        assertThat(store().caches().find("user:bob", "key")).isEmpty();
        assertThat(store().caches().save("user:bob", second)).isEqualTo(new Saving(second, true));
        assertThat(store().caches().find(SCOPE, "key")).contains(first);
    }

    @Test
    default void a_cache_is_found_by_its_key() {
        var cache = cache("nuget: ü/../x", "a");
        assertThat(store().caches().find(SCOPE, cache.key())).isEmpty();
        assertThat(store().caches().save(SCOPE, cache)).isEqualTo(new Saving(cache, true));

        restart();
        assertThat(store().caches().find(SCOPE, cache.key())).contains(cache);
        assertThat(store().caches().find(SCOPE, "nuget: ü/../y")).isEmpty();
    }

    @Test
    default void the_first_save_under_a_key_stays() {
        var first = cache("key", "first");
        store().caches().save(SCOPE, first);
        assertThat(another().caches().save(SCOPE, cache("key", "second")))
                .isEqualTo(new Saving(first, false));
        assertThat(store().caches().find(SCOPE, "key")).contains(first);
    }

    @Test
    default void of_many_saves_at_once_in_several_stores_one_wins() throws Exception {
        List<BlobStore> stores = List.of(store(), another());
        try (var saves = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<Saving>>();
            for (int i = 0; i < 16; i++) {
                Caches caches = stores.get(i % 2).caches();
                var mine = cache("key", "content " + i);
                running.add(saves.submit(() -> caches.save(SCOPE, mine)));
            }
            var answers = new ArrayList<Saving>();
            for (var save : running) {
                answers.add(save.get());
            }
            assertThat(answers).filteredOn(Saving::isNew).hasSize(1);
            assertThat(answers).extracting(Saving::kept).containsOnly(answers.getFirst().kept());
        }
    }

    @Test
    default void what_is_no_key_is_refused() {
        for (String key : List.of("", " ", "a\nb", "x".repeat(513))) {
            assertThatThrownBy(() -> store().caches().find(SCOPE, key))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("plain characters");
        }
    }
}
