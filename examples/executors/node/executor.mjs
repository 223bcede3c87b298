// An executor with nothing but Node's own modules (18 or newer).
//
// A handler gets its arguments and a signal that aborts when the call is cancelled or its time is over. Start it with
// RRQ_EXECUTOR_SOCKET=/some/path or RRQ_EXECUTOR_TCP_SOCKET=127.0.0.1:PORT in its environment.

import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import net from 'node:net';
import timers from 'node:timers/promises';

const MOST_BYTES = 16 * 1024 * 1024;
const STOP_GRACE_MILLIS = 10_000;
const HEADER_BYTES = 4;
const LONGEST_TIMER = 2 ** 31 - 1;

const utf8 = new TextDecoder('utf-8', { fatal: true });

class Retry extends Error {
  constructor(message, after) {
    super(message);
    this.after = after;
  }
}

// What can be called: (args, kwargs, signal) => result, or a promise of one.
const HANDLERS = new Map(Object.entries({
  echo: (args, kwargs) => (args.length === 1 && !Object.keys(kwargs).length ? args[0] : { args, kwargs }),
  add: ([a, b]) => a + b,
  sleep: async ([seconds], _, signal) => {
    await timers.setTimeout(seconds * 1000, undefined, { signal });
    return seconds;
  },
  fail: ([message = 'failed on purpose']) => {
    throw new Error(message);
  },
  retry: ([after = 1]) => {
    throw new Retry('not yet', after);
  },
  crash: () => process.exit(1),
  say: ([text]) => {
    console.log(text);
    console.error(text);
    return null;
  },
}));

// What handlers print. A runner that wants to know whose it is says how lines are to be marked: each has the id of its request.

const MARK = process.env.BATON_OUTPUT_MARK;
const PIECE = 4000; // with its mark it is what a pipe takes in one piece
const NEWLINE = 10;
const currentId = MARK ? new AsyncLocalStorage() : undefined;
const marked = MARK ? [process.stdout, process.stderr].map(markLines) : [];

/** Marks what is printed to a stream from now on. Returns what ends the line that a request has begun. */
function markLines(stream) {
  const begun = new Map();
  const write = stream.write.bind(stream);
  const record = (id, kind, text) => write(Buffer.concat([Buffer.from(`\x1e${MARK} ${id}${kind}`), text, Buffer.from('\n')]));
  const end = (id) => {
    const rest = begun.get(id);
    begun.delete(id);
    for (let at = 0; rest && at < rest.length; at += PIECE) record(id, '+', rest.subarray(at, at + PIECE));
  };
  stream.write = (chunk, encoding, done) => {
    const id = currentId.getStore();
    const callback = typeof encoding === 'function' ? encoding : done;
    if (id === undefined) return write(chunk, encoding, done);
    let bytes = typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : Buffer.from(chunk);
    if (begun.has(id)) bytes = Buffer.concat([begun.get(id), bytes]);
    let from = 0;
    for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      for (; to - from > PIECE; from += PIECE) record(id, '+', bytes.subarray(from, from + PIECE));
      record(id, ' ', bytes.subarray(from, to));
      from = to + 1;
    }
    begun.set(id, bytes.subarray(from));
    if (bytes.length === from || bytes.length - from > PIECE) end(id);
    if (callback) process.nextTick(callback);
    return true;
  };
  return end;
}

// The calls of all connections, by request id: { jobId, connection, controller, ended }.
const inFlight = new Map();

