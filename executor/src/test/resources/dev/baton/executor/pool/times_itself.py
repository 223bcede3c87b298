"""An executor on asyncio that times its calls itself, by the deadline of the request, and answers a cancel as soon as its own task is cancelled.

That is how runtimes of other systems work. A line of its journal (the file named by JOURNAL) is written when a handler begins, and when it has ended.
"""
import asyncio
import json
import os
from datetime import datetime, timezone

tasks = {}  # by request id


def note(*words):
    with open(os.environ["JOURNAL"], "a") as journal:
        journal.write(" ".join(map(str, words)) + "\n")


async def clean_up_slowly(request):
    note("begin", request["job_id"])
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0.3)
        note("end", request["job_id"])


async def echo(request):
    return request["args"]


HANDLERS = {"clean_up_slowly": clean_up_slowly, "echo": echo}


async def execute(request, writer):
    payload = {"job_id": request["job_id"], "request_id": request["request_id"], "status": "success"}
    try:
        deadline = datetime.fromisoformat(request["context"]["deadline"].replace("Z", "+00:00"))
        left = (deadline - datetime.now(timezone.utc)).total_seconds()
        payload["result"] = await asyncio.wait_for(HANDLERS[request["function_name"]](request), left)
    except asyncio.CancelledError:
        payload.update(status="error", error={"message": "cancelled", "type": "cancelled"})
    except asyncio.TimeoutError:
        payload.update(status="timeout", error={"message": "timed out"})  # no type: only the message is required
    finally:
        tasks.pop(request["request_id"], None)
    body = json.dumps({"type": "response", "payload": payload}).encode()
    writer.write(len(body).to_bytes(4, "big") + body)


async def serve(reader, writer):
    try:
        while True:
            length = int.from_bytes(await reader.readexactly(4), "big")
            message = json.loads(await reader.readexactly(length))
            payload = message["payload"]
            if message["type"] == "request":
                tasks[payload["request_id"]] = asyncio.create_task(execute(payload, writer))
            elif payload.get("request_id") in tasks:
                tasks.pop(payload["request_id"]).cancel()
    except asyncio.IncompleteReadError:
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_unix_server(serve, os.environ["RRQ_EXECUTOR_SOCKET"])
    async with server:
        await server.serve_forever()


asyncio.run(main())
