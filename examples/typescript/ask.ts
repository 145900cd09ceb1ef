// Asks a person whether to deploy, and waits for the answer. Needs nothing but Node 22.6 or newer, which runs
// TypeScript itself (from 23.6 on without the option); on Node 20, run it with `npx tsx`:
//
//     askwell serve --memory &
//     node --experimental-strip-types examples/typescript/ask.ts

type Deploy = { go: boolean; note?: string };
type Outcome<T> = { status: "pending" | "active" | "declined" | "cancelled" | "timeout" } | { status: "completed"; result: T };
type Asked = { elicitationId: string };

const url = process.env.ASKWELL_URL ?? "http://127.0.0.1:8787";
const key = process.env.ASKWELL_KEY;

const form = {
  id: "deploy",
  title: "Deploy 1.4.2?",
  fields: [
    { id: "go", type: "boolean", label: "Deploy now", required: true },
    { id: "note", type: "text", label: "Note" },
  ],
};

/** One JSON-RPC call. */
async function call<T>(method: string, params: object): Promise<T> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (key) headers.authorization = `Bearer ${key}`;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const reply = await (await fetch(`${url}/rpc`, { method: "POST", headers, body })).json();
  if (reply.error) throw new Error(`${reply.error.data.type}: ${reply.error.message}`);
  return reply.result;
}

/** The answer; null if there will be none. */
async function ask(): Promise<Deploy | null> {
  // Asking again under the same key finds this question instead of asking twice, so a call can be repeated when its
  // answer was lost. Each run has a key of its own. To find the question again after a crash of this program, write the
  // key down first (a file, a job's row in a database) and read it back; another question needs another key.
  const idempotencyKey = `deploy-${crypto.randomUUID()}`;
  const asked = await call<Asked>("elicitation/create", { formDefinition: form, idempotencyKey });
  for (;;) {
    const wait = { elicitationId: asked.elicitationId, timeoutMs: 30_000 };
    const outcome = await call<Outcome<Deploy>>("elicitation/wait", wait);
    if (outcome.status === "completed") return outcome.result;
    if (outcome.status !== "pending" && outcome.status !== "active") return null;
  }
}

const answer = await ask();
console.log(answer?.go ? `deploying: ${answer.note ?? ""}` : "not deploying");
