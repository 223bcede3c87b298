package dev.baton.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Boxes whose commands are processes of this machine, with Linux below.
///
/// This process becomes the one that adopts orphans, so that everything that a command starts stays below it, and can be
/// found. A second process, the [Guardian], does for us what we cannot when we are dead or stopped.
public final class ProcessSandbox implements Sandbox {
    private static final int INSTANCE_BYTES = 8;

    /// One that was killed holds its lock until its last thread is gone.
    private static final int LOCK_ROUNDS = 100;

    private static final int LOCK_ROUND_MILLIS = 20;

    private final FileChannel lock;
    private final Path instance;
    private final Census census = Census.OF_THIS_PROCESS;
    private final Map<String, ProcessBox> boxes = new ConcurrentHashMap<>();
    private final ExecutorService threads =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("sandbox-", 0).factory());
    private final Guardian guardian;
    private final Watch watch;
    private final Optional<Bubblewrap> bubblewrap;
    private final boolean noNetwork;
    private boolean isClosed;

    private ProcessSandbox(FileChannel lock, Path instance) throws IOException {
        this.lock = lock;
        this.instance = instance;
        Path trial = Files.createDirectory(instance.resolve("trial"));
        this.bubblewrap = Bubblewrap.find(trial);
        this.noNetwork = bubblewrap.filter(found -> found.canLeaveOutNetwork(trial)).isPresent();
        this.guardian = new Guardian(instance, census);
        this.watch = new Watch(boxes::values, guardian, census, instance.getFileName().toString());
        guardian.keepAlive();
        threads.execute(watch);
    }

    /// Kills and clears what an earlier one left that used this directory, and starts.
    ///
    /// @param state a directory for its own files, which is made if it is missing; for one sandbox at a time
    /// @throws SandboxException if the machine cannot, or another one uses the directory
    public static ProcessSandbox start(Path state) {
        try {
            Kernel.checkSupport();
            Files.createDirectories(state);
            Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwx------"));
            Path directory = state.toRealPath();
            FileChannel lock = lock(directory.resolve("lock"));
            try {
                clearEarlier(directory);
                return new ProcessSandbox(
                        lock, Files.createDirectory(directory.resolve(newInstance())));
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new SandboxException("the sandbox cannot use the directory " + state, e);
        } catch (ExceptionInInitializerError e) {
            throw new SandboxException("the sandbox needs " + Kernel.NEEDED, e);
        }
    }

    @Override
    public Set<Isolation> available() {
        Set<Isolation> available = EnumSet.of(Isolation.PROCESS);
        bubblewrap.ifPresent(_ -> available.add(Isolation.BUBBLEWRAP));
        if (noNetwork) {
            available.add(Isolation.NO_NETWORK);
        }
        return available;
    }

    @Override
    public Box open(BoxPlan plan) {
        CommandCheck.checkName(plan.name());
        CommandCheck.checkEnvironment(plan.environment());
        ProcessBox box;
        synchronized (this) {
            if (isClosed) {
                throw new SandboxException("the sandbox is closed");
            }
            if (boxes.containsKey(plan.name())) {
                throw new SandboxException("box %s is open already".formatted(plan.name()));
            }
            box = newBox(plan);
            boxes.put(plan.name(), box);
        }
        watch.wake();
        return box;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        boxes.values().forEach(ProcessBox::close);
        watch.close();
        guardian.close();
        threads.shutdown();
        Leftovers.delete(instance);
        try {
            lock.close();
        } catch (IOException e) {
            throw new SandboxException("the sandbox could not release its directory", e);
        }
    }

    private ProcessBox newBox(BoxPlan plan) {
        try {
            Path directory = plan.directory().toRealPath();
            if (!Files.isDirectory(directory)) {
                throw new SandboxException("%s is no directory".formatted(directory));
            }
            Marker marker = Marker.of(instance.getFileName().toString(), plan.name());
            return new ProcessBox(
                    plan,
                    marker,
                    Launcher.of(plan, directory, marker, wrap(plan)),
                    new ProcessBox.Surroundings(instance, census, threads, events()));
        } catch (IOException e) {
            throw new SandboxException(
                    "box %s cannot use the directory %s".formatted(plan.name(), plan.directory()),
                    e);
        }
    }

    private Optional<Launcher.Wrap> wrap(BoxPlan plan) throws IOException {
        return switch (plan.isolation()) {
            case PROCESS -> Optional.empty();
            case BUBBLEWRAP, NO_NETWORK -> {
                if (!available().contains(plan.isolation())) {
                    throw new SandboxException(
                            "bubblewrap is not installed on this machine, or is not allowed to isolate"
                                    + (bubblewrap.isPresent() ? " the network" : ""));
                }
                yield Optional.of(
                        new Launcher.Wrap(
                                bubblewrap.orElseThrow(),
                                Files.createDirectory(temporaryOf(plan.name())),
                                plan.isolation() == Isolation.BUBBLEWRAP));
            }
        };
    }

    /// What is `/tmp` in a box that is isolated.
    private Path temporaryOf(String name) {
        return instance.resolve(name + ".tmp");
    }

    private ProcessBox.Events events() {
        return new ProcessBox.Events() {
            @Override
            public void deadlineMoved() {
                watch.wake();
            }

            @Override
            public void closed(String name) {
                if (Files.exists(temporaryOf(name))) {
                    Leftovers.delete(temporaryOf(name));
                }
                boxes.remove(name);
            }
        };
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            for (int round = 0; round < LOCK_ROUNDS; round++) {
                if (channel.tryLock() != null) {
                    return channel;
                }
                Kernel.poll(LOCK_ROUND_MILLIS);
            }
        } catch (OverlappingFileLockException e) {
            // Another one in this process.
        }
        channel.close();
        throw new SandboxException(
                "another sandbox uses the directory %s".formatted(file.getParent()));
    }

    private static void clearEarlier(Path state) throws IOException {
        try (DirectoryStream<Path> earlier = Files.newDirectoryStream(state, Files::isDirectory)) {
            earlier.forEach(Leftovers::clear);
        }
    }

    private static String newInstance() {
        byte[] bytes = new byte[INSTANCE_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
