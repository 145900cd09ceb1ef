// Serves MCP servers of the examples over Streamable HTTP, on a port of this machine:
//
//     askwell serve &
//     node mcp-server-sdk2.js --http          # prints the address for your MCP client

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** What both versions of the SDK call a transport for web standards. */
interface SessionTransport {
  handleRequest(request: Request): Promise<Response>;
  onclose?: (() => void) | undefined;
}

/** Options that make a transport announce its session. */
interface SessionOptions {
  sessionIdGenerator: () => string;
  onsessioninitialized: (id: string) => void;
}

/** Returns a handler that gives every client a session of its own. `open` connects a server to a new transport. */
export function sessions(open: (options: SessionOptions) => Promise<SessionTransport>): (request: Request) => Promise<Response> {
  const opened = new Map<string, SessionTransport>();
  return async (request) => {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const found = opened.get(id);
      return found ? found.handleRequest(request) : new Response("there is no such session", { status: 404 });
    }
    let own = "";
    const transport = await open({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (created) => {
        own = created;
        opened.set(created, transport);
      },
    });
    transport.onclose = () => opened.delete(own);
    return transport.handleRequest(request);
  };
}

/** Serves at a free port of this machine until the process ends, and prints the address. */
export function listen(handler: (request: Request) => Promise<Response>): void {
  const server = createServer((incoming, outgoing) => {
    const { port } = server.address() as AddressInfo;
    // A page in a browser must not reach this server by another name for this machine.
    if (incoming.headers.host !== `127.0.0.1:${port}`) outgoing.writeHead(403).end();
    else void answer(incoming, outgoing, handler).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`));
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, handler: (request: Request) => Promise<Response>) {
  const { method = "GET", headers } = incoming;
  const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const body = method === "GET" || method === "HEAD" ? {} : { body: Readable.toWeb(incoming) as never, duplex: "half" as const };
  const request = new Request(`http://${headers.host}${incoming.url}`, { method, headers: given, signal: gone.signal, ...body });
  const response = await handler(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
  else outgoing.end();
}
