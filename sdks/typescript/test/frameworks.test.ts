import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { suite, test } from "node:test";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { AbstractAgent } from "@ag-ui/client";
import { EventType } from "@ag-ui/core";
import type { BaseEvent, RunAgentInput } from "@ag-ui/core";
import { NotAcceptedError } from "askwell";
import { answerInterrupt } from "askwell/langgraph";
import { answers, declines, SimulatedPerson } from "askwell/testing";
import { Observable } from "rxjs";
import { Webhook } from "standardwebhooks";

import { answering, cleanEnvironment, startService } from "./support/service.js";
import type { Service } from "./support/service.js";

const exampleUrl = (name: string) => new URL(`../examples/${name}.js`, import.meta.url);

/** Runs an example that ends by itself, and returns what it prints. */
async function runExample(name: string, service: Service): Promise<string> {
  const env = { ...cleanEnvironment(service.home), ASKWELL_SERVICE: service.address };
  const program = fileURLToPath(exampleUrl(name));
  return (await promisify(execFile)(process.execPath, [program], { env, timeout: 60_000 })).stdout;
}

/** Makes the default client use a service for the time of a test. */
function useService(t: TestContext, service: Service): void {
  process.env["ASKWELL_SERVICE"] = service.address;
  t.after(() => delete process.env["ASKWELL_SERVICE"]);
}

suite("LangGraph.js", () => {
  test("the interrupts of a graph are answered by people, and the graph continues", async (t) => {
    const service = await startService(t);
    const person = answering(t, service, new SimulatedPerson([answers({ go: true, where: "eu" }), answers("it is out")]));
    assert.equal(await runExample("langgraph", service), "deploy 1.4.2 to eu\nannounce: it is out\n");
    assert.deepEqual(person.seen.map((question) => question.title), ["Deploy 1.4.2?", "What shall we announce?"]);
  });

  test("an interrupt without an answer throws, or resumes with what the program says", async () => {
    const askwell = new SimulatedPerson(declines("no")).askwell();
    const interrupt = { id: "1", value: { message: "Deploy?" } };
    await assert.rejects(answerInterrupt(interrupt, "a", { askwell }), NotAcceptedError);
    const resumed = await answerInterrupt(interrupt, "b", { askwell, resumeWith: ({ status }) => ({ status }) });
    assert.deepEqual(resumed, { status: "declined" });
  });
});

/** An agent that needs an answer before it can finish. */
class DeployingAgent extends AbstractAgent {
  readonly resumed: unknown[] = [];

  run(input: RunAgentInput): Observable<BaseEvent> {
    const { threadId, runId, resume } = input;
    if (resume) this.resumed.push(...resume);
    const interrupt = {
      id: `interrupt-${runId}`,
      reason: "input_required",
      message: "Deploy 1.4.2?",
      responseSchema: { type: "object", properties: { go: { type: "boolean" } }, required: ["go"] },
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    };
    const outcome = resume ? { type: "success" } : { type: "interrupt", interrupts: [interrupt] };
    return new Observable((observer) => {
      observer.next({ type: EventType.RUN_STARTED, threadId, runId } as BaseEvent);
      observer.next({ type: EventType.RUN_FINISHED, threadId, runId, outcome } as BaseEvent);
      observer.complete();
    });
  }
}

suite("AG-UI", () => {
  for (const [script, expected] of [
    [answers({ go: true }), { status: "resolved", payload: { go: true } }],
    [declines(), { status: "cancelled" }],
  ] as const) {
    test(`an interrupt is ${expected.status} by a person who ${script.does}s`, async (t) => {
      const service = await startService(t);
      useService(t, service);
      const person = answering(t, service, new SimulatedPerson(script));
      const { runWithPeople } = (await import(exampleUrl("ag-ui").href)) as typeof import("../examples/ag-ui.js");
      const agent = new DeployingAgent({ threadId: "t" });
      await runWithPeople(agent);
      const [{ interruptId, ...entry }] = agent.resumed as [{ interruptId: string }];
      assert.ok(interruptId.startsWith("interrupt-"));
      assert.deepEqual(entry, expected);
      assert.equal(person.seen[0]?.title, "Deploy 1.4.2?");
    });
  }
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Returns a signed request. */
function signedRequest(url: string, secret = SECRET): Request {
  const body = JSON.stringify({
    type: "elicitation.timeout",
    timestamp: new Date().toISOString(),
    data: { elicitationId: "elic_0", status: "timeout" },
  });
  const now = new Date();
  const headers = {
    "content-type": "application/json",
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", now, body),
  };
  return new Request(url, { method: "POST", headers, body });
}

const FORGED = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

suite("webhook receivers", () => {
  test("Express verifies messages", async (t) => {
    const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: "0" };
    const program = fileURLToPath(exampleUrl("webhooks-express"));
    const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => child.kill());
    child.stdout.setEncoding("utf8");
    const [said] = (await once(child.stdout, "data")) as [string];
    const url = `http://127.0.0.1:${said.trim().split(" ").at(-1)}/askwell`;
    const printed = once(child.stdout, "data") as Promise<[string]>;
    assert.equal((await fetch(signedRequest(url))).status, 204);
    assert.equal((await printed)[0], "elicitation.timeout elic_0\n");
    assert.equal((await fetch(signedRequest(url, FORGED))).status, 400);
  });

  test("Express says so if the body is parsed before", async (t) => {
    const { default: express } = await import("express");
    const { expressWebhook } = await import("askwell/express");
    const app = express();
    app.use(express.json());
    app.post("/askwell", expressWebhook(() => undefined, { secret: SECRET }));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as { port: number };
    const response = await fetch(signedRequest(`http://127.0.0.1:${port}/askwell`));
    assert.deepEqual([response.status, await response.text()], [500, "the body is parsed already; mount the webhook before express.json()"]);
  });

  test("Hono verifies messages", async () => {
    process.env["WEBHOOK_SECRET"] = SECRET;
    const { app } = (await import(exampleUrl("webhooks-hono").href)) as typeof import("../examples/webhooks-hono.js");
    assert.equal((await app.fetch(signedRequest("http://localhost/askwell"))).status, 204);
    assert.equal((await app.fetch(signedRequest("http://localhost/askwell", FORGED))).status, 400);
  });
});
