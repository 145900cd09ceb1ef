// Drives an installed `askwell mcp` with the TypeScript SDK: client.mjs COMMAND…
//
// Lists the tools, asks a question and answers it in the request handler. Prints one line of JSON.

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [command, ...args] = process.argv.slice(2);
const client = new Client(
  { name: "packages", version: "1.0.0" },
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
);
const asked = [];
client.setRequestHandler("elicitation/create", async ({ params }) => {
  asked.push(params.message);
  const fields = Object.keys(params.requestedSchema.properties);
  return { action: "accept", content: Object.fromEntries(fields.map((name) => [name, "yes, from TypeScript"])) };
});
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
const tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
const result = await client.callTool({ name: "ask_question", arguments: { question: "Does the package work?" } });
const text = result.content.map((part) => part.text ?? "").join("");
console.log(JSON.stringify({ tools, asked, text }));
await client.close();
