import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { suite, test } from "node:test";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Transport2 } from "@modelcontextprotocol/client/stdio";
import type { Askwell } from "askwell";
import { withAsk } from "askwell/mcp";
import { z } from "zod";

import { collect } from "./support/collect.js";
import { cleanEnvironment, startService } from "./support/service.js";
import type { Service } from "./support/service.js";

/** What the client's person does with one dialog. */
type Dialog = (params: Record<string, unknown>) => { action: "accept" | "decline" | "cancel"; content?: Record<string, string | number | boolean> };

interface Setting {
  /** The example that is the server. */
  readonly server: "sdk1" | "sdk2";
  /** The SDK of the client and its era. */
  readonly client: "sdk1" | "sdk2 legacy" | "sdk2 modern";
  readonly transport: "stdio" | "http";
  readonly capabilities: { form: Record<string, never>; url?: Record<string, never> } | undefined;
  readonly patience?: string;
  /** A refusal sooner is that of a client without a person. */
  readonly fastestPerson?: string;
}

/** Starts an example as the server of a real client. */
async function connect(t: TestContext, service: Service, setting: Setting, dialogs: Dialog[]) {
  const shown: Record<string, unknown>[] = [];
  const show = async (params: Record<string, unknown>) => {
    shown.push(params);
    const result = dialogs.shift()?.(params);
    if (!result) throw new Error("an unexpected dialog");
    return result;
  };
  const program = fileURLToPath(new URL(`../examples/mcp-server-${setting.server}.js`, import.meta.url));
  const env = { ...cleanEnvironment(service.home), ASKWELL_SERVICE: service.address, PATIENCE: setting.patience ?? "50s", FASTEST_PERSON: setting.fastestPerson ?? "0s" };
  const command = { command: process.execPath, args: [program], env: env as Record<string, string>, stderr: "inherit" as const };
  const address = setting.transport === "http" ? await serveHttp(t, program, env) : undefined;
  const capabilities = setting.capabilities ? { elicitation: setting.capabilities } : {};
  if (setting.client === "sdk1") {
    const client = new Client1({ name: "test", version: "1.0.0" }, { capabilities });
    if (setting.capabilities) client.setRequestHandler(ElicitRequestSchema, (request) => show(request.params));
    await client.connect(address ? (new Http1(address) as Transport) : new Transport1(command));
    t.after(() => client.close());
    const call = (name: string, args = {}) => client.callTool({ name, arguments: args }, undefined, { timeout: 60_000 });
    return { shown, call: async (name: string, args = {}) => textOf(await call(name, args)) };
  }
  const mode = setting.client === "sdk2 modern" ? ("auto" as const) : ("legacy" as const);
  const client = new Client2({ name: "test", version: "1.0.0" }, { capabilities, versionNegotiation: { mode } });
  if (setting.capabilities) client.setRequestHandler("elicitation/create", async (request) => show(request.params));
  await client.connect(address ? new Http2(address) : new Transport2(command));
  t.after(() => client.close());
  const call = (name: string, args = {}) => client.callTool({ name, arguments: args }, { timeout: 60_000 });
  return { shown, call: async (name: string, args = {}) => textOf(await call(name, args)) };
}

/** Starts an example as a server at an address, until the test ends. */
async function serveHttp(t: TestContext, program: string, env: NodeJS.ProcessEnv): Promise<URL> {
  const child = spawn(process.execPath, [program, "--http"], { env, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  for await (const line of createInterface(child.stdout)) return new URL(line);
  throw new Error("the server ended");
}

function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]?.text ?? JSON.stringify(result);
}

const PAIRS = [
  { server: "sdk1", client: "sdk1" },
  { server: "sdk1", client: "sdk2 legacy" },
  { server: "sdk2", client: "sdk1" },
  { server: "sdk2", client: "sdk2 legacy" },
  { server: "sdk2", client: "sdk2 modern" },
] as const;
const PEERS = PAIRS.flatMap((pair) => (["stdio", "http"] as const).map((transport) => ({ ...pair, transport })));

