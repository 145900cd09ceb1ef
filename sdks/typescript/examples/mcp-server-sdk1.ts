// An MCP server on the TypeScript SDK 1.x whose tools ask: in the client's dialog, or on Askwell's page.
//
//     askwell serve &
//     node mcp-server-sdk1.js          # as the command of a server in your MCP client
//     node mcp-server-sdk1.js --http   # or as a server at an address

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Duration } from "askwell";
import { withAsk } from "askwell/mcp";
import { z } from "zod";

import { listen, sessions } from "./mcp-http.js";

const options = {
  patience: (process.env["PATIENCE"] ?? "50s") as Duration,
  fastestPerson: (process.env["FASTEST_PERSON"] ?? "1s") as Duration,
};

/** Every session gets a server of its own. */
function create(): McpServer {
  const server = new McpServer({ name: "deployer", version: "1.0.0" });

  server.registerTool(
    "deploy",
    { description: "Deploys a version", inputSchema: { version: z.string() } },
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
  const handler = sessions(async (options) => {
    const transport = new WebStandardStreamableHTTPServerTransport(options);
    await create().connect(transport as Transport);
    return transport;
  });
  listen(handler);
} else {
  await create().connect(new StdioServerTransport());
}
