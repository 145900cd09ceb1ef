/** Uses what differs between runtimes: HTTP, streams, Web Crypto, files and the environment. */

import { Askwell, ask, form, unwrap } from "askwell";
import { verifyWebhook } from "askwell/webhooks";
import { z } from "zod";

const lines: string[] = [];
lines.push(String(unwrap(await ask("Deploy?", z.boolean()))));
lines.push(String((await ask("Deploy?", z.boolean())).status));

const askwell = new Askwell();
const report = form({ id: "r", title: "Report", fields: [{ id: "file", type: "file", label: "File", required: true }] });
const { id } = await askwell.create(report, { person: "uploader" });
const content = new Blob(["All is ", "well."]).stream() as unknown as ReadableStream<Uint8Array>;
const answer = await askwell.upload(id, "file", content, { filename: "a.txt", contentType: "text/plain" });
lines.push(await askwell.file(id, answer).text());
for await (const event of askwell.events({ after: 0 })) {
  if (event.type === "created" && event.elicitationId === id) break;
}
lines.push("events");

const key = new Uint8Array(32).fill(7);
const secret = `whsec_${btoa(String.fromCharCode(...key))}`;
const [body, sentAt] = [JSON.stringify({ type: "elicitation.opened", timestamp: "2027-01-15T08:00:00Z", data: { elicitationId: id } }), String(Math.floor(Date.now() / 1000))];
const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const signature = await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(`msg_1.${sentAt}.${body}`));
const headers = { "webhook-id": "msg_1", "webhook-timestamp": sentAt, "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}` };
lines.push((await verifyWebhook(body, headers, secret)).type);
console.log(lines.join("\n"));
