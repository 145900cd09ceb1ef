/** What an MCP client can show, in the terms of both versions of the TypeScript SDK. */

/** The answer of a client to an elicitation. */
export interface ElicitResult {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, unknown> | undefined;
}

/** Elicitation capabilities, as clients announce them. */
interface Capabilities {
  readonly elicitation?: { readonly form?: object | undefined; readonly url?: object | undefined } | undefined;
}

/** What is used of `McpServer`, of SDK 1.x and 2.x alike. */
export interface ToolServer {
  readonly server: {
    getClientCapabilities(): Capabilities | undefined;
    // The parameters differ between the versions.
    elicitInput(params: any, options?: any): Promise<ElicitResult>;
    createElicitationCompletionNotifier?(elicitationId: string, options?: object): () => Promise<void>;
  };
}

/** What is used of a verified access token. */
interface AuthInfo {
  readonly token: string;
  readonly clientId: string;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** What is used of the second argument of a tool handler: `extra` in SDK 1.x. */
interface LegacyContext {
  readonly signal?: AbortSignal;
  readonly requestId?: string | number;
  readonly authInfo?: AuthInfo | undefined;
  readonly sessionId?: string | undefined;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification?(notification: never): Promise<void>;
}

/** The same in SDK 2.x: `ctx`. */
interface ModernContext {
  readonly sessionId?: string | undefined;
  readonly http?: { readonly authInfo?: AuthInfo | undefined } | undefined;
  readonly mcpReq: {
    readonly signal?: AbortSignal;
    readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
    readonly envelope?: Readonly<Record<string, unknown>> | undefined;
    readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
    requestState?(): unknown;
    notify?(notification: never): Promise<void>;
    elicitInput?(params: never, options?: never): Promise<ElicitResult>;
  };
}

const ENVELOPE_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** A retried call of a client of the era 2026-07-28. */
export interface RetryContext {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly state: string | undefined;
}

/** How one tool call reaches its client. */
export interface ClientChannel {
  readonly signal: AbortSignal | undefined;
  readonly session: string;
  /** Who calls, as the access token says; empty without one. */
  readonly principal: string;
  /** Whether the client shows forms, and lists in them. */
  readonly form: boolean;
  readonly lists: boolean;
  /** Whether the client opens pages. */
  readonly url: boolean;
  readonly hasProgress: boolean;
  /** Sends a dialog and waits; only in the legacy era. */
  elicit(params: object, options: { signal: AbortSignal; timeout: number }): Promise<ElicitResult>;
  /** Reports progress, which keeps some clients waiting. */
  progress(count: number, message: string): Promise<void>;
  /** Says that a page is done. */
  complete(elicitationId: string): Promise<void>;
  /** Present in the modern era. */
  readonly retry: RetryContext | undefined;
}

/** Returns the channel of a call. */
export function channelOf(server: ToolServer, context: unknown): ClientChannel {
  const modern = isModern(context) ? context : undefined;
  const legacy = modern ? modern.mcpReq : ((context ?? {}) as LegacyContext);
  const envelope = modern?.mcpReq.envelope;
  const capabilities = (envelope?.[ENVELOPE_CAPABILITIES] as Capabilities | undefined) ?? announced(server);
  const { elicitation } = capabilities ?? {};
  const token = legacy._meta?.progressToken;
  const notify = (notification: object) =>
    modern
      ? modern.mcpReq.notify?.(notification as never)
      : (context as LegacyContext | undefined)?.sendNotification?.(notification as never);
  // Over HTTP, messages belong to the response of the call; others get lost while the client listens to nothing else.
  const requestId = modern ? undefined : (context as LegacyContext | undefined)?.requestId;
  const related = requestId === undefined ? {} : { relatedRequestId: requestId };
  const elicit = (params: object, options: object) =>
    modern?.mcpReq.elicitInput
      ? modern.mcpReq.elicitInput(params as never, options as never)
      : server.server.elicitInput(params, { ...options, ...related });
  return {
    signal: legacy.signal,
    principal: principalOf(modern ? modern.http?.authInfo : (context as LegacyContext | undefined)?.authInfo),
    session: (modern ?? (context as LegacyContext | undefined))?.sessionId ?? "",
    // A client that announces nothing more than elicitation shows forms.
    form: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    lists: elicitation?.form !== undefined,
    url: elicitation?.url !== undefined,
    hasProgress: token !== undefined,
    elicit,
    progress: async (progress, message) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress, message };
      await notify({ method: "notifications/progress", params });
    },
    complete: async (elicitationId) => {
      await server.server.createElicitationCompletionNotifier?.(elicitationId, related)();
    },
    retry: envelope && {
      responses: modern?.mcpReq.inputResponses ?? {},
      state: textOf(modern?.mcpReq.requestState?.()),
    },
  };
}

function principalOf(auth: AuthInfo | undefined): string {
  if (!auth) return "";
  const { iss, sub } = auth.extra ?? {};
  // A token without a subject stands for itself alone.
  return JSON.stringify(sub === undefined ? [auth.clientId, auth.token] : [auth.clientId, iss, sub]);
}

function isModern(context: unknown): context is ModernContext {
  return typeof context === "object" && context !== null && "mcpReq" in context;
}

function announced(server: ToolServer): Capabilities | undefined {
  return server.server.getClientCapabilities();
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
