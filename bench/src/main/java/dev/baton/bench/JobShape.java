package dev.baton.bench;

/// What the jobs are that fill a queue. None of them does anything.
enum JobShape {
    PLAIN(""),
    /// Of one tenant that may have one job in flight.
    HOT(",\"gate\":{\"key\":\"hot-tenant\",\"limit\":1}");

    private final String fields;

    JobShape(String fields) {
        this.fields = fields;
    }

    /// A submission of so many of them.
    String run(int jobs) {
        var json = new StringBuilder(64 + jobs * 48);
        json.append("{\"name\":\"bench\",\"jobs\":");
        for (int i = 0; i < jobs; i++) {
            json.append(i == 0 ? '[' : ',')
                    .append("{\"name\":\"job-")
                    .append(i)
                    .append("\",\"steps\":[\"true\"]")
                    .append(fields)
                    .append('}');
        }
        return json.append("]}").toString();
    }
}
