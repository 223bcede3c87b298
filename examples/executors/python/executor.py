"""An executor with nothing but Python's standard library (3.11 or newer).

Handlers are plain functions, which run in threads and may take their time, or coroutines, which can be cancelled besides. Start
it with RRQ_EXECUTOR_SOCKET=/some/path or RRQ_EXECUTOR_TCP_SOCKET=127.0.0.1:PORT in its environment.
"""

import asyncio
import contextvars
import inspect
import io
import ipaddress
import json
import os
import signal
import socket
import stat
import sys
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone

MOST_BYTES = 16 << 20
MOST_THREADS = 64
STOP_GRACE_SECONDS = 10


class Retry(Exception):
    """Asks for another attempt after some seconds."""

    def __init__(self, message, after):
        super().__init__(message)
        self.after = after


# What can be called.


def echo(*args, **kwargs):
    return args[0] if len(args) == 1 and not kwargs else {"args": args, "kwargs": kwargs}


def add(a, b):
    return a + b


async def sleep(seconds):
    await asyncio.sleep(seconds)
    return seconds


def work(seconds):
    time.sleep(seconds)
    return seconds


def fail(message="failed on purpose"):
    raise RuntimeError(message)


def retry(after=1.0):
    raise Retry("not yet", after)


def crash():
    os._exit(1)


def say(text, seconds=0):
    print(text)
    time.sleep(seconds)
    print(text, file=sys.stderr)


HANDLERS = {f.__name__: f for f in (echo, add, sleep, work, fail, retry, crash, say)}


# What handlers print. A runner that wants to know whose it is says how lines are to be marked.

CALL = contextvars.ContextVar("the id of the request that is handled", default=None)


class Marked(io.BufferedIOBase):
    """Writes what handlers print line by line, each with the id of its request; and what others print as it is."""

    PIECE = 4000  # with its mark it is what a pipe takes in one piece

    def __init__(self, fd, mark):
        self.fd = fd
        self.beginning = b"\x1e" + mark.encode() + b" "
        self.begun = {}  # lines that have not ended, by request
        self.lock = threading.RLock()

    def writable(self):
        return True

    def fileno(self):
        return self.fd

    def write(self, data):
        id, size = CALL.get(), len(data)
        with self.lock:
            if id is None:
                self.write_all(bytes(data))
                return size
            *lines, rest = (self.begun.pop(id, b"") + bytes(data)).split(b"\n")
            for line in lines:
                while len(line) > self.PIECE:
                    self.record(id, b"+", line[: self.PIECE])
                    line = line[self.PIECE :]
                self.record(id, b" ", line)
            self.begun[id] = rest
            if not rest or len(rest) > self.PIECE:
                self.end(id)
        return size

    def flush(self):
        self.end(CALL.get())

    def end(self, id):
        """Writes what there is of a line that has not ended."""
        with self.lock:
            rest = self.begun.pop(id, b"")
            for at in range(0, len(rest), self.PIECE):
                self.record(id, b"+", rest[at : at + self.PIECE])

    def record(self, id, kind, text):
        self.write_all(self.beginning + id.encode() + kind + text + b"\n")

    def write_all(self, data):
        while data:
            data = data[os.write(self.fd, data) :]


MARK = os.environ.pop("BATON_OUTPUT_MARK", "")
MARKED = [Marked(fd, MARK) for fd in (1, 2) if MARK]
if MARKED:
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(marked, "utf-8", "backslashreplace", newline="\n", write_through=True) for marked in MARKED
    )


# The protocol.

encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def outcome(request, status, result=None, error=None, retry_after=None):
    payload = {
        "job_id": request.get("job_id", ""),
        "request_id": request["request_id"],
        "status": status,
        "result": result,
        "error": error,
        "retry_after_seconds": retry_after,
    }
    body = encode({"type": "response", "payload": payload}).encode()
    if len(body) > MOST_BYTES:
        return failed(request, "result_too_large", f"expected at most {MOST_BYTES} bytes, got {len(body)}")
    return len(body).to_bytes(4, "big") + body


def failed(request, type, message, status="error"):
    return outcome(request, status, error={"message": message, "type": type})


def raised(request, e):
    if isinstance(e, Retry):
        return outcome(request, "retry", error={"message": str(e), "type": "retry"}, retry_after=e.after)
    return failed(request, type(e).__name__, str(e))


def problem(request):
    """What is wrong with a request or cancel, or None."""
    if request.get("protocol_version") != "1":
        return f"protocol_version: expected '1', got {request.get('protocol_version')!r}"
    for name, kind in (("job_id", str), ("function_name", str), ("args", list), ("kwargs", dict), ("context", dict)):
        if not isinstance(request.get(name), kind):
            return f"{name}: expected {kind.__name__}, got {type(request.get(name)).__name__}"
    return None


