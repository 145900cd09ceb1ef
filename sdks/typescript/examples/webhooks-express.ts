// A webhook receiver with Express: `node webhooks-express.js`, with WEBHOOK_SECRET and PORT.

import { expressWebhook } from "askwell/express";
import express from "express";

const app = express();
const secret = process.env["WEBHOOK_SECRET"] ?? "";

// Before express.json(): the signature is that of the body as it was received.
app.post(
  "/askwell",
  expressWebhook((message) => console.log(message.type, message.data.elicitationId), { secret }),
);
app.use(express.json());

const server = app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log("listening on", (server.address() as { port: number }).port);
});
