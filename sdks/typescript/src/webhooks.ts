/** Receives webhooks of the service: verifies Standard Webhooks 1.0.0 messages with Web Crypto. */

import { WebhookRejectedError } from "./errors.js";
import type { EventData, EventType } from "./events.js";

/** A verified message. */
export type WebhookMessage = {
  [T in EventType]: {
    readonly type: `elicitation.${T}`;
    /** The id of the message: the same for every attempt. Store it to process a message once. */
    readonly id: string;
    /** When the event happened. */
    readonly timestamp: Date;
    readonly data: { readonly elicitationId: string } & EventData[T];
  };
}[EventType];

/** How to verify. */
export interface VerifyOptions {
  /** How old a message may be, and how far in the future, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The present time in milliseconds; for tests. */
  readonly now?: number;
}

/** Headers of a request, in one of the usual forms. */
export type HeadersInput =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a message and returns it. The body must be exactly what was received. Several secrets are accepted during a
 * rotation. Rejects with {@link WebhookRejectedError} if the message is not authentic, too old, or not of Askwell.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeadersInput,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookMessage> {
  const [id, sentAt, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = header(headers, name);
    if (!value) throw new WebhookRejectedError(`the header ${name} is missing; is this a message of Askwell?`);
    return value;
  }) as [string, string, string];
  const seconds = /^\d{1,12}$/.test(sentAt) ? Number(sentAt) : Number.NaN;
  const age = Math.abs((options.now ?? Date.now()) / 1000 - seconds);
  if (!(age <= (options.toleranceSeconds ?? 300))) {
    throw new WebhookRejectedError("the message is too old or from the future; check the clock of this machine");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${sentAt}.`), bytes);
  const keys = await Promise.all((typeof secret === "string" ? [secret] : secret).map(importKey));
  const given = signatures.split(" ").filter((part) => part.startsWith("v1,"));
  let authentic = false;
  for (const key of keys) {
    for (const signature of given) {
      const code = decode(signature.slice(3));
      // Web Crypto compares in constant time.
      if (code && (await crypto.subtle.verify("HMAC", key, code, signed))) authentic = true;
    }
  }
  if (!authentic) {
    throw new WebhookRejectedError("no signature fits; check the secret, and that the body is passed as received");
  }
  const message = parse(new TextDecoder().decode(bytes));
  if (!message) throw new WebhookRejectedError("the body is not a message of Askwell");
  return { ...message, id, timestamp: new Date(message.timestamp) } as unknown as WebhookMessage;
}

/** What a receiver does with a verified message. The sender retries if it rejects. */
export type WebhookHandler = (message: WebhookMessage) => void | Promise<void>;

/** How a receiver works. */
export interface ReceiverOptions extends VerifyOptions {
  /** The secret, `whsec_…`, or both during a rotation. */
  readonly secret: string | readonly string[];
  /** The largest body in bytes; 4 MiB by default. */
  readonly maxBytes?: number;
}

/**
 * Returns a handler for runtimes and frameworks that pass a `Request` and expect a `Response`: Deno, Bun, workers,
 * Next.js, Hono. It answers 204 for a message that was handled, 400 for one that is not authentic, 413 for one that is
 * too large, and 500 if the handler fails, so that the service tries again.
 */
export function webhookHandler(
  handler: WebhookHandler,
  options: ReceiverOptions,
): (request: Request) => Promise<Response> {
  const receive = receiver(handler, options);
  return async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    const body = await readBody(request.body as ReadableStream<Uint8Array> | null, options.maxBytes);
    const { status, text } = await receive(body, request.headers);
    return new Response(text, { status });
  };
}

/** What an HTTP framework answers to a message. */
export interface WebhookResponse {
  readonly status: 204 | 400 | 413 | 500;
  readonly text: string | null;
}

/** Returns a function that verifies and handles one message; adapters for frameworks use it. */
export function receiver(
  handler: WebhookHandler,
  options: ReceiverOptions,
): (body: Uint8Array | string | "too large", headers: HeadersInput) => Promise<WebhookResponse> {
  return async (body, headers) => {
    if (body === "too large") return { status: 413, text: "the body is too large" };
    let message: WebhookMessage;
    try {
      message = await verifyWebhook(body, headers, options.secret, options);
    } catch (error) {
      if (!(error instanceof WebhookRejectedError)) throw error;
      return { status: 400, text: error.message };
    }
    try {
      await handler(message);
      return { status: 204, text: null };
    } catch {
      return { status: 500, text: "the handler failed" };
    }
  };
}

/** Reads a body up to a limit. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  maxBytes = 4 << 20,
): Promise<Uint8Array | "too large"> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return "too large";
    chunks.push(chunk);
  }
  return concat(...chunks);
}

async function importKey(secret: string): Promise<CryptoKey> {
  const key = decode(secret.trim().replace(/^whsec_/, ""));
  if (!key || key.length === 0) throw new TypeError("a webhook secret is `whsec_` and base64");
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function header(headers: HeadersInput, name: string): string | undefined {
  if (typeof headers.get === "function") return (headers as { get(name: string): string | null }).get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === "string" ? value : value?.[0];
}

function parse(text: string): { type: string; timestamp: string; data: { elicitationId: string } } | undefined {
  try {
    const message = JSON.parse(text);
    const isOurs =
      typeof message?.type === "string" &&
      message.type.startsWith("elicitation.") &&
      typeof message.timestamp === "string" &&
      typeof message.data?.elicitationId === "string";
    return isOurs ? message : undefined;
  } catch {
    return undefined;
  }
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
