package dev.baton.cli;

import dev.baton.bench.BenchException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// What all of `baton bench` have in common: figures for people, and at the end for programs.
abstract class Measurement implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "print the figures as JSON, as the last line")
    private boolean json;

    /// Measures, and returns the figures by name.
    abstract ObjectNode measure() throws IOException, SQLException, InterruptedException;

    @Override
    public final Integer call() throws InterruptedException {
        try {
            ObjectNode figures = measure();
            if (json) {
                out().println(figures);
            }
            out().flush();
            return 0;
        } catch (BenchException | IOException | SQLException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        }
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /// Something made of the arguments, which may make no sense.
    final <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw misused(String.valueOf(e.getMessage()));
        }
    }

    final ParameterException misused(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
