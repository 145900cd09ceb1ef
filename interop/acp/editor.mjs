// An editor on the SDK of the Agent Client Protocol, with `askwell acp` between it and agent.mjs. It plays the person, too:
// it follows the links in the conversation and answers on the page, with the requests of a browser.
// Arguments: the program `askwell`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

const [askwell] = process.argv.slice(2);
const { agent: agents, client: ours } = acp.methods;
const sessionId = "session-1";

/// Opens the page and presses a button.
async function answerPage(link, fields, button = "send") {
  const page = await fetch(link);
  const html = await page.text();
  assert.equal(page.status, 200, html);
  const token = html.match(/name="([^"]*token[^"]*)" value="([^"]+)"/);
  assert.ok(token, html);
  const action = html.match(/<button[^>]*name="([^"]+)" value="(?:send|review)"/)?.[1] ?? "action";
  const cookie = page.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const body = new URLSearchParams({ [token[1]]: token[2], ...fields, [action]: button });
  const sent = await fetch(link, { method: "POST", body, redirect: "manual", headers: { cookie, origin: new URL(link).origin } });
  assert.equal(sent.status, 303, await sent.text());
}

/// Runs one conversation with an editor of these capabilities. `person` gets each link.
async function converse(clientCapabilities, prompts, { person, dialog, during } = {}) {
  const child = spawn(askwell, ["acp", "--service", "none", "--", process.execPath, "agent.mjs"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("close", done));
  const replies = [];
  const completed = [];
  const app = acp.client({ name: "editor" })
    .onNotification(ours.session.update, async ({ params }) => {
      const text = params.update.content?.text ?? "";
      if (text.startsWith("reply: ")) replies.push(JSON.parse(text.slice("reply: ".length)));
      const link = text.match(/Answer here: (\S+)/)?.[1];
      if (link) await person?.(link, text);
    })
    .onNotification(ours.elicitation.complete, ({ params }) => { completed.push(params.elicitationId); })
    .onRequest(ours.elicitation.create, ({ params }) => dialog(params));
  await app.connectWith(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)), async (ctx) => {
    const initialized = await ctx.request(agents.initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities });
    assert.equal(initialized.protocolVersion, acp.PROTOCOL_VERSION);
    assert.equal((await ctx.request(agents.session.new, { cwd: process.cwd(), mcpServers: [] })).sessionId, sessionId);
    for (const text of prompts) {
      const prompted = ctx.request(agents.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
      await during?.(ctx);
      assert.equal((await prompted).stopReason, "end_turn");
    }
  });
  child.stdin.end();
  assert.equal(await ended, 0, "askwell acp ends with the editor");
  return { replies, completed };
}

const both = { form: {}, url: {} };
const tests = {
  async "an editor without elicitation: the person answers on the page"() {
    const person = (link, text) => text.includes("Which project")
      ? answerPage(link, { project: "harbour", seats: "12", size: "l" })
      : answerPage(link, { open: "true" });
    const { replies, completed } = await converse({}, ["declared", "form", "url", "wrong"], { person });
    const [declared, form, url, wrong] = replies;
    assert.deepEqual(declared, both, "the agent sees what the proxy adds");
    assert.deepEqual(form, { action: "accept", content: { project: "harbour", seats: 12, size: "l" } });
    assert.deepEqual(url, { action: "accept" });
    assert.deepEqual(wrong, { code: -32602 });
    assert.deepEqual(completed, [], "the editor does not hear of a page that it does not know");
  },
  async "a person who declines"() {
    const person = (link) => answerPage(link, {}, "decline");
    assert.deepEqual((await converse({}, ["form"], { person })).replies, [{ action: "decline" }]);
  },
  async "an editor with its own dialogs keeps them"() {
    const dialog = ({ mode, message }) => (mode === "form" ? { action: "accept", content: { project: message.slice(0, 5) } } : { action: "decline" });
    const person = () => assert.fail("there is no page");
    const { replies, completed } = await converse({ elicitation: both }, ["declared", "form", "url"], { dialog, person });
    assert.deepEqual(replies, [both, { action: "accept", content: { project: "Which" } }, { action: "decline" }]);
    assert.deepEqual(completed, ["link-1"]);
  },
  async "an editor with forms only: the proxy adds pages"() {
    const dialog = ({ mode }) => { assert.equal(mode, "form"); return { action: "cancel" }; };
    const person = (link) => answerPage(link, { open: "false" });
    const { replies } = await converse({ elicitation: { form: {} } }, ["form", "url"], { dialog, person });
    assert.deepEqual(replies, [{ action: "cancel" }, { action: "decline" }]);
  },
  async "a request that the agent takes back"() {
    assert.deepEqual((await converse({}, ["take back"])).replies, [{ code: -32800 }]);
  },
  async "a turn that the person stops"() {
    let shown;
    const link = new Promise((found) => { shown = found; });
    const during = async (ctx) => { await link; await ctx.notify(agents.session.cancel, { sessionId }); };
    assert.deepEqual((await converse({}, ["form"], { person: shown, during })).replies, [{ action: "cancel" }]);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await Promise.race([test(), new Promise((_, fail) => setTimeout(() => fail(new Error("took longer than a minute")), 60_000).unref())]);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
process.exit(failed ? 1 : 0);
