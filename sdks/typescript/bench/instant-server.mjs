// A server that answers every call at once, in a worker thread: what remains is the cost of the client.

import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

const RESULTS = {
  "elicitation/create": { elicitationId: "elic_0", mode: "form", status: "pending", createdAt: 0, timeoutAt: 8.64e15 },
  "elicitation/submit": { status: "completed" },
  "elicitation/wait": { elicitationId: "elic_0", status: "completed", closedAt: 0, result: { go: true, note: "x" } },
};

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result: RESULTS[method] }));
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
