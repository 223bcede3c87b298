package dev.baton.supervisor.notice;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;

/// What the cloud that owns this machine tells those who ask at its metadata address.
public final class CloudNotice implements NoticeSource, AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// What Google gives to a machine from the moment it says so.
    private static final Duration GOOGLE_LEFT = Duration.ofSeconds(30);

    private static final Set<String> AZURE_ENDS =
            Set.of("Preempt", "Terminate", "Redeploy", "Reboot");
    private static final String AWS_TOKEN_SECONDS = "300";

    private final Cloud cloud;
    private final URI address;
    private final InstantSource clock;
    private final Metadata metadata = new Metadata();

    /// The clouds, each with its own way to say it.
    public enum Cloud {
        AWS("http://169.254.169.254"),
        GOOGLE("http://metadata.google.internal"),
        AZURE("http://169.254.169.254");

        private final String usualAddress;

        Cloud(String usualAddress) {
            this.usualAddress = usualAddress;
        }

        public URI usualAddress() {
            return URI.create(usualAddress);
        }
    }

    public CloudNotice(Cloud cloud, URI address, InstantSource clock) {
        this.cloud = cloud;
        this.address = address;
        this.clock = clock;
    }

    @Override
    public String name() {
        return cloud.name();
    }

    @Override
    public Optional<TerminationNotice> ask() throws IOException, InterruptedException {
        try {
            return switch (cloud) {
                case AWS -> aws();
                case GOOGLE -> google();
                case AZURE -> azure();
            };
        } catch (JacksonException | DateTimeException e) {
            throw new IOException(
                    "expected a notice as %s writes them, got something else".formatted(cloud), e);
        }
    }

    private Optional<TerminationNotice> aws() throws IOException, InterruptedException {
        var token =
                metadata.ask(
                        Metadata.request(address.resolve("/latest/api/token"))
                                .header("X-aws-ec2-metadata-token-ttl-seconds", AWS_TOKEN_SECONDS)
                                .PUT(BodyPublishers.noBody()));
        var question = Metadata.request(address.resolve("/latest/meta-data/spot/instance-action"));
        if (token.isOk()) {
            question.header("X-aws-ec2-metadata-token", token.body().strip());
        }
        var answer = metadata.ask(question);
        if (!answer.isOk()) {
            return Optional.empty();
        }
        JsonNode action = JSON.readTree(answer.body());
        return Optional.of(
                notice(
                        "AWS announced: " + action.path("action").asString("end"),
                        time(action.path("time").asString(""), DateTimeFormatter.ISO_INSTANT)));
    }

    private Optional<TerminationNotice> google() throws IOException, InterruptedException {
        var answer =
                metadata.ask(
                        Metadata.request(address.resolve("/computeMetadata/v1/instance/preempted"))
                                .header("Metadata-Flavor", "Google"));
        return answer.isOk() && answer.body().strip().equals("TRUE")
                ? Optional.of(
                        notice("Google announced: preempted", clock.instant().plus(GOOGLE_LEFT)))
                : Optional.empty();
    }

    private Optional<TerminationNotice> azure() throws IOException, InterruptedException {
        var answer =
                metadata.ask(
                        Metadata.request(
                                        address.resolve(
                                                "/metadata/scheduledevents?api-version=2020-07-01"))
                                .header("Metadata", "true"));
        if (!answer.isOk()) {
            return Optional.empty();
        }
        for (JsonNode event : JSON.readTree(answer.body()).path("Events")) {
            String type = event.path("EventType").asString("");
            if (AZURE_ENDS.contains(type)) {
                return Optional.of(
                        notice(
                                "Azure announced: " + type,
                                time(
                                        event.path("NotBefore").asString(""),
                                        DateTimeFormatter.RFC_1123_DATE_TIME)));
            }
        }
        return Optional.empty();
    }

    private static TerminationNotice notice(String reason, @Nullable Instant deadline) {
        return new TerminationNotice(reason, false, deadline);
    }

    private static @Nullable Instant time(String text, DateTimeFormatter form) {
        return text.isEmpty() ? null : form.parse(text, Instant::from);
    }

    @Override
    public void close() {
        metadata.close();
    }
}
