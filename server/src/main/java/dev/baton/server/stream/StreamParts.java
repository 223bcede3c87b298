package dev.baton.server.stream;

import dev.baton.core.LeaseTerms;
import dev.baton.server.runner.GiveBack;
import dev.baton.server.runner.Grants;
import dev.baton.server.runner.RunnerRegister;
import dev.baton.store.Engine;

import java.time.InstantSource;

/// What all streams share.
public record StreamParts(
        Engine engine,
        Grants grants,
        GiveBack giveBack,
        Streams streams,
        RunnerRegister register,
        LeaseTerms terms,
        InstantSource clock) {}
