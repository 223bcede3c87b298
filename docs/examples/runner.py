#!/usr/bin/env python3
"""Executes the steps of one job after the other: runner.py NAME, with BATON_URL and BATON_TOKEN set."""
import json, os, signal, subprocess, sys, time, urllib.request
URL, TOKEN, ME = os.environ.pop("BATON_URL"), os.environ.pop("BATON_TOKEN"), sys.argv[1]

def call(method, path, body, until=float("inf"), **headers):
    headers |= {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
    while (left := until - time.monotonic()) > 0:  # what was not answered is sent again: the answer is the same
        try:
            request = urllib.request.Request(URL + path, body, headers, method=method)
            return json.loads(urllib.request.urlopen(request, timeout=min(left, 30)).read() or "{}")
        except OSError as failed:  # no answer, or one that says no
            if getattr(failed, "code", 503) not in (429, 503):
                return json.loads(failed.read())  # StaleLease, or a problem with a code
        time.sleep(0.5)
    return {"type": "StaleLease"}  # nobody answered for a TTL: it may be somebody else's job by now

def say(what, lease, **fields):
    before, message = time.monotonic(), {"lease_id": lease["lease_id"], "runner_id": ME, **fields}
    reply = call("POST", "/v1/runner/" + what, json.dumps(message).encode(), lease["until"])
    lease["until"] = before + lease["lease_ttl_seconds"]  # counted from before it was sent
    return reply

def run(lease):
    lease["until"], output = time.monotonic() + lease["lease_ttl_seconds"], None
    shown = {"Baton-Lease": lease["lease_id"]}
    if (reply := say("ack", lease, job_id=lease["job_id"]))["type"] != "LeaseAcked":
        return
    spec = lease.get("job_spec") or call("GET", lease["job_spec_ref"], None, lease["until"], **shown)  # large ones are fetched
    if "steps" not in spec:
        return say("complete", lease, status="FAILED", ending="FATAL", summary="expected a job with steps")
    work = subprocess.Popen(["sh", "-ec", "\n".join(spec["steps"])], start_new_session=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    while output is None and "lease_id" in reply and not (reply.get("cancel_requested") or reply.get("stale")):
        try:
            output, _ = work.communicate(timeout=lease["heartbeat_interval_seconds"])
        except subprocess.TimeoutExpired:
            reply = say("heartbeat", lease)
    if output is None:  # canceled, or not ours any more
        os.killpg(work.pid, signal.SIGKILL)
        return reply.get("cancel_requested") and say("cancel-ack", lease, final_status="CANCELED")
    call("PATCH", "/v1/runner/log", output, lease["until"],
         **shown, **{"Content-Range": f"bytes 0-{len(output) - 1}/*"})
    say("complete", lease, status="FAILED" if work.returncode else "SUCCEEDED", exit_code=work.returncode)

while True:
    wanted = json.dumps({"runner_id": ME, "max_jobs": 1, "wait_seconds": 20}).encode()
    for lease in call("POST", "/v1/runner/lease", wanted).get("leases", []):
        run(lease)
