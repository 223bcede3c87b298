package dev.baton.chaos.load;

import java.util.List;

/// What a job is made of.
sealed interface Work {
    /// A step.
    ///
    /// @param lines what it does between its first note and its last
    record Script(String lines) implements Work {
        /// Each execution notes its beginning and its end.
        String whole() {
            return """
            evidence=$CHAOS_EVIDENCE/$BATON_JOB_ID
            say() { echo "$1 $BATON_EPOCH $BATON_ATTEMPT ${EPOCHREALTIME:-$(date +%%s.%%6N)}" >> "$evidence"; }
            say start
            %s
            say end
            """
                    .formatted(lines);
        }
    }

    /// A call of a function. The program of the executors knows all of them, and all tricks.
    ///
    /// @param function with its executor
    /// @param arguments each a choice: a call draws one of them
    /// @param seconds how long one attempt may take
    record Call(String function, List<Object> arguments, int seconds) implements Work {
        public Call {
            arguments = List.copyOf(arguments);
        }

        Object argument(int number) {
            return arguments.get(Math.floorMod(number, arguments.size()));
        }
    }
}
