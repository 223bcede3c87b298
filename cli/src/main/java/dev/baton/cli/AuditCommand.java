package dev.baton.cli;

import dev.baton.store.AuditReport;
import dev.baton.store.AuditVerification;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;

/// `baton audit`: the audit trails of a whole store as evidence. The trail of one job is `baton job audit`.
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        subcommands = AuditCommand.Verify.class,
        description = {"Checks the audit trails of a store.", ""},
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton audit verify --data /var/lib/baton",
            "  baton audit verify --postgres jdbc:postgresql://db/baton --json"
        })
final class AuditCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "verify?");
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = {
                "Checks that every line of every audit trail is what was written, is what the rules",
                "decide, and leads to what the store says. Reads one snapshot and changes nothing, also",
                "while orchestrators work on the store. The exit status is 1 if something is wrong.",
                ""
            },
            sortOptions = false,
            optionListHeading = "Options:%n")
    static final class Verify implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private StoreOptions store;

        @Option(
                names = "--terms",
                description = {
                    "also check that nothing was swept sooner than lease.* allows;",
                    "for stores whose lease.* settings have always been these"
                })
        private boolean terms;

        @Option(names = "--json", description = "print the figures as JSON, as the last line")
        private boolean json;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            var config = store.config();
            AuditReport report =
                    AuditVerification.of(
                            config.store(), terms ? config.lease() : null, out::println);
            out.printf(
                    Locale.ROOT,
                    "%,d jobs, %,d lines, %,d findings%n",
                    report.jobs(),
                    report.lines(),
                    report.findings());
            if (report.unvouched() > 0) {
                out.printf(
                        Locale.ROOT,
                        "%,d lines of an older version do not cover the rows that they are about%n",
                        report.unvouched());
            }
            if (json) {
                out.println(
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("jobs", report.jobs())
                                .put("lines", report.lines())
                                .put("findings", report.findings())
                                .put("lines_without_evidence", report.unvouched()));
            }
            out.flush();
            return report.isClean() ? 0 : 1;
        }
    }
}
