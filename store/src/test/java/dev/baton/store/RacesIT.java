package dev.baton.store;

import org.junit.jupiter.api.Nested;

/// Races between two orchestrators, on each release of PostgreSQL.
class RacesIT {
    @Nested
    class OnInstalled extends RacesContract {
        OnInstalled() {
            super(TestRelease.INSTALLED);
        }
    }

    @Nested
    class OnOld extends RacesContract {
        OnOld() {
            super(TestRelease.OLD);
        }
    }

    @Nested
    class OnNewest extends RacesContract {
        OnNewest() {
            super(TestRelease.NEWEST);
        }
    }
}
