// A webhook receiver with Hono, for every runtime that Hono runs on: `export default app` on
// Deno, Bun and workers, `serve(app)` of @hono/node-server on Node.js.

import { honoWebhook } from "askwell/hono";
import { Hono } from "hono";

const secret = process.env["WEBHOOK_SECRET"] ?? "";

export const app = new Hono();
app.post(
  "/askwell",
  honoWebhook((message) => console.log(message.type, message.data.elicitationId), { secret }),
);

export default app;