function frame(payload) {
  const body = Buffer.from(JSON.stringify({ type: 'response', payload }));
  if (body.length > MOST_BYTES) {
    return frame(failed(payload, 'result_too_large', `expected at most ${MOST_BYTES} bytes, got ${body.length}`));
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

function outcome(request, status, { result = null, error = null, after = null } = {}) {
  return {
    job_id: request.job_id ?? '', request_id: request.request_id, status, result, error, retry_after_seconds: after,
  };
}

function failed(request, type, message, status = 'error') {
  return outcome(request, status, { error: { message, type } });
}

function raised(request, e) {
  return e instanceof Retry
    ? outcome(request, 'retry', { error: { message: e.message, type: 'retry' }, after: e.after })
    : failed(request, e?.name ?? 'Error', String(e?.message ?? e));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with a request, or undefined. */
function problem(request) {
  if (request.protocol_version !== '1') return `protocol_version: expected '1', got ${JSON.stringify(request.protocol_version)}`;
  for (const name of ['job_id', 'function_name']) {
    if (typeof request[name] !== 'string') return `${name}: expected a string`;
  }
  if (!Array.isArray(request.args)) return 'args: expected an array';
  for (const name of ['kwargs', 'context']) {
    if (!isObject(request[name])) return `${name}: expected an object`;
  }
  return undefined;
}

class Connection {
  constructor(socket) {
    this.socket = socket;
    this.chunks = [];
    this.size = 0;
    this.needed = HEADER_BYTES;
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('drain', () => socket.resume());
    socket.on('close', () => {
      for (const call of inFlight.values()) if (call.connection === this) call.controller.abort('cancelled');
    });
  }

  send(payload) {
    marked.forEach((end) => end(payload.request_id));
    // A caller that does not read its answers is not read from either.
    if (!this.socket.destroyed && !this.socket.write(frame(payload))) this.socket.pause();
  }

  read(chunk) {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size < this.needed) return;
    this.socket.cork(); // what is answered at once leaves in one write
    try {
      const rest = this.frames(this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks));
      this.chunks = [rest];
      this.size = rest.length;
    } catch (e) {
      console.error(`connection closed: ${e.message}`);
      this.socket.destroySoon();
    } finally {
      this.socket.uncork();
    }
  }

  /** Takes all whole frames, and returns what is left. */
  frames(bytes) {
    let at = 0;
    this.needed = HEADER_BYTES;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = bytes.readUInt32BE(at);
      if (length === 0 || length > MOST_BYTES) throw new Error(`expected a frame of 1 to ${MOST_BYTES} bytes, got ${length}`);
      const end = at + HEADER_BYTES + length;
      if (end > bytes.length) {
        this.needed = end - at;
        break;
      }
      this.message(JSON.parse(utf8.decode(bytes.subarray(at + HEADER_BYTES, end))));
      at = end;
    }
    return bytes.subarray(at);
  }

  message(envelope) {
    const payload = envelope?.payload;
    if (!['request', 'cancel'].includes(envelope?.type) || !isObject(payload)) {
      throw new Error('expected a request or a cancel with a payload');
    }
    if (envelope.type === 'cancel') {
      // Some callers leave the version out.
      if ((payload.protocol_version ?? '1') === '1') cancel(payload.job_id, payload.request_id);
    } else if (typeof payload.request_id !== 'string') {
      throw new Error('expected a request with a request_id');
    } else if (!inFlight.has(payload.request_id)) {
      this.request(payload);
    }
  }

  request(request) {
    const wrong = problem(request);
    const handler = HANDLERS.get(request.function_name);
    if (wrong) return this.send(failed(request, 'protocol_error', wrong));
    if (!handler) return this.send(failed(request, 'handler_not_found', `there is no handler ${request.function_name}`));
    const controller = new AbortController();
    try {
      const call = () => handler(request.args, request.kwargs, controller.signal);
      const result = currentId ? currentId.run(request.request_id, call) : call();
      if (result instanceof Promise) this.wait(request, controller, result);
      else this.send(outcome(request, 'success', { result }));
    } catch (e) {
      this.send(raised(request, e));
    }
    return undefined;
  }

  wait(request, controller, promise) {
    const deadline = request.context.deadline && Date.parse(request.context.deadline) - Date.now();
    const timer = deadline && setTimeout(() => controller.abort('timeout'), Math.min(Math.max(deadline, 0), LONGEST_TIMER));
    const ended = promise
      .then((result) => outcome(request, 'success', { result }))
      .catch((e) => {
        if (!controller.signal.aborted) return raised(request, e);
        return controller.signal.reason === 'timeout'
          ? failed(request, 'timeout', 'the deadline has passed', 'timeout')
          : failed(request, 'cancelled', 'the call was cancelled');
      })
      .then((answer) => {
        clearTimeout(timer);
        inFlight.delete(request.request_id);
        this.send(answer);
      });
    inFlight.set(request.request_id, { jobId: request.job_id, connection: this, controller, ended });
  }
}

function cancel(jobId, requestId) {
  for (const [id, call] of inFlight) {
    if (call.jobId === jobId && (requestId == null || requestId === id)) call.controller.abort('cancelled');
  }
}

// Where to listen.

function giveUp(message) {
  console.error(message);
  process.exit(2);
}

/** Removes a socket with nobody behind it, and nothing else. */
async function removeStale(path) {
  const file = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!file) return;
  if (!file.isSocket()) giveUp(`${path} is not a socket: remove it, or choose another path`);
  await new Promise((resolve) => {
    const probe = net.connect(path);
    probe.on('connect', () => giveUp(`somebody else listens at ${path}`));
    probe.on('error', (e) => {
      if (e.code === 'ECONNREFUSED') fs.unlinkSync(path);
      resolve();
    });
  });
}

const path = process.env.RRQ_EXECUTOR_SOCKET;
const tcp = process.env.RRQ_EXECUTOR_TCP_SOCKET;
if (!path === !tcp) giveUp('expected exactly one of RRQ_EXECUTOR_SOCKET and RRQ_EXECUTOR_TCP_SOCKET');

const server = net.createServer({ noDelay: true }, (socket) => new Connection(socket));
server.on('error', (e) => giveUp(`cannot listen: ${e.message}`));
if (path) {
  await removeStale(path);
  process.umask(0o177); // the socket is for its owner
  server.listen({ path, backlog: 1024 });
} else {
  const [, host, port] = /^\[?(localhost|127(?:\.\d+){3}|::1)\]?:(\d+)$/.exec(tcp) ?? giveUp(`expected a host:port of this machine only, got ${tcp}`);
  server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port: Number(port), backlog: 1024 });
}

for (const name of ['SIGTERM', 'SIGINT']) {
  process.once(name, async () => {
    server.close(); // removes the socket too
    const grace = timers.setTimeout(STOP_GRACE_MILLIS, undefined, { ref: false });
    await Promise.race([grace, Promise.all([...inFlight.values()].map((call) => call.ended))]);
    process.exit(0);
  });
}
