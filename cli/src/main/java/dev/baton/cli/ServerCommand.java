package dev.baton.cli;

import dev.baton.server.Carriers;
import dev.baton.server.Orchestrator;
import dev.baton.server.config.ServerConfig;
import dev.baton.server.config.ServerSetting;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/// `baton server`: runs an orchestrator until it is told to stop.
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        description = {"Runs an orchestrator until it is told to stop.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton server",
            "  baton server --data /var/lib/baton --host 0.0.0.0 --set lease.ttl=60s",
            "  baton server --postgres jdbc:postgresql://db/baton --config /etc/baton.toml",
            "",
            "A setting is looked for in the file, then in the environment (BATON_LEASE_TTL for",
            "lease.ttl), then among the options: the last one counts."
        })
final class ServerCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private StoreOptions store;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "listen here (127.0.0.1)")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "PORT", description = "listen here (7420; 0: any free)")
    private @Nullable String port;

    @Override
    public Integer call() throws InterruptedException {
        Carriers.provide();
        PrintWriter out = spec.commandLine().getOut();
        ServerConfig config = read();
        // Before the first line is logged: logback.xml reads them.
        System.setProperty("baton.log.format", config.logging().format());
        System.setProperty("baton.log.level", config.logging().level());
        var stopped = new CountDownLatch(1);
        var orchestrator = Orchestrator.start(config, InstantSource.system());
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform()
                                .name("shutdown")
                                .unstarted(
                                        () -> {
                                            orchestrator.close();
                                            stopped.countDown();
                                        }));
        orchestrator
                .adminTokenFile()
                .ifPresent(token -> out.println("The first admin token is in " + token));
        out.println("Listening on " + orchestrator.address());
        out.flush();
        stopped.await();
        return 0;
    }

    private ServerConfig read() {
        return ServerConfig.read(
                store.sources(
                        sources -> {
                            StoreOptions.flag(sources, ServerSetting.SERVER_HOST, host);
                            StoreOptions.flag(sources, ServerSetting.SERVER_PORT, port);
                        }));
    }
}
