import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite, test } from "node:test";

import { WebhookRejectedError } from "askwell";
import { verifyWebhook, webhookHandler } from "askwell/webhooks";
import type { WebhookMessage } from "askwell/webhooks";
import { Webhook } from "standardwebhooks";

import { collect } from "./support/collect.js";
import { startService, temporaryFolder } from "./support/service.js";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const BODY = JSON.stringify({
  type: "elicitation.complete",
  timestamp: "2027-01-15T08:00:00.000Z",
  data: { elicitationId: "elic_019b9e3c5a007d3e8f21c0a4b7d6e5f4", status: "completed", result: { name: "db1" } },
});

/** Signs a body as the reference library does. */
function signed(body: string, secret = SECRET, at = new Date()) {
  const id = "msg_1";
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}

suite("webhooks", () => {
  test("a message that the reference library signed is accepted", async () => {
    const message = await verifyWebhook(BODY, signed(BODY), SECRET);
    assert.ok(message.type === "elicitation.complete" && message.id === "msg_1");
    assert.deepEqual(message.data.result, { name: "db1" });
    assert.equal(message.timestamp.toISOString(), "2027-01-15T08:00:00.000Z");
  });

  test("during a rotation one matching signature or secret is enough", async () => {
    const [a, b] = [signed(BODY, OTHER), signed(BODY)];
    const both = { ...a, "webhook-signature": `${a["webhook-signature"]} ${b["webhook-signature"]}` };
    assert.ok(await verifyWebhook(BODY, both, SECRET));
    assert.ok(await verifyWebhook(BODY, signed(BODY, OTHER), [SECRET, OTHER]));
  });

  test("forged, changed, old, unsigned and foreign messages are rejected", async () => {
    const old = new Date(Date.now() - 400_000);
    const foreign = JSON.stringify({ type: "invoice.paid", timestamp: "2027-01-15T08:00:00Z", data: {} });
    const cases: [string, Record<string, string>][] = [
      [BODY, signed(BODY, OTHER)],
      [`${BODY} `, signed(BODY)],
      [BODY, signed(BODY, SECRET, old)],
      [BODY, { ...signed(BODY), "webhook-timestamp": "soon" }],
      [BODY, { ...signed(BODY), "webhook-signature": "v1,%%%" }],
      [BODY, { ...signed(BODY), "webhook-signature": "" }],
      [BODY, {}],
      [foreign, signed(foreign)],
      ["[]", signed("[]")],
    ];
    for (const [body, headers] of cases) {
      await assert.rejects(verifyWebhook(body, headers, SECRET), WebhookRejectedError);
    }
  });

  test("a fetch handler answers 204, 400, 405, 413 and 500", async () => {
    const seen: string[] = [];
    const handle = webhookHandler(
      (message) => {
        seen.push(message.id);
        if (message.data.elicitationId.endsWith("0")) throw new Error("no");
      },
      { secret: SECRET, maxBytes: 1_000 },
    );
    const request = (body: string, headers: Record<string, string>) =>
      handle(new Request("http://localhost/hook", { method: "POST", body, headers }));
    assert.equal((await request(BODY, signed(BODY))).status, 204);
    assert.equal((await request(BODY, {})).status, 400);
    assert.equal((await handle(new Request("http://localhost/hook"))).status, 405);
    assert.equal((await request("x".repeat(1_001), {})).status, 413);
    const failing = BODY.replace(/f4"/, '00"');
    assert.equal((await request(failing, signed(failing))).status, 500);
    assert.deepEqual(seen, ["msg_1", "msg_1"]);
  });

  test("the webhooks of a real service are verified", async (t) => {
    const messages: WebhookMessage[] = [];
    const handle = webhookHandler((message) => void messages.push(message), { secret: SECRET });
    const server = createServer(async (request, response) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      const body = Buffer.concat(await collect(request));
      const answer = await handle(new Request("http://localhost/hook", { method: "POST", headers, body }));
      response.writeHead(answer.status).end(() => server.emit("handled"));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const config = join(temporaryFolder(t), "askwell.toml");
    const { port } = server.address() as AddressInfo;
    writeFileSync(
      config,
      `[[webhooks]]\nname = "test"\nurl = "http://127.0.0.1:${port}/hook"\nsecret = "${SECRET}"\nallow_private = true\n`,
    );
    const { askwell } = await startService(t, { config });
    const { id } = await askwell.create("Deploy?");
    const handled = once(server, "handled");
    await askwell.call("elicitation/decline", { elicitationId: id, reason: "not today" });
    await handled;
    const [message] = messages;
    assert.ok(message?.type === "elicitation.declined");
    assert.deepEqual([message.data.elicitationId, message.data.declineReason], [id, "not today"]);
  });
});
