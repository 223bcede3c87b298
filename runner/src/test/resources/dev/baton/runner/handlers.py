"""An executor for tests: threads, the standard library, and hardly any care for cancels."""
import json, os, socket, struct, sys, threading, time

ATTEMPTS = {}
CANCELED = threading.Event()


def outcome(request):
    name, args = request["function_name"], request["args"]
    if name == "echo":
        return {"status": "success", "result": {"args": args, "kwargs": request["kwargs"], "context": request["context"]}}
    if name == "pid":
        return {"status": "success", "result": os.getpid()}
    if name == "hold":  # until a file is there
        print("holding", request["job_id"], flush=True)
        while not os.path.exists(args[0]):
            time.sleep(0.01)
        return {"status": "success", "result": os.getpid()}
    if name == "late":  # when somebody cancels
        CANCELED.wait()
        return {"status": "success", "result": "late"}
    if name == "fail":
        return {"status": "error", "error": {"message": "bad day", "type": "ValueError", "code": "E7", "details": {"try": request["context"]["attempt"]}}}
    if name == "again":
        if request["context"]["attempt"] < args[0]:
            return {"status": "retry", "retry_after_seconds": 0.05, "error": {"message": "not yet"}}
        return {"status": "success", "result": request["context"]["attempt"]}
    if name == "large":
        return {"status": "success", "result": "x" * args[0]}
    if name == "length":
        return {"status": "success", "result": len(args[0])}
    if name == "say":  # to both, the second time without the end of the line
        os.write(1, args[0].encode() + b"\n")
        os.write(2, args[0].encode())
        return {"status": "success", "result": None}
    if name == "raw":
        os.write(1, bytes.fromhex(args[0]))
        return {"status": "success", "result": None}
    if name == "flood":  # so many lines of a hundred bytes
        for at in range(0, args[0], 1000):
            os.write(1, b"".join(b"%099d\n" % line for line in range(at, at + 1000)))
        return {"status": "success", "result": None}
    if name == "die":
        os.write(2, args[0].encode())
        os._exit(3)
    if name == "exit":
        os._exit(3)
    return {"status": "error", "error": {"message": "no handler " + name, "type": "handler_not_found"}}


def answer(connection, payload):
    body = payload if isinstance(payload, bytes) else json.dumps({"type": "response", "payload": payload}).encode()
    connection.sendall(struct.pack(">I", len(body)) + body)


def serve(connection):
    stream = connection.makefile("rb")
    while len(header := stream.read(4)) == 4:
        message = json.loads(stream.read(struct.unpack(">I", header)[0]))
        if message["type"] == "request":
            threading.Thread(target=work, args=(connection, message["payload"]), daemon=True).start()
        else:
            CANCELED.set()


def work(connection, request):
    ids = {"job_id": request["job_id"], "request_id": request["request_id"]}
    if request["function_name"] == "wide":  # three bytes for each character
        ids = json.dumps(ids)[1:-1]
        text = "\u20ac" * request["args"][0]
        answer(connection, ('{"type":"response","payload":{%s,"status":"success","result":"%s"}}' % (ids, text)).encode())
    elif request["function_name"] == "twice_a_key":
        ids = json.dumps(ids)[1:-1]
        answer(connection, ('{"type":"response","payload":{%s,"status":"success","result":{"a":1,"a":2}}}' % ids).encode())
    else:
        answer(connection, ids | outcome(request))
    if request["function_name"] == "pid" and request["args"] == ["twice"]:
        answer(connection, ids | outcome(request))


listener = socket.socket(socket.AF_UNIX)
listener.bind(os.environ["RRQ_EXECUTOR_SOCKET"])
listener.listen(128)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
