// The TypeScript SDK, 1.x, as a server that asks and as a client that answers; it knows the legacy era only.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

import * as contract from './contract.mjs';

function server() {
  const server = new McpServer({ name: 'typescript-sdk-1', version: '1.0.0' });
  server.registerTool('register', { description: 'Ask for a project and say what came of it' }, async extra => {
    const params = { mode: 'form', message: contract.QUESTION, requestedSchema: contract.SCHEMA };
    const outcome = await server.server.elicitInput(params, { relatedRequestId: extra.requestId });
    return contract.said(outcome.action, outcome.content);
  });
  server.registerTool('connect', { description: 'Send the person to a page' }, async extra => {
    const params = {
      mode: 'url', message: contract.LINK_QUESTION, url: contract.LINK, elicitationId: contract.LINK_ID,
    };
    const outcome = await server.server.elicitInput(params, { relatedRequestId: extra.requestId });
    return contract.said(outcome.action);
  });
  return server;
}

/** Every client gets a session of its own: a transport of this SDK serves one only. */
function serveHttp(port) {
  const sessions = new Map();
  createServer(async (request, response) => {
    let transport = sessions.get(request.headers['mcp-session-id']);
    if (!transport) {
      const onsessioninitialized = id => sessions.set(id, transport);
      transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID(), onsessioninitialized });
      await server().connect(transport);
    }
    await transport.handleRequest(request, response);
  }).listen(port, '127.0.0.1');
}

async function call({ url, command, tool, script }) {
  const capabilities = { elicitation: { form: {}, url: {} } };
  const client = new Client({ name: 'typescript-sdk-1', version: '1.0.0' }, { capabilities });
  const { asked, answer } = contract.person(script);
  client.setRequestHandler(ElicitRequestSchema, async request => answer(request.params));
  const transport = url
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command: command[0], args: command.slice(1) });
  await client.connect(transport);
  const result = await client.callTool({ name: tool, arguments: {} });
  contract.report(asked, result, transport.protocolVersion ?? 'legacy');
  await client.close();
}

const options = contract.options();
if (options.role === 'client') await call(options);
else if (options.http) serveHttp(Number(options.http));
else await server().connect(new StdioServerTransport());
