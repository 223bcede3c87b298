package dev.baton.server;

import dev.baton.store.Results;
import dev.baton.store.StoreException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;

/// Forgets results whose time is over.
final class ResultForgetting {
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(ResultForgetting.class);

    private final Results results;
    private boolean failing;

    ResultForgetting(Results results) {
        this.results = results;
    }

    /// Until there are none left: a store that was down has many.
    void look() {
        try {
            while (results.forget() > 0) {}
            failing = false;
        } catch (StoreException e) {
            if (!failing) {
                log.warn("results could not be forgotten, which is tried again code={}", e.code());
            }
            failing = true;
        }
    }
}
