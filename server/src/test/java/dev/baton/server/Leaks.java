package dev.baton.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Looks for secrets where none may be: as they are, and in the forms in which they are carried about.
final class Leaks {
    private final Map<String, String> forms = new LinkedHashMap<>();

    /// @param name what a finding is called
    Leaks watchFor(String name, String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        forms.put(name, secret);
        forms.put(name + " in hex", HexFormat.of().formatHex(bytes));
        forms.put(name + " in base64", Base64.getEncoder().withoutPadding().encodeToString(bytes));
        // A lease id names its job in front: what must not be seen is what follows.
        forms.put("the end of " + name, secret.substring(secret.length() - 20));
        return this;
    }

    /// What was found in a text, and where.
    List<String> in(String place, String text) {
        var found = new ArrayList<String>();
        forms.forEach(
                (name, form) -> {
                    if (text.contains(form)) {
                        found.add("%s in %s".formatted(name, place));
                    }
                });
        return found;
    }
}
