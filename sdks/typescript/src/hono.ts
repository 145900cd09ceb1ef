/** A webhook receiver for Hono. */

import { webhookHandler } from "./webhooks.js";
import type { ReceiverOptions, WebhookHandler } from "./webhooks.js";

export type { ReceiverOptions, WebhookHandler, WebhookMessage } from "./webhooks.js";

/** Returns a handler for `app.post("/askwell", …)`. */
export function honoWebhook(
  handler: WebhookHandler,
  options: ReceiverOptions,
): (context: { readonly req: { readonly raw: Request } }) => Promise<Response> {
  const handle = webhookHandler(handler, options);
  return (context) => handle(context.req.raw);
}
