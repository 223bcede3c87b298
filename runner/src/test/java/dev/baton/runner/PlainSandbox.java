package dev.baton.runner;

import dev.baton.sandbox.Box;
import dev.baton.sandbox.BoxPlan;
import dev.baton.sandbox.Exit;
import dev.baton.sandbox.Isolation;
import dev.baton.sandbox.Output;
import dev.baton.sandbox.Running;
import dev.baton.sandbox.Sandbox;
import dev.baton.sandbox.SandboxException;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

final class PlainSandbox implements Sandbox {
    @Override
    public Set<Isolation> available() {
        return Set.of(Isolation.PROCESS);
    }

    @Override
    public Box open(BoxPlan plan) {
        return new PlainBox(plan);
    }

    @Override
    public void close() {}

    private static final class PlainBox implements Box {
        private final BoxPlan plan;
        private final Set<Process> processes = ConcurrentHashMap.newKeySet();

        PlainBox(BoxPlan plan) {
            this.plan = plan;
        }

        @Override
        public Running start(List<String> command, String workdir, Output output) {
            var builder = new ProcessBuilder(command);
            builder.directory(plan.directory().resolve(workdir).toFile());
            builder.environment().clear();
            builder.environment().putAll(plan.environment());
            try {
                Process process = builder.start();
                processes.add(process);
                Thread out = pump(process.getInputStream(), Output.Source.STDOUT, output);
                Thread err = pump(process.getErrorStream(), Output.Source.STDERR, output);
                return new PlainRunning(process, out, err);
            } catch (IOException e) {
                throw new SandboxException("cannot start", e);
            }
        }

        private static Thread pump(InputStream in, Output.Source source, Output output) {
            return Thread.startVirtualThread(
                    () -> {
                        var buffer = new byte[8192];
                        try {
                            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                                output.printed(source, buffer, n);
                            }
                        } catch (IOException _) {
                            // the process is gone
                        }
                    });
        }

        @Override
        public void fence(Duration left) {}

        @Override
        public void end(Duration grace) throws InterruptedException {
            for (Process process : processes) {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
            }
            for (Process process : processes) {
                if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                    process.waitFor();
                }
            }
        }

        @Override
        public void close() {
            for (Process process : processes) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private record PlainRunning(Process process, Thread out, Thread err) implements Running {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public Optional<Exit> await(Duration longest) throws InterruptedException {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
            out.join();
            err.join();
            return Optional.of(new Exit(process.exitValue()));
        }
    }
}
