// A worker in Node: counts until its supervisor tells it to stop.
import { createInterface } from "node:readline";

const known = new Set(["graceful-termination", "log"]);
const say = (message) => process.stdout.write("~" + JSON.stringify(message) + "\n");
let count = 0;
const timer = setInterval(() => count++, 100);
const stop = () => {
  clearInterval(timer);
  process.stdout.write(`node worker counted to ${count}\n`, () => process.exit(0));
};

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (!line.startsWith("~{")) return;
  const message = JSON.parse(line.slice(1));
  if (message.type === "welcome") {
    say({ type: "hello", capabilities: message.capabilities.filter((c) => known.has(c)) });
    say({ type: "log", body: { textPayload: "node worker is up" } });
  } else if (message.type === "graceful-termination") {
    stop();
  }
});
lines.on("close", stop); // the supervisor is gone
