/**
 * The recipe for n8n in docs/api.md: the requests that its nodes make, with what those nodes are given. n8n itself runs
 * in interop/n8n.
 */

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite, test } from "node:test";

import { collect } from "./support/collect.js";
import { startService, temporaryFolder } from "./support/service.js";
import type { Service } from "./support/service.js";

/** The secret of the Crypto node; that of the service has it in base64. */
const TEXT = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c";

/** What the HTTP Request node posts. `execution` is `$execution.id`. */
async function ask(service: Service, execution: string): Promise<string> {
  const response = await fetch(`${service.address}/elicitations`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      mode: "form",
      message: "Send the email?",
      requestedSchema: { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] },
      _meta: { "n8n/request-id": execution },
    }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { requestId: string }).requestId;
}

suite("the recipe for n8n", () => {
  test("is what this test does", () => {
    const docs = readFileSync(new URL("../../../../docs/api.md", import.meta.url), "utf8");
    const recipe = docs.split("### With n8n\n")[1]?.split("\n## ")[0] ?? "";
    for (const part of ["`POST`", "/elicitations`", '"n8n/request-id"', "webhook-id", "webhook-timestamp", "raw body", "joined by dots", "`v1,`", "data.elicitationId", "data.result", "whsec_$(printf %s", "/elicitations/{{ $('Ask').first().json.requestId }}", "{{ $json.raw }}"]) {
      assert.ok(recipe.replace(/\s+/g, " ").includes(part), `docs/api.md does not say ${part}`);
    }
  });

  test("a webhook resumes the workflow that asked", async (t) => {
    // The data table: what the first workflow stores, and the second one looks up.
    const table = new Map<string, string>();
    const resumed: unknown[] = [];
    const signatures: boolean[] = [];
    const n8n = createServer(async (request, response) => {
      const raw = Buffer.concat(await collect(request)).toString("utf8");
      if (request.url === "/webhook-waiting/7") {
        resumed.push(JSON.parse(raw));
        response.end(() => n8n.emit("resumed"));
        return;
      }
      const { headers } = request;
      const value = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${raw}`;
      const digest = createHmac("sha256", TEXT).update(value).digest("base64");
      signatures.push(String(headers["webhook-signature"]) === `v1,${digest}`);
      const { data } = JSON.parse(raw) as { data: { elicitationId: string; result: unknown } };
      const resume = table.get(data.elicitationId);
      assert.ok(resume);
      await fetch(resume, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data.result) });
      response.writeHead(200).end();
    });
    n8n.listen(0, "127.0.0.1");
    await once(n8n, "listening");
    t.after(() => n8n.close());
    const { port } = n8n.address() as AddressInfo;
    const config = join(temporaryFolder(t), "askwell.toml");
    const secret = `whsec_${Buffer.from(TEXT).toString("base64")}`;
    const events = '["elicitation.complete", "elicitation.declined", "elicitation.cancelled", "elicitation.timeout"]';
    writeFileSync(
      config,
      `[[webhooks]]\nname = "n8n"\nurl = "http://127.0.0.1:${port}/webhook/askwell"\nsecret = "${secret}"\n` +
        `events = ${events}\nallow_private = true\n`,
    );
    const service = await startService(t, { config });
    const id = await ask(service, "7");
    assert.equal(await ask(service, "7"), id, "a repeated execution asks once");
    assert.notEqual(await ask(service, "8"), id);
    table.set(id, `http://127.0.0.1:${port}/webhook-waiting/7`);
    const done = once(n8n, "resumed");
    await service.askwell.submit(id, { confirm: true });
    await done;
    assert.deepEqual([resumed, signatures], [[{ confirm: true }], [true]]);
  });

  test("a loop of polls ends with the action", async (t) => {
    const service = await startService(t);
    const id = await ask(service, "9");
    const poll = async () => (await fetch(`${service.address}/elicitations/${id}`)).json();
    assert.deepEqual(await poll(), { action: "pending" });
    await service.askwell.decline(id, "not today");
    assert.deepEqual(await poll(), { action: "decline", declineReason: "not today" });
  });
});
