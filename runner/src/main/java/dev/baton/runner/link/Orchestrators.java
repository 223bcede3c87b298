package dev.baton.runner.link;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;

/// The orchestrators that a runner may work for. All of them share one store: a lease of one is a lease of each.
///
/// @param addresses `http` or `https`, without a path; the first is tried first
/// @param authorities whose certificates are trusted; null for those that the Java runtime trusts
public record Orchestrators(List<URI> addresses, @Nullable SSLContext authorities) {
    public static final int MAX_ADDRESSES = 16;

    public Orchestrators {
        addresses = List.copyOf(addresses);
    }

    /// One that is trusted as the Java runtime trusts it.
    public static Orchestrators of(URI address) {
        return new Orchestrators(List.of(address), null);
    }

    /// Everything that is wrong with the addresses. Addresses may hold secrets, so none is shown.
    public List<String> errors() {
        var errors = new ArrayList<String>();
        if (addresses.isEmpty() || addresses.size() > MAX_ADDRESSES) {
            errors.add(
                    "server: expected 1 to %d addresses, got %d"
                            .formatted(MAX_ADDRESSES, addresses.size()));
        }
        if (!addresses.stream().allMatch(Orchestrators::isAddress)) {
            errors.add(
                    "server: expected an address such as http://127.0.0.1:7420, got something else");
        }
        return errors;
    }

    private static boolean isAddress(URI server) {
        boolean isWeb = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
        return isWeb
                && server.getHost() != null
                && server.getRawQuery() == null
                && server.getRawFragment() == null
                && server.getRawUserInfo() == null
                && (server.getRawPath() == null
                        || server.getRawPath().isEmpty()
                        || server.getRawPath().equals("/"));
    }

    /// The addresses, for people.
    @Override
    public String toString() {
        return addresses.stream().map(URI::toString).collect(Collectors.joining(", "));
    }
}