for (const peer of PEERS) {
  suite(`a tool on ${peer.server} with a client on ${peer.client} over ${peer.transport}`, () => {
    test("asks in the client's dialog, and for a secret on a page that the client opens", async (t) => {
      const service = await startService(t);
      const capabilities = { form: {}, url: {} };
      const { call, shown } = await connect(t, service, { ...peer, capabilities }, [
        () => ({ action: "accept", content: { go: true, replicas: 70 } }),
        () => ({ action: "accept", content: { go: true, replicas: 3 } }),
        () => ({ action: "decline" }),
        () => ({ action: "accept" }),
      ]);
      assert.equal(await call("deploy", { version: "1.4.2" }), "deployed 1.4.2 on 3");
      assert.match(String(shown[0]?.["message"]), /^Deploy 1\.4\.2\?$/);
      assert.match(String(shown[1]?.["message"]), /Deploy 1\.4\.2\?\n\n.*\b9\b/s, "the dialog says what was wrong");
      assert.equal(await call("deploy", { version: "2" }), "not deployed: declined");
      const asked = await collect(service.askwell.list());
      assert.deepEqual(asked.map((entry) => entry.status), ["declined", "completed"]);

      const calling = call("connect");
      const elicitationId = await opened(service.askwell);
      await service.askwell.call("elicitation/submit", { elicitationId, responses: { answer: "s3cret" } });
      assert.equal(await calling, "connected with 6 characters");
      const dialogs = shown.slice(3).map((dialog) => [dialog["mode"], String(dialog["url"]).includes("/f/")]);
      assert.ok(dialogs.every(([mode, isPage]) => mode === "url" && isPage), "a secret is never in a dialog");
    });

    test("without dialogs ends with a link, and the next call continues with the answer", async (t) => {
      const service = await startService(t);
      const { call } = await connect(t, service, { ...peer, capabilities: undefined, patience: "100ms" }, []);
      const first = await call("connect");
      assert.match(first, /A person has to answer first, at http.*\/f\/.*call this tool again/s);
      const elicitationId = await opened(service.askwell);
      await service.askwell.call("elicitation/submit", { elicitationId, responses: { answer: "s3cret" } });
      assert.equal(await call("connect"), "connected with 6 characters");
      assert.match(await call("connect"), /A person has to answer first/, "an answer is used once");
    });

    test("does not take the refusal of a client without a person for an answer", async (t) => {
      const service = await startService(t);
      const setting = { ...peer, capabilities: { form: {} }, patience: "100ms", fastestPerson: "60s" };
      const { call } = await connect(t, service, setting, [() => ({ action: "decline" })]);
      assert.match(await call("deploy", { version: "1.4.2" }), /A person has to answer first, at http/);
    });
  });
}

suite("a call that ended with a link", () => {
  const text = (words: string) => ({ content: [{ type: "text", text: words }] });
  const server = { server: { getClientCapabilities: () => undefined, elicitInput: () => Promise.reject(new Error("no dialogs")) } };

  /** Makes a tool, as a server over HTTP does for every call, and calls it. */
  const call = async (askwell: Askwell, words: string, context: object = {}) => {
    const handler = async (_: object, ask: Askwell["ask"]) => text((await ask(words, z.boolean())).status);
    return textOf(await withAsk(server, handler, { askwell, patience: "50ms" })({ version: "1" }, context));
  };
  const answer = async (askwell: Askwell) => {
    const elicitationId = await opened(askwell);
    await askwell.call("elicitation/submit", { elicitationId, responses: { answer: true } });
  };

  test("is continued by the same principal alone", async (t) => {
    const { askwell } = await startService(t);
    const one = { authInfo: { clientId: "c", token: "1", extra: { sub: "one" } } };
    assert.match(await call(askwell, "Deploy?", one), /A person has to answer first/);
    await answer(askwell);
    const other = { authInfo: { clientId: "c", token: "2", extra: { sub: "two" } } };
    assert.match(await call(askwell, "Deploy?", other), /A person has to answer first/);
    assert.match(await call(askwell, "Deploy?", { authInfo: { clientId: "c", token: "3" } }), /A person has to answer first/);
    // A renewed token is that of the same person.
    assert.equal(await call(askwell, "Deploy?", { authInfo: { ...one.authInfo, token: "4" } }), "accepted");
  });

  test("is not continued by another tool with the same source", async (t) => {
    const { askwell } = await startService(t);
    assert.match(await call(askwell, "Deploy?"), /A person has to answer first/);
    assert.match(await call(askwell, "Remove?"), /A person has to answer first/);
    assert.equal((await collect(askwell.list())).length, 2);
  });
});

/** Returns the elicitation that is open, as soon as there is one. */
async function opened(askwell: Askwell): Promise<string> {
  for await (const event of askwell.events({ after: 0 })) {
    if (event.type !== "created") continue;
    const { status } = await askwell.status(event.elicitationId);
    if (status === "pending" || status === "active") return event.elicitationId;
  }
  throw new Error("the event stream ended");
}
