/** Sends calls to the service, and sends them again where that is safe and helps. */

import { pause } from "./duration.js";
import { reasonOf, serviceError, ServiceError, ServiceUnreachableError, UnauthorizedError } from "./errors.js";
import type { RpcErrorBody } from "./errors.js";
import type { ServiceAddress, ServiceLocator } from "./service.js";
import type { Method, Params, Results } from "./wire.js";

/** How a call is sent. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Until when the call may be sent again, in milliseconds since 1970. */
  readonly retryUntil?: number | undefined;
  /** The elicitation to name in the error if the service does not answer. */
  readonly elicitationId?: string | undefined;
}

/** What the client needs of a connection. A test double can take its place. */
export interface Transport {
  readonly address: string;
  call<M extends Method>(method: M, params: Params[M], options?: CallOptions): Promise<Results[M]>;
  request(path: string, init: RequestInit, options?: CallOptions): Promise<Response>;
}

/** Methods that a second delivery does not change: they can be sent again after a broken connection. */
const REPEATABLE: ReadonlySet<Method> = new Set<Method>([
  "elicitation/create",
  "elicitation/open",
  "elicitation/status",
  "elicitation/list",
  "elicitation/wait",
  "elicitation/claim",
  "elicitation/release",
  "elicitation/history",
  "elicitation/timeouts",
  "templates/list",
  "webhooks/list",
  "webhooks/deliveries",
  "rpc.discover",
]);

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

/** The service over HTTP. */
export class HttpTransport implements Transport {
  readonly #locator: ServiceLocator;
  readonly #fetch: typeof fetch;
  readonly #callTimeout: number;
  #next = 1;

  constructor(locator: ServiceLocator, fetchFunction: typeof fetch, callTimeout: number) {
    this.#locator = locator;
    this.#fetch = fetchFunction;
    this.#callTimeout = callTimeout;
  }

  get address(): string {
    return this.#locator.address;
  }

  async call<M extends Method>(method: M, params: Params[M], options: CallOptions = {}): Promise<Results[M]> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: this.#next++, method, params });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    return this.#retry(options, REPEATABLE.has(method), async (service) => {
      // A connection can be gone without a sign of it.
      const timeout = AbortSignal.timeout(this.#callTimeout);
      const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
      const response = await this.#send(service, "/rpc", init, signal);
      // A service that stops in the middle of a response breaks this, too.
      const text = await response.text();
      return this.#result<Results[M]>(method, response, text);
    });
  }

  /** Sends another request than a call. A body that is a stream is sent once only. */
  async request(path: string, init: RequestInit, options: CallOptions = {}): Promise<Response> {
    const name = `${init.method ?? "GET"} ${path.split("?")[0]}`;
    const repeatable = init.body === undefined || init.body === null;
    return this.#retry(options, repeatable, async (service) => {
      const response = await this.#send(service, path, init, options.signal);
      if (!response.ok) this.#result(name, response, await response.text());
      return response;
    });
  }

  #send(service: ServiceAddress, path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const key = service.key === undefined ? {} : { authorization: `Bearer ${service.key}` };
    const headers = { ...key, ...(init.headers as Record<string, string> | undefined) };
    return this.#fetch(`${service.address}${path}`, signal ? { ...init, headers, signal } : { ...init, headers });
  }

  #result<T>(method: string, response: Response, text: string): T {
    const body = parse(text) as { result?: T; error?: RpcErrorBody } | undefined;
    if (body && "result" in body) return body.result as T;
    const error = body?.error ?? {
      code: -32603,
      message: `HTTP status ${response.status} without a JSON-RPC response; is this the address of Askwell?`,
      data: { type: "system", details: "protocol" },
    };
    const after = Number(response.headers.get("retry-after"));
    const data = after > 0 ? { retry_after_ms: after * 1000, ...error.data } : error.data;
    const requestId = response.headers.get("x-request-id") ?? undefined;
    throw serviceError(method, this.address, data ? { ...error, data } : error, requestId);
  }

  /** Runs an attempt until it succeeds, fails for good, or the time is over. */
  async #retry<T>(
    options: CallOptions,
    repeatable: boolean,
    attempt: (service: ServiceAddress) => Promise<T>,
  ): Promise<T> {
    const { signal, retryUntil = 0, elicitationId } = options;
    let service = await this.#locator.locate(false);
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      let wait = Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE) * (0.5 + Math.random() / 2);
      try {
        return await attempt(service);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        const isAnswer = error instanceof ServiceError;
        // A service that was restarted can have another address and another key.
        const mayHaveMoved = this.#locator.canMove && (!isAnswer || error instanceof UnauthorizedError);
        const before = service;
        if (mayHaveMoved) service = await this.#locator.locate(true);
        const hasMoved = service.address !== before.address || service.key !== before.key;
        const canSendAgain = isAnswer || repeatable || wasNotSent(error);
        if (hasMoved && canSendAgain) continue;
        if (isAnswer) {
          // A rejected call had no effect. Without `retryAfter`, sending it again would not help.
          if (error.retryAfter === undefined || Date.now() + error.retryAfter > retryUntil) throw error;
          wait = Math.max(wait, error.retryAfter);
        } else if (!canSendAgain || Date.now() + wait > retryUntil) {
          throw new ServiceUnreachableError(service.address, error, elicitationId);
        }
      }
      await pause(wait, signal);
    }
  }
}

/** Whether a connection failed before the request was sent. */
function wasNotSent(error: unknown): boolean {
  return /ECONNREFUSED|ConnectionRefused|Connection refused/i.test(reasonOf(error));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
