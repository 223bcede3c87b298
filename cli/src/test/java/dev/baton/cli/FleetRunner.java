package dev.baton.cli;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/// A runner of the fleet: it does with each job what the job's only step says.
record FleetRunner(Fleet fleet, String name, FleetLink link) implements Runnable {
    private static final Duration BEAT = Duration.ofMillis(200);

    /// What can become of an attempt.
    enum Part {
        SUCCEED,
        /// Fails twice.
        FAIL_AT_FIRST,
        FAIL,
        /// Its first runner is not heard of again.
        VANISH_AT_FIRST,
        /// Does not end by itself.
        HOLD
    }

    @Override
    public void run() {
        while (!fleet.isOver()) {
            JsonNode lease = link.next();
            if (lease != null) {
                execute(lease);
                link.forget(lease);
            }
        }
    }

    private void execute(JsonNode lease) {
        int attempt = lease.get("attempt").intValue();
        var part = Part.valueOf(lease.get("job_spec").get("steps").get(0).stringValue());
        var acked = link.say(lease, "AckLease", ",\"job_id\":" + lease.get("job_id"));
        if (!type(acked).equals("LeaseAcked")) {
            return;
        }
        switch (part) {
            case SUCCEED -> complete(lease, "SUCCEEDED");
            case FAIL -> complete(lease, "FAILED");
            case FAIL_AT_FIRST -> complete(lease, attempt <= 2 ? "FAILED" : "SUCCEEDED");
            case VANISH_AT_FIRST -> {
                if (attempt > 1) {
                    complete(lease, "SUCCEEDED");
                }
            }
            case HOLD -> hold(lease);
        }
    }

    private void complete(JsonNode lease, String status) {
        var reply = link.say(lease, "Complete", ",\"status\":\"%s\"".formatted(status));
        if (type(reply).equals("CompleteAck")) {
            fleet.saw(
                    new Fleet.Ack(
                            lease.get("job_id").stringValue(),
                            lease.get("epoch").intValue(),
                            name,
                            reply.path("final_status").asString("")));
        }
    }

    /// Beats until the job is canceled.
    private void hold(JsonNode lease) {
        fleet.holds(lease.get("job_id").stringValue());
        while (!fleet.isOver()) {
            var reply = link.say(lease, "Heartbeat", "");
            if (!type(reply).equals("HeartbeatAck")) {
                return;
            }
            if (reply.get("cancel_requested").booleanValue()) {
                link.say(lease, "CancelAck", ",\"final_status\":\"CANCELED\"");
                return;
            }
            fleet.pause(BEAT);
        }
    }

    private static String type(JsonNode message) {
        return message.path("type").asString("");
    }
}
