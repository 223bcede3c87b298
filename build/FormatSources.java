import com.google.googlejavaformat.java.Main;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Formats every Java source of the project, or says which ones need it. Run by the build and by `./format`:
///
///     java -cp google-java-format.jar build/FormatSources.java check|replace ROOT
class FormatSources {

    public static void main(String[] args) throws Exception {
        boolean check = args[0].equals("check");
        List<String> sources = sourcesUnder(Path.of(args[1]));

        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--aosp",
                                "--skip-javadoc-formatting",
                                "--skip-reflowing-long-strings"));
        options.addAll(
                check ? List.of("--dry-run", "--set-exit-if-changed") : List.of("--replace"));
        options.addAll(sources);

        var out = new PrintWriter(System.out, true);
        var err = new PrintWriter(System.err, true);
        int status = new Main(out, err, System.in).format(options.toArray(String[]::new));
        if (check && status != 0) {
            System.err.println("The files named above are not formatted: run ./format");
        }
        System.exit(status);
    }

    private static List<String> sourcesUnder(Path root) throws IOException {
        List<String> sources = new ArrayList<>();
        try (Stream<Path> top = Files.list(root)) {
            for (Path module : top.sorted().toList()) {
                for (String part : List.of("src/main/java", "src/test/java")) {
                    collect(module.resolve(part), sources);
                }
            }
        }
        collect(root.resolve("build"), sources);
        return sources;
    }

    private static void collect(Path directory, List<String> sources) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(Path::toString)
                    .forEach(sources::add);
        }
    }
}
