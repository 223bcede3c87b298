package dev.baton.runner;

import dev.baton.executor.Executor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/// An executor whose handlers print, written with our own runtime, in a process of its own.
final class PrintingExecutor {
    private PrintingExecutor() {}

    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PrintingExecutor.class.getName());
    }

    public static void main(String[] unused) {
        System.exit(
                Executor.builder()
                        .handler(
                                "say",
                                (args, _) -> {
                                    System.out.println(args.get(0, String.class));
                                    System.err.print(args.get(0, String.class));
                                    return null;
                                })
                        .handler(
                                "raw",
                                (args, _) -> {
                                    System.out.writeBytes(
                                            HexFormat.of().parseHex(args.get(0, String.class)));
                                    return null;
                                })
                        .handler(
                                "flood",
                                (args, _) -> {
                                    int lines = args.get(0, int.class);
                                    for (int line = 0; line < lines; line += 1_000) {
                                        System.out.print(thousand(line));
                                    }
                                    return null;
                                })
                        .handler(
                                "die",
                                (args, _) -> {
                                    System.err.print(args.get(0, String.class));
                                    Runtime.getRuntime().halt(3);
                                    return null;
                                })
                        .handler(
                                "hold",
                                (args, _) -> {
                                    System.out.println(args.get(1, String.class) + " before");
                                    while (!Files.exists(Path.of(args.get(0, String.class)))) {
                                        Thread.onSpinWait();
                                    }
                                    System.out.println(args.get(1, String.class) + " after");
                                    return null;
                                })
                        .handler(
                                "elsewhere",
                                (args, _) -> {
                                    var other =
                                            Thread.ofPlatform()
                                                    .start(
                                                            () ->
                                                                    System.out.println(
                                                                            args.get(
                                                                                    0,
                                                                                    String.class)));
                                    other.join();
                                    return null;
                                })
                        .run());
    }

    private static String thousand(int first) {
        var lines = new StringBuilder();
        for (int line = first; line < first + 1_000; line++) {
            lines.append("%099d\n".formatted(line));
        }
        return lines.toString();
    }
}
