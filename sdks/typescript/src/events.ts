/** The event stream of the service, continued after every break. */

import { pause } from "./duration.js";
import { EventsMissedError, ServiceUnreachableError } from "./errors.js";
import type { Transport } from "./transport.js";
import type { Mode, Reason } from "./wire.js";

/** What happens to elicitations, by the name of the event. */
export interface EventData {
  readonly created: { mode: Mode; createdAt: number; timeoutAt: number; prompt: string; url?: string };
  readonly opened: object;
  readonly rejected: { retryCount: number; retryLimit: number };
  readonly claimed: { claimedBy: string };
  readonly released: { claimedBy?: string };
  readonly voted: { person: string; approved: boolean; approvals: number; needed: number };
  readonly timeout_warning: { remainingMs: number; extensionAllowed: boolean; extensionDuration?: number };
  readonly reminded: { remainingMs: number };
  readonly escalated: { person?: string; group?: string };
  readonly delegated: { person?: string; group?: string };
  readonly extended: { newTimeoutAt: number; extensionsRemaining: number };
  readonly taken: object;
  readonly complete: { status: "completed"; result?: unknown };
  readonly declined: { status: "declined"; declineReason?: string };
  readonly cancelled: { status: "cancelled"; reason: Reason };
  readonly timeout: { status: "timeout"; reason?: Reason };
}

/** The name of an event. */
export type EventType = keyof EventData;

/** One event. `position` continues the stream after it, also in another process. */
export type ElicitationEvent = {
  [T in EventType]: { readonly type: T; readonly position: number; readonly elicitationId: string } & EventData[T];
}[EventType];

/** Where to begin, and when to stop. */
export interface EventsOptions {
  /** The `position` of the last event that you have seen; without it, the stream begins now. */
  readonly after?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PREFIX = "notifications/elicitation/";
const RECONNECT = 500;
/** A stream that is silent for longer is broken: the service sends a comment every 15 seconds. */
const SILENCE = 45_000;

/**
 * Yields events until the signal is aborted or the loop ends. Reconnects for as long as it takes.
 * Throws {@link EventsMissedError} if the log no longer has the events after the position.
 */
export async function* readEvents(
  transport: Transport,
  { after, signal }: EventsOptions = {},
): AsyncGenerator<ElicitationEvent, void, undefined> {
  let position = after;
  const ended = new AbortController();
  const stop = () => ended.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    while (!signal?.aborted) {
      try {
        for await (const { id, data } of connect(transport, position, ended.signal)) {
          const { method, params } = JSON.parse(data) as { method: string; params: Record<string, unknown> };
          position = id ?? position;
          if (method === "notifications/events/missed") throw new EventsMissedError(position);
          if (method.startsWith(PREFIX) && position !== undefined) {
            yield { type: method.slice(PREFIX.length), position, ...params } as ElicitationEvent;
          }
        }
      } catch (error) {
        if (signal?.aborted) return;
        // Other errors of the service, such as a wrong key, do not go away by themselves.
        if (error instanceof EventsMissedError || !isBroken(error)) throw error;
      }
      await pause(RECONNECT, signal).catch(() => undefined);
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    ended.abort();
  }
}

/** Opens the stream once and yields what it sends. */
async function* connect(
  transport: Transport,
  after: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ id: number | undefined; data: string }> {
  const query = after === undefined ? "" : `?after=${after}`;
  const headers = { accept: "text/event-stream" };
  const { body } = await transport.request(`/events${query}`, { headers }, { signal, retryUntil: Date.now() + SILENCE });
  if (!body) return;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let [text, id, data] = ["", undefined as number | undefined, [] as string[]];
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines.map((entry) => entry.replace(/\r$/, ""))) {
        if (line.startsWith("id:")) id = Number(line.slice(3).trim());
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
        else if (line === "" && data.length > 0) {
          yield { id, data: data.join("\n") };
          data = [];
        }
      }
    }
  } finally {
    // The connection may be broken already.
    await reader.cancel().catch(() => undefined);
  }
}

async function withinSilence<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError("the event stream is silent")), SILENCE);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection that broke gives a `TypeError`; one that could not be opened, our own error. */
function isBroken(error: unknown): boolean {
  return error instanceof ServiceUnreachableError || error instanceof TypeError || isAbort(error);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
