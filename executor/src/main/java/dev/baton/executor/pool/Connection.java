package dev.baton.executor.pool;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/// One connection to a process. It never blocks: whoever has a request writes it, with all others that wait, unless somebody is writing
/// already; what the process is too slow to take is written later, by the thread of the [Dialogue], which also reads.
final class Connection implements Talk.Way {
    /// How much is written at a time: the JDK keeps a buffer as large as the largest write, for each thread.
    private static final int PIECE = 64 << 10;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final FrameAssembly assembly = new FrameAssembly();
    private final Queue<Exchange> waiting = new ConcurrentLinkedQueue<>();

    /// Whether somebody writes. Until it is connected, nobody may.
    private final AtomicBoolean writing;

    /// What is being written, and where several requests become one write; for whoever writes.
    private ByteBuffer batch = ByteBuffer.allocate(0);

    private @Nullable ByteBuffer gathered;

    private Connection(SocketChannel channel, Selector selector, boolean isConnected)
            throws IOException {
        this.channel = channel;
        this.writing = new AtomicBoolean(!isConnected);
        this.key = channel.register(selector, 0);
    }

    /// Connects, or begins to.
    static Connection open(SocketAddress address, Selector selector) throws IOException {
        boolean isUnix = address instanceof UnixDomainSocketAddress;
        SocketChannel channel =
                SocketChannel.open(
                        isUnix ? StandardProtocolFamily.UNIX : StandardProtocolFamily.INET);
        try {
            channel.configureBlocking(false);
            if (!isUnix) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            boolean isConnected = channel.connect(address);
            var connection = new Connection(channel, selector, isConnected);
            connection.listen(isConnected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
            return connection;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Only now is it known to the thread of the dialogue: not before all of it is there.
    private void listen(int first) {
        key.attach(this);
        key.interestOps(first);
        key.selector().wakeup();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public FrameAssembly assembly() {
        return assembly;
    }

    int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    /// Sends a request, now or as soon as the process takes it.
    void send(Exchange exchange) throws IOException {
        waiting.add(exchange);
        write();
        // What was sent may be answered, and the connection closed, by now.
        if (!exchange.isDispatched() && !channel.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    /// The process can be written to again, or for the first time. For the thread of the dialogue, whose turn it is.
    void goOn() throws IOException {
        if (key.isConnectable()) {
            channel.finishConnect();
        }
        if (flush()) {
            key.interestOps(SelectionKey.OP_READ);
            writing.set(false);
            write();
        } else {
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is closed all the same.
        }
    }

    private void write() throws IOException {
        while (!waiting.isEmpty() && writing.compareAndSet(false, true)) {
            if (!flush()) {
                // It is the dialogue's turn now.
                key.interestOpsOr(SelectionKey.OP_WRITE);
                key.selector().wakeup();
                return;
            }
            writing.set(false);
        }
    }

    /// Writes all that waits.
    ///
    /// @return whether it was taken
    private boolean flush() throws IOException {
        while (true) {
            if (!batch.hasRemaining()) {
                Exchange first = waiting.peek();
                if (first == null) {
                    return true;
                }
                if (!channel.isOpen()) {
                    throw new ClosedChannelException();
                }
                waiting.remove();
                batch = gather(first.dispatch());
            }
            int end = batch.limit();
            batch.limit(Math.min(end, batch.position() + PIECE));
            channel.write(batch);
            boolean isTaken = !batch.hasRemaining();
            batch.limit(end);
            if (!isTaken) {
                return false;
            }
        }
    }

    /// A frame with those that wait behind it, as far as there is room.
    private ByteBuffer gather(byte[] frame) {
        Exchange next = waiting.peek();
        if (next == null || frame.length + next.frameLength() > PIECE) {
            return ByteBuffer.wrap(frame);
        }
        ByteBuffer all = gathered == null ? ByteBuffer.allocate(PIECE) : gathered.clear();
        gathered = all;
        all.put(frame);
        while (next != null && next.frameLength() <= all.remaining()) {
            waiting.remove();
            all.put(next.dispatch());
            next = waiting.peek();
        }
        return all.flip();
    }
}
