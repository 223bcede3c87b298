"""A worker in Python: counts until its supervisor tells it to stop."""
import json, sys, threading, time

stop = threading.Event()

def say(message):
    print("~" + json.dumps(message), flush=True)

def listen():
    for line in sys.stdin:
        if not line.startswith("~{"):
            continue
        message = json.loads(line[1:])
        if message["type"] == "welcome":
            known = {"graceful-termination", "log"}
            say({"type": "hello", "capabilities": [c for c in message["capabilities"] if c in known]})
            say({"type": "log", "body": {"textPayload": "python worker is up"}})
        elif message["type"] == "graceful-termination":
            stop.set()
    stop.set()  # the supervisor is gone

threading.Thread(target=listen, daemon=True).start()
count = 0
while not stop.wait(0.1):
    count += 1
print(f"python worker counted to {count}", flush=True)
