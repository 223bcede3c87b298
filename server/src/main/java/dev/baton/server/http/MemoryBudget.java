package dev.baton.server.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// How much memory requests may hold at once, in bytes and for the whole process: bodies while they are read and parsed, answers
/// while they are built. Counts alone bound nothing where one request may be a thousand
/// times as large as another.
///
/// Any thread may call it.
public final class MemoryBudget {
    /// Who holds it. None can use up what another needs: heartbeats pass while users are told to wait.
    public enum Share {
        /// What users send, while it arrives, and what they are answered.
        USERS(5),
        /// What users sent, once it is whole. Apart from what arrives, so that no two bodies wait for each other's memory.
        PARSING(6),
        /// What runners send and fetch beside their lease messages.
        UPLOADS(4),
        /// Lease messages over plain HTTP.
        LEASES(1);

        private static final int PARTS = 16;

        private final int parts;

        Share(int parts) {
            this.parts = parts;
        }
    }

    private final Map<Share, Account> accounts = new EnumMap<>(Share.class);

    /// How much of a share is held.
    private static final class Account {
        final long most;
        long held;

        Account(long most) {
            this.most = most;
        }
    }

    public MemoryBudget(long bytes) {
        for (Share share : Share.values()) {
            accounts.put(share, new Account(bytes / Share.PARTS * share.parts));
        }
    }

    /// Half of the heap: the rest is for what is remembered, what is committed, and garbage.
    public static long defaultBytes() {
        return Runtime.getRuntime().maxMemory() / 2;
    }

    /// The most that a share can ever give.
    public long most(Share share) {
        return account(share).most;
    }

    /// How much of a share is held at the moment.
    public long held(Share share) {
        Account account = account(share);
        synchronized (account) {
            return account.held;
        }
    }

    /// Holds so much more, if there is room for it at once.
    public boolean tryHold(Share share, long bytes) {
        Account account = account(share);
        synchronized (account) {
            if (bytes > account.most - account.held) {
                return false;
            }
            account.held += bytes;
            return true;
        }
    }

    /// Holds so much more, as soon as there is room for it.
    ///
    /// @return false if there was none in time
    public boolean hold(Share share, long bytes, long longestNanos) throws InterruptedException {
        if (tryHold(share, bytes)) {
            return true;
        }
        Account account = account(share);
        if (bytes > account.most) {
            return false;
        }
        long deadline = System.nanoTime() + longestNanos;
        synchronized (account) {
            while (bytes > account.most - account.held) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(account, left);
            }
            account.held += bytes;
            return true;
        }
    }

    public void release(Share share, long bytes) {
        if (bytes == 0) {
            return;
        }
        Account account = account(share);
        synchronized (account) {
            account.held -= bytes;
            account.notifyAll();
        }
    }

    private Account account(Share share) {
        Account account = accounts.get(share);
        if (account == null) {
            throw new IllegalStateException("every share has an account");
        }
        return account;
    }
}
