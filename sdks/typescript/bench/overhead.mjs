// Compares the library with the same requests through plain `fetch`, in one run against one service.
//
//     cargo build --release -p askwell-cli
//     cd sdks/typescript && npm install && npm run build
//     ASKWELL_BINARY=../../target/release/askwell npm run bench [-- ROUNDS]
//     npm run bench -- 3000 --instant     # with a server that answers at once: an upper bound
//
// Each question is created, answered and waited for. Both sides take turns, so that a busy machine slows both. The
// program fails if the library takes more than 1.5 times as long in the median.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { Askwell, unwrap } from "askwell";
import { z } from "zod";

const LIMIT = 1.5;
const rounds = Number(process.argv[2] ?? 2_000);
const { address, stop } = process.argv.includes("--instant") ? await startInstantServer() : await startService();
const askwell = new Askwell({ service: address });
const schema = z.object({ go: z.boolean(), note: z.string().optional() });
const responses = { go: true, note: "after lunch" };
const requestedSchema = {
  type: "object",
  properties: { go: { type: "boolean" }, note: { type: "string" } },
  required: ["go"],
};

/** One JSON-RPC call, as a program without the library writes it. */
async function call(method, params) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const reply = await (await fetch(`${address}/rpc`, { method: "POST", headers, body })).json();
  if (reply.error) throw new Error(reply.error.message);
  return reply.result;
}

async function withFetch() {
  const asked = { message: "Deploy?", requestedSchema, idempotencyKey: crypto.randomUUID() };
  const { elicitationId } = await call("elicitation/create", asked);
  await call("elicitation/submit", { elicitationId, responses });
  const { result } = await call("elicitation/wait", { elicitationId, timeoutMs: 25_000 });
  return result.go;
}

async function withLibrary() {
  const elicitation = await askwell.create("Deploy?", schema);
  await askwell.call("elicitation/submit", { elicitationId: elicitation.id, responses });
  return unwrap(await elicitation.wait()).go;
}

const times = { fetch: [], library: [] };
try {
  for (let round = -100; round < rounds; round++) {
    const sides = [["fetch", withFetch], ["library", withLibrary]];
    for (const [name, ask] of round % 2 === 0 ? sides : sides.reverse()) {
      const start = performance.now();
      if ((await ask()) !== true) throw new Error("the answer is wrong");
      // The first rounds warm up.
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
} finally {
  await stop();
}

const [plain, library] = [percentiles(times.fetch), percentiles(times.library)];
const ratio = library.median / plain.median;
console.log(`${rounds} questions each: create, submit, wait; Node.js ${process.version}`);
console.log(`fetch:   median ${ms(plain.median)}, p99 ${ms(plain.p99)}`);
console.log(`library: median ${ms(library.median)}, p99 ${ms(library.p99)}`);
console.log(`ratio of the medians: ${ratio.toFixed(2)}`);
if (ratio > LIMIT) {
  console.error(`the library takes more than ${LIMIT} times as long`);
  process.exitCode = 1;
}

function percentiles(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], p99: sorted[Math.floor(sorted.length * 0.99)] };
}

function ms(value) {
  return `${value.toFixed(2)} ms`;
}

async function startInstantServer() {
  const worker = new Worker(new URL("./instant-server.mjs", import.meta.url));
  const port = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  return { address: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

async function startService() {
  const home = mkdtempSync(join(tmpdir(), "askwell-bench-"));
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("ASKWELL_"));
  const env = { ...Object.fromEntries(kept), HOME: home, ASKWELL_SERVICE: "none" };
  const limits = ["per_window", "open_total", "open_per_client"].flatMap((name) => ["--set", `limits.${name}=1000000`]);
  const args = ["serve", "--listen", "127.0.0.1:0", "--memory", ...limits];
  const child = spawn(process.env.ASKWELL_BINARY ?? "askwell", args, { cwd: home, env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    let log = "";
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`the service did not start:\n${log}`)));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      log += text;
      const found = /listens on (http:\S+)/.exec(log);
      if (found) resolve(found[1]);
    });
  });
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  return { address, stop };
}
