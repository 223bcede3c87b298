package dev.baton.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Does several things at once and waits for all of them. The first failure is everyone's.
final class Together {
    private Together() {}

    /// One of the things, by its number.
    @FunctionalInterface
    interface Task<T> {
        T run(int number) throws Exception;
    }

    /// Starts them all and waits for them.
    ///
    /// @param what they do, for the names of their threads and for a message
    /// @return what each of them returned
    static <T> List<T> run(String what, int count, Task<T> task) {
        var threads = Thread.ofPlatform().daemon().name(what + "-", 0).factory();
        try (ExecutorService executor = Executors.newFixedThreadPool(count, threads)) {
            var started = new ArrayList<Future<T>>();
            for (int i = 0; i < count; i++) {
                int number = i;
                Callable<T> one = () -> task.run(number);
                started.add(executor.submit(one));
            }
            return results(what, executor, started);
        }
    }

    private static <T> List<T> results(
            String what, ExecutorService executor, List<Future<T>> started) {
        var results = new ArrayList<T>();
        try {
            for (Future<T> one : started) {
                results.add(one.get());
            }
            return results;
        } catch (ExecutionException e) {
            executor.shutdownNow();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new BenchException("%s failed: %s".formatted(what, cause.getMessage()), cause);
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
            throw new BenchException(what + " was interrupted", e);
        }
    }
}
