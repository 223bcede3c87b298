package dev.baton.protocol.submit;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Which executor a function is called at whose name does not say so.
///
/// @param byQueue the executors of queues that have one
/// @param otherwise the executor of all other queues, if there is one
public record FunctionRoutes(Map<String, String> byQueue, @Nullable String otherwise) {
    public static final FunctionRoutes NONE = new FunctionRoutes(Map.of(), null);

    /// The queue of a function that names none.
    public static final String DEFAULT_QUEUE = "default";

    /// What the name of an executor looks like, so that it can stand in a requirement and in a label of a metric.
    public static final String EXECUTOR = "1 to 64 characters of A-Z a-z 0-9 . _ -";

    private static final Pattern EXECUTOR_FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public FunctionRoutes {
        byQueue = Map.copyOf(byQueue);
    }

    public static boolean isExecutor(String name) {
        return EXECUTOR_FORM.matcher(name).matches();
    }

    /// The executor of a queue, if one was set.
    Optional<String> executorOf(String queue) {
        return Optional.ofNullable(byQueue.getOrDefault(queue, otherwise));
    }
}
