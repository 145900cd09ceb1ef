// An agent on the SDK of the Agent Client Protocol. Each prompt names what it asks its editor; the reply says what came back.
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

const { agent: ours, client: editors } = acp.methods;
const sessionId = "session-1";
let declared = null;

const QUESTIONS = {
  form: {
    mode: "form",
    message: "Which project should be registered?",
    requestedSchema: {
      type: "object",
      properties: {
        project: { type: "string", title: "Project", minLength: 2 },
        seats: { type: "integer", title: "Seats", minimum: 1, maximum: 100 },
        size: { type: "string", title: "Size", oneOf: [{ const: "s", title: "Small" }, { const: "l", title: "Large" }] },
      },
      required: ["project", "seats"],
    },
  },
  url: { mode: "url", message: "Connect your account.", url: "https://accounts.example.com/connect?state=1", elicitationId: "link-1" },
};

const ask = (client, name, options) => client.request(editors.elicitation.create, { sessionId, ...QUESTIONS[name] }, options);

async function answer(client, prompt, signal) {
  switch (prompt) {
    case "declared": return declared;
    case "form": return ask(client, "form");
    case "url": {
      const reply = await ask(client, "url");
      await client.notify(editors.elicitation.complete, { elicitationId: "link-1" });
      return reply;
    }
    case "take back": {
      const taking = new AbortController();
      setTimeout(() => taking.abort(), 300);
      return ask(client, "form", { cancellationSignal: taking.signal }).catch((error) => ({ code: error.code }));
    }
    case "wrong": return client.request("elicitation/create", { sessionId, mode: "form", message: "?", requestedSchema: { type: "object", properties: { a: { type: "object" } } } }).catch((error) => ({ code: error.code }));
    default: throw new Error(`no such question: ${prompt}`);
  }
}

acp.agent({ name: "asking-agent" })
  .onRequest(ours.initialize, ({ params }) => {
    declared = params.clientCapabilities?.elicitation ?? null;
    return { protocolVersion: acp.PROTOCOL_VERSION, agentCapabilities: {} };
  })
  .onRequest(ours.session.new, () => ({ sessionId }))
  .onRequest(ours.session.prompt, async ({ params, client, signal }) => {
    const text = JSON.stringify(await answer(client, params.prompt[0].text, signal));
    await client.notify(editors.session.update, { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: `reply: ${text}` } } });
    return { stopReason: "end_turn" };
  })
  .onNotification(ours.session.cancel, () => {})
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
