package dev.baton.executor;

class TcpExecutorTest extends ExecutorContract {
    @Override
    ExecutorAddress address() {
        return ExecutorAddress.tcp("127.0.0.1:0");
    }
}
