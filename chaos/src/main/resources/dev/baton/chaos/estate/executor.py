"""The executors of a chaos: they do what a call asks for, and that may be a trick. Standard library only.

Each execution notes what happens to it in a file of its job, outside of everything that Baton looks after:

    WORD REQUEST RUNNER SECONDS     start, beat, end (the answer is about to be sent) or stop (it was cancelled)
"""

import datetime
import json
import os
import socket
import struct
import sys
import threading
import time

BEAT_SECONDS = 0.25
NOBODYS_ID = "00000000-0000-4000-8000-000000000000"
TOO_LONG_FOR_A_FRAME = 17 << 20
TOO_LONG_TO_BE_KEPT = 1 << 20

running = {}  # request id -> Execution, of all connections
running_lock = threading.Lock()


class Execution:
    """One request, from its arrival to its answer."""

    def __init__(self, connection, request):
        self.connection = connection
        self.request = request
        self.attempt = request["context"]["attempt"]
        self.cancelled = threading.Event()
        self.file = os.path.join(os.environ["CHAOS_EVIDENCE"], request["job_id"] + ".calls")

    def note(self, word):
        runner = self.request["context"]["worker_id"]
        line = f"{word} {self.request['request_id']} {runner} {time.time():.6f}\n"
        with open(self.file, "a") as file:
            file.write(line)

    def run(self):
        self.note("start")
        with running_lock:
            running[self.request["request_id"]] = self
        try:
            name = self.request["function_name"]
            handler = HANDLERS.get(name)
            if handler is None:
                self.fail("handler_not_found", f"there is no handler {name}")
            else:
                handler(self, *self.request["args"])
        except OSError:
            pass  # the runner is gone, or does not want to hear of it any more
        finally:
            with running_lock:
                running.pop(self.request["request_id"], None)

    def sleep(self, seconds):
        """Whether nobody cancelled it meanwhile. Shows all the while that it is alive."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.cancelled.wait(min(left, BEAT_SECONDS)):
                return False
            self.note("beat")
        return True

    def answer(self, status="success", result=None, error=None, after=None, **instead):
        payload = {
            "job_id": self.request["job_id"],
            "request_id": self.request["request_id"],
            "status": status,
            "result": result,
            "error": error,
            "retry_after_seconds": after,
        }
        self.connection.frame(json.dumps({"type": "response", "payload": payload | instead}))

    def succeed(self):
        """The result says which execution it is of."""
        self.note("end")
        self.answer(result=self.own_result())

    def own_result(self):
        return {"job": self.request["job_id"], "request": self.request["request_id"]}

    def fail(self, type, message):
        self.note("end")
        self.answer("error", error={"message": message, "type": type})

    def stop(self):
        self.note("stop")
        self.answer("error", error={"message": "it was cancelled", "type": "cancelled"})


# What goes well.


def work(execution, seconds):
    if execution.sleep(seconds):
        execution.succeed()
    else:
        execution.stop()


def ask_again(execution, attempts):
    """Wants so many attempts."""
    if execution.attempt < attempts:
        execution.note("end")
        execution.answer("retry", error={"message": "not yet"}, after=0.1)
    else:
        execution.succeed()


def slip(execution, trick):
    """Plays a trick, once."""
    if execution.attempt == 1:
        TRICKS[trick](execution)
    else:
        execution.succeed()


def play(execution, trick):
    """Plays a trick, whenever it is called."""
    TRICKS[trick](execution)


# Tricks.


def crash(execution):
    os._exit(7)


def leave(execution):
    os._exit(0)


def hang(execution):
    work(execution, 3600)


def ignore_cancel(execution):
    while True:
        time.sleep(BEAT_SECONDS)
        execution.note("beat")


def answer_late(execution):
    """Answers when it is told to stop and its time is over, as if nothing had been said."""
    over = datetime.datetime.fromisoformat(execution.request["context"]["deadline"]).timestamp()
    while not execution.cancelled.is_set() or time.time() < over:
        time.sleep(BEAT_SECONDS)
        execution.note("beat")
    execution.succeed()


def answer_twice(execution):
    execution.succeed()
    execution.answer("error", error={"message": "it is not well after all"})


def answer_for_nobody(execution):
    execution.note("end")
    execution.answer(result="whose?", request_id=NOBODYS_ID)
    execution.answer(result=execution.own_result())


def answer_for_another(execution):
    """With the request of another call, if there is one, and the job of this one."""
    with running_lock:
        others = [id for id in running if id != execution.request["request_id"]]
    execution.answer(result="whose?", request_id=others[0] if others else NOBODYS_ID)
    hang(execution)


def answer_another_job(execution):
    execution.answer(result="whose?", job_id="job_0")


def answer_garbage(execution):
    execution.connection.frame(b"\x00\xff this is no JSON")


def answer_nothing(execution):
    execution.connection.send(struct.pack(">I", 0))


def answer_half(execution):
    execution.connection.send(struct.pack(">I", 100) + b'{"type": "resp')
    execution.connection.close()


def hang_up(execution):
    execution.connection.close()


def answer_too_long_a_frame(execution):
    execution.connection.send(struct.pack(">I", TOO_LONG_FOR_A_FRAME) + b"x" * TOO_LONG_FOR_A_FRAME)


def answer_too_long_a_result(execution):
    execution.note("end")
    execution.answer(result="x" * TOO_LONG_TO_BE_KEPT)


HANDLERS = {each.__name__: each for each in (work, ask_again, slip, play)}
TRICKS = {
    each.__name__: each
    for each in (
        crash,
        leave,
        hang,
        ignore_cancel,
        answer_late,
        answer_twice,
        answer_for_nobody,
        answer_for_another,
        answer_another_job,
        answer_garbage,
        answer_nothing,
        answer_half,
        hang_up,
        answer_too_long_a_frame,
        answer_too_long_a_result,
    )
}


# The protocol.


class Connection:
    def __init__(self, sock):
        self.sock = sock
        self.lock = threading.Lock()

    def read(self, length):
        data = bytearray()
        while len(data) < length:
            part = self.sock.recv(length - len(data))
            if not part:
                raise ConnectionError("the other side is gone")
            data += part
        return bytes(data)

    def send(self, data):
        with self.lock:
            self.sock.sendall(data)

    def frame(self, text):
        data = text.encode() if isinstance(text, str) else text
        self.send(struct.pack(">I", len(data)) + data)

    def close(self):
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.sock.close()

    def serve(self):
        try:
            while True:
                (length,) = struct.unpack(">I", self.read(4))
                envelope = json.loads(self.read(length))
                if envelope["type"] == "cancel":
                    cancel(envelope["payload"])
                else:
                    execution = Execution(self, envelope["payload"])
                    threading.Thread(target=execution.run, daemon=True).start()
        except OSError:
            self.close()


def cancel(payload):
    with running_lock:
        for request_id, execution in running.items():
            if execution.request["job_id"] == payload["job_id"] and payload.get("request_id") in (None, request_id):
                execution.cancelled.set()


def listen():
    path = os.environ.get("RRQ_EXECUTOR_SOCKET")
    if path:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
    else:
        host, port = os.environ["RRQ_EXECUTOR_TCP_SOCKET"].split(":")
        listener = socket.socket(socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, int(port)))
    listener.listen(128)
    return listener


def main():
    listener = listen()
    while True:
        connection = Connection(listener.accept()[0])
        threading.Thread(target=connection.serve, daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
