package dev.baton.store;

import java.util.ArrayList;
import java.util.List;

/// What a check of a test's store finds, by the terms that all tests of engines have.
final class AuditStory {
    private AuditStory() {}

    static List<String> of(TestStore store) {
        var findings = new ArrayList<String>();
        AuditVerification.of(
                store.config(), EngineContract.TERMS, found -> findings.add(found.toString()));
        return findings;
    }
}
