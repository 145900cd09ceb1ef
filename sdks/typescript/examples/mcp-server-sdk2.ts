// An MCP server on the TypeScript SDK 2.x whose tools ask: in the client's dialog, or on Askwell's page.
//
//     askwell serve &
//     node mcp-server-sdk2.js          # as the command of a server in your MCP client
//     node mcp-server-sdk2.js --http   # or as a server at an address

import { createMcpHandler, isLegacyRequest, McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Duration } from "askwell";
import { withAsk } from "askwell/mcp";
import { z } from "zod";

import { listen, sessions } from "./mcp-http.js";

const options = {
  patience: (process.env["PATIENCE"] ?? "50s") as Duration,
  fastestPerson: (process.env["FASTEST_PERSON"] ?? "1s") as Duration,
};

/** Clients of both eras get a server of their own. */
function create(): McpServer {
  const server = new McpServer({ name: "deployer", version: "1.0.0" }, { capabilities: { tools: {} } });

  server.registerTool(
    "deploy",
    { description: "Deploys a version", inputSchema: z.object({ version: z.string() }) },
    withAsk(
      server,
      async ({ version }: { version: string }, ask) => {
        const outcome = await ask(`Deploy ${version}?`, z.object({ go: z.boolean(), replicas: z.number().int().max(9) }));
        if (outcome.status !== "accepted") return text(`not deployed: ${outcome.status}`);
        return text(outcome.value.go ? `deployed ${version} on ${outcome.value.replicas}` : "not deployed");
      },
      options,
    ),
  );

  server.registerTool(
    "connect",
    { description: "Connects to a database" },
    withAsk(
      server,
      async (_, ask) => {
        // A secret never goes through the client: the person types it on Askwell's page.
        const outcome = await ask("The password of the database", { secret: true });
        return text(outcome.status === "accepted" ? `connected with ${outcome.value.length} characters` : outcome.status);
      },
      options,
    ),
  );

  return server;
}

function text(words: string) {
  return { content: [{ type: "text" as const, text: words }] };
}

if (process.argv[2] === "--http") {
  // A client of an earlier era is asked within its session; a modern one calls again with the answer.
  const modern = createMcpHandler(create, { legacy: "reject" });
  const legacy = sessions(async (options) => {
    const transport = new WebStandardStreamableHTTPServerTransport(options);
    await create().connect(transport);
    return transport;
  });
  listen(async (request) => ((await isLegacyRequest(request.clone())) ? legacy(request) : modern.fetch(request)));
} else {
  serveStdio(create);
}
