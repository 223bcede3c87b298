package dev.baton.cli;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Which licences the parts of a distribution may have.
final class Licences {
    /// By their SPDX ids, and where an artifact names none, by the name that it gives.
    private static final Set<String> ALLOWED =
            Set.of(
                    "Apache-2.0",
                    "MIT",
                    "MIT-0",
                    "BSD-2-Clause",
                    "BSD-3-Clause",
                    "EPL-1.0",
                    "EPL-2.0",
                    "CC0-1.0");

    private Licences() {}

    /// The components of a CycloneDX document that have no licence, or none that is allowed. One of several is enough:
    /// the choice is ours.
    static List<String> problems(JsonNode sbom) {
        var problems = new ArrayList<String>();
        for (JsonNode component : sbom.path("components")) {
            var licences = new ArrayList<String>();
            for (JsonNode choice : component.path("licenses")) {
                if (choice.has("expression")) {
                    licences.addAll(
                            List.of(choice.get("expression").stringValue().split("[() ]+", -1)));
                } else {
                    JsonNode licence = choice.path("license");
                    licences.add(licence.path("id").asString(licence.path("name").asString("")));
                }
            }
            if (licences.stream().noneMatch(ALLOWED::contains)) {
                problems.add(
                        "%s has %s"
                                .formatted(
                                        component.path("purl").asString("?"),
                                        licences.isEmpty() ? "no licence" : licences));
            }
        }
        return problems;
    }
}
