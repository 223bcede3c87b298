"""An executor that does what it should not, as the name of the function says. Standard library only.

    misbehaving.py [START]      START: how it starts; see start() below

A line of its journal (the file named by JOURNAL, if that is set) is written for each thing that happened to it.
"""
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time

cancels = {}  # by job id, whoever comes first
cancels_lock = threading.Lock()
held = []  # requests whose answers wait for each other
held_lock = threading.Lock()


def note(*words):
    if "JOURNAL" in os.environ:
        with open(os.environ["JOURNAL"], "a") as journal:
            journal.write(" ".join(map(str, words)) + "\n")


def cancelled(job_id):
    with cancels_lock:
        return cancels.setdefault(job_id, threading.Event())


class Connection:
    def __init__(self, sock):
        self.sock = sock
        self.lock = threading.Lock()

    def read(self, length):
        data = b""
        while len(data) < length:
            part = self.sock.recv(length - len(data))
            if not part:
                return None
            data += part
        return data

    def send(self, data):
        with self.lock:
            self.sock.sendall(data)

    def frame(self, text):
        data = text.encode() if isinstance(text, str) else text
        self.send(struct.pack(">I", len(data)) + data)

    def envelope(self, kind, payload):
        self.frame(json.dumps({"type": kind, "payload": payload}))

    def answer(self, request, status="success", result=None, error=None, **more):
        payload = {
            "job_id": request["job_id"],
            "request_id": request["request_id"],
            "status": status,
            "result": result,
            "error": error,
            "retry_after_seconds": None,
        }
        payload.update(more)
        self.envelope("response", payload)

    def close(self):
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.sock.close()

    def serve(self):
        while True:
            header = self.read(4)
            if header is None:
                return
            envelope = json.loads(self.read(struct.unpack(">I", header)[0]))
            payload = envelope["payload"]
            if envelope["type"] == "cancel":
                note("cancel", payload["job_id"], "hard" if payload["hard_kill"] else "soft")
                cancelled(payload["job_id"]).set()
            else:
                threading.Thread(target=self.handle, args=(payload,), daemon=True).start()

    def handle(self, request):
        note("request", request["job_id"], request["function_name"])
        handler = globals().get("do_" + request["function_name"])
        if handler is None:
            error = {"message": "no such handler", "type": "handler_not_found"}
            self.answer(request, "error", error=error)
        else:
            handler(self, request)


# What goes well.


def do_echo(connection, request):
    connection.answer(request, result=request["args"])


def do_context(connection, request):
    connection.answer(request, result=request["context"])


def do_env(connection, request):
    connection.answer(request, result={name: os.environ.get(name) for name in request["args"]})


def do_retry(connection, request):
    error = {"message": "not now"}
    connection.answer(request, "retry", error=error, retry_after_seconds=request["args"][0])


def do_fail(connection, request):
    kind = request["args"][0] if request["args"] else None
    connection.answer(request, "error", error={"message": "it failed", "type": kind})


def do_timeout(connection, request):
    connection.answer(request, "timeout", error={"message": "I gave up"})


def do_no_reason(connection, request):
    connection.answer(request, "error")


def do_sleep(connection, request):
    """Sleeps, and obeys a cancel."""
    if cancelled(request["job_id"]).wait(request["args"][0]):
        connection.answer(request, "error", error={"message": "stopped", "type": "cancelled"})
    else:
        connection.answer(request, result="slept")


# What goes wrong in an answer.


def do_twice(connection, request):
    connection.answer(request, result="first")
    connection.answer(request, result="second")


def do_never(connection, request):
    pass


def do_late(connection, request):
    """Answers as soon as it is told to stop, as if nothing had been said."""
    cancelled(request["job_id"]).wait()
    connection.answer(request, result="late")


def do_out_of_order(connection, request):
    """Answers in the reverse order, when there are as many as the argument says."""
    with held_lock:
        held.append((connection, request))
        if len(held) < request["args"][0]:
            return
        ready = held[::-1]
        held.clear()
    for waiting, theirs in ready:
        waiting.answer(theirs, result=theirs["job_id"])


def do_unknown_id(connection, request):
    connection.answer(dict(request, request_id="00000000-0000-4000-8000-000000000000"), result="whose?")
    connection.answer(request, result="mine")


def do_wrong_job(connection, request):
    connection.answer(dict(request, job_id="another"), result="whose?")


def do_half_frame(connection, request):
    connection.send(struct.pack(">I", 100) + b'{"type": "resp')
    connection.close()


def do_huge(connection, request):
    size = 17 << 20
    connection.send(struct.pack(">I", size) + b"x" * size)


def do_lying_header(connection, request):
    connection.send(b"\xff\xff\xff\xff")


def do_garbage(connection, request):
    connection.frame(b"\x00\x01\x02 this is no JSON")


def do_not_utf8(connection, request):
    connection.frame(b'{"type": "response", "payload": {"request_id": "\xff\xfe"}}')


def do_malformed(connection, request):
    connection.envelope("response", {"request_id": request["request_id"], "status": "fine"})


def do_empty_frame(connection, request):
    connection.send(struct.pack(">I", 0))


def do_wrong_version(connection, request):
    connection.answer(request, result=1, protocol_version="2")


def do_unknown_type(connection, request):
    connection.envelope("progress", {"request_id": request["request_id"], "percent": 50})


def do_request_back(connection, request):
    connection.envelope("request", request)


def do_close(connection, request):
    connection.close()


def do_exit(connection, request):
    print("the end is near", file=sys.stderr, flush=True)
    os._exit(request["args"][0])


def do_ignore_cancel(connection, request):
    time.sleep(3600)


def do_fork(connection, request):
    child = subprocess.Popen(["sleep", "3600"], start_new_session=True)
    connection.answer(request, result=child.pid)


def do_print(connection, request):
    for line in request["args"]:
        print(line, flush=True)
    connection.answer(request)


def do_flood(connection, request):
    line = "x" * 100_000
    for _ in range(request["args"][0]):
        print(line, file=sys.stderr)
    sys.stderr.flush()
    connection.answer(request)


# How it starts.


def start(how):
    note("start", os.getpid(), how)
    if how == "exit":
        print("I cannot start today", file=sys.stderr, flush=True)
        sys.exit(3)
    if how == "hang":
        time.sleep(3600)
    if how == "exit-once" and not os.path.exists(os.environ["ONCE"]):
        open(os.environ["ONCE"], "w").close()
        sys.exit(4)
    if how == "late":
        time.sleep(1)
    if how == "deaf":
        serve(lambda connection: time.sleep(3600))
    serve(Connection.serve)


def serve(conversation):
    path = os.environ.get("RRQ_EXECUTOR_SOCKET")
    if path is not None:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
    else:
        host, port = os.environ["RRQ_EXECUTOR_TCP_SOCKET"].split(":")
        listener = socket.socket(socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, int(port)))
    listener.listen(128)
    while True:
        connection = Connection(listener.accept()[0])
        threading.Thread(target=talk, args=(conversation, connection), daemon=True).start()


def talk(conversation, connection):
    try:
        conversation(connection)
    except OSError:
        pass
    connection.close()


start(sys.argv[1] if len(sys.argv) > 1 else "well")