class Connection(asyncio.Protocol):
    in_flight = {}  # of all connections, by request id: (job id, connection, task or None if it is in a thread)
    threads = ThreadPoolExecutor(MOST_THREADS)

    def connection_made(self, transport):
        self.transport = transport
        self.loop = asyncio.get_running_loop()
        self.buffer = bytearray()
        self.answers = deque()  # (request id, frame): threads add, the loop takes
        self.is_answering = False

    def data_received(self, data):
        self.buffer += data
        at, size = 0, len(self.buffer)
        try:
            while size - at >= 4:
                length = int.from_bytes(self.buffer[at : at + 4], "big")
                if not 0 < length <= MOST_BYTES:
                    raise ValueError(f"expected a frame of 1 to {MOST_BYTES} bytes, got {length}")
                if size - at < 4 + length:
                    break
                self.message(json.loads(self.buffer[at + 4 : at + 4 + length].decode("utf-8")))
                at += 4 + length
        except (ValueError, RecursionError) as e:
            print(f"connection closed: {e}", file=sys.stderr, flush=True)
            self.answer_all()
            self.transport.close()
        del self.buffer[:at]

    def answer(self, request, frame):
        """Has it sent, with all that is answered until the loop gets to it. For any thread."""
        for marked in MARKED:
            if marked.begun:
                marked.end(request["request_id"])
        self.answers.append((request["request_id"], frame))
        if not self.is_answering:
            self.is_answering = True
            self.loop.call_soon_threadsafe(self.answer_all)

    def answer_all(self):
        self.is_answering = False  # before the look: what comes after it is told again
        frames = []
        while self.answers:
            id, frame = self.answers.popleft()
            self.in_flight.pop(id, None)
            frames.append(frame)
        if frames and not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    def message(self, envelope):
        kind = envelope.get("type") if isinstance(envelope, dict) else None
        payload = envelope.get("payload") if kind in ("request", "cancel") else None
        if not isinstance(payload, dict):
            raise ValueError("expected a request or a cancel with a payload")
        if kind == "cancel":
            if payload.get("protocol_version", "1") == "1":  # some callers leave it out
                self.cancel(payload.get("job_id"), payload.get("request_id"))
        elif not isinstance(payload.get("request_id"), str):
            raise ValueError("expected a request with a request_id")
        elif payload["request_id"] not in self.in_flight:
            self.request(payload)

    def request(self, request):
        wrong = problem(request)
        handler = HANDLERS.get(request.get("function_name"))
        if wrong:
            self.answer(request, failed(request, "protocol_error", wrong))
        elif not handler:
            self.answer(request, failed(request, "handler_not_found", f"there is no handler {request['function_name']}"))
        elif inspect.iscoroutinefunction(handler):
            task = self.loop.create_task(self.execute(request, handler))
            self.in_flight[request["request_id"]] = (request["job_id"], self, task)
        else:
            self.in_flight[request["request_id"]] = (request["job_id"], self, None)
            self.threads.submit(self.call, request, handler)

    def call(self, request, handler):
        """Runs a plain function, in a thread. Nothing can end it but itself: no cancel, and no deadline but the runner's."""
        CALL.set(request["request_id"])
        try:
            answer = outcome(request, "success", handler(*request["args"], **request["kwargs"]))
        except BaseException as e:
            answer = raised(request, e)
        self.answer(request, answer)

    async def execute(self, request, handler):
        CALL.set(request["request_id"])
        try:
            async with asyncio.timeout(seconds_left(request)) as deadline:
                result = await handler(*request["args"], **request["kwargs"])
            answer = outcome(request, "success", result)
        except asyncio.CancelledError:
            answer = failed(request, "cancelled", "the call was cancelled")
        except Exception as e:
            if isinstance(e, TimeoutError) and deadline.expired():
                answer = failed(request, "timeout", "the deadline has passed", status="timeout")
            else:
                answer = raised(request, e)
        self.answer(request, answer)

    def cancel(self, job_id, request_id):
        for id, (job, _, task) in list(self.in_flight.items()):
            if task and job == job_id and request_id in (None, id):
                task.cancel()

    def connection_lost(self, _):
        for _, connection, task in list(self.in_flight.values()):
            if task and connection is self:
                task.cancel()

    # A caller that does not read its answers is not read from either.

    def pause_writing(self):
        self.transport.pause_reading()

    def resume_writing(self):
        self.transport.resume_reading()


def seconds_left(request):
    deadline = request["context"].get("deadline")
    if deadline is None:
        return None
    end = datetime.fromisoformat(deadline.replace("Z", "+00:00"))
    return max(0.0, (end - datetime.now(timezone.utc)).total_seconds())


# Where to listen.


def remove_stale(path):
    """Removes a socket with nobody behind it, and nothing else."""
    try:
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            sys.exit(f"{path} is not a socket: remove it, or choose another path")
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
        else:
            sys.exit(f"somebody else listens at {path}")


async def listen(loop):
    path, tcp = (os.environ.get(name, "") for name in ("RRQ_EXECUTOR_SOCKET", "RRQ_EXECUTOR_TCP_SOCKET"))
    if bool(path) == bool(tcp):
        print("expected exactly one of RRQ_EXECUTOR_SOCKET and RRQ_EXECUTOR_TCP_SOCKET", file=sys.stderr)
        sys.exit(2)
    if path:
        remove_stale(path)
        os.umask(0o177)  # the socket is for its owner
        return await loop.create_unix_server(Connection, path, backlog=1024)
    host, _, port = tcp.rpartition(":")
    host = host.strip("[]")
    if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
        print(f"expected an address of this machine only, got {host}", file=sys.stderr)
        sys.exit(2)
    return await loop.create_server(Connection, "127.0.0.1" if host == "localhost" else host, int(port), backlog=1024)


async def main():
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    server = await listen(loop)
    await stop.wait()
    server.close()
    by = time.monotonic() + STOP_GRACE_SECONDS
    while Connection.in_flight and time.monotonic() < by:
        await asyncio.sleep(0.01)
    path = os.environ.get("RRQ_EXECUTOR_SOCKET")
    if path and os.path.exists(path):
        os.unlink(path)
    if Connection.in_flight:
        sys.stdout.flush()
        os._exit(0)  # with whatever still runs in a thread


asyncio.run(main())
