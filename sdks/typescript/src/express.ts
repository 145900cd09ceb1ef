/** A webhook receiver for Express. */

import type { IncomingMessage, ServerResponse } from "node:http";

import { readBody, receiver } from "./webhooks.js";
import type { ReceiverOptions, WebhookHandler } from "./webhooks.js";

export type { ReceiverOptions, WebhookHandler, WebhookMessage } from "./webhooks.js";

/**
 * Returns a request handler for Express 4 and 5, and for `http.createServer`. Mount it before `express.json()`, or after
 * `express.raw({ type: "application/json" })`: the signature is that of the body as it was received.
 */
export function expressWebhook(
  handler: WebhookHandler,
  options: ReceiverOptions,
): (request: IncomingMessage & { body?: unknown }, response: ServerResponse) => Promise<void> {
  const receive = receiver(handler, options);
  return async (request, response) => {
    const parsed = request.body;
    const isBytes = parsed instanceof Uint8Array || typeof parsed === "string";
    if (parsed !== undefined && !isBytes && request.readableEnded) {
      response.writeHead(500).end("the body is parsed already; mount the webhook before express.json()");
      return;
    }
    const body = isBytes ? parsed : await readBody(request, options.maxBytes);
    const { status, text } = await receive(body, request.headers);
    response.writeHead(status).end(text ?? undefined);
  };
}
