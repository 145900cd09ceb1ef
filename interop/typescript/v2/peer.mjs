// The TypeScript SDK, 2.x, as a server that asks and as a client that answers; both eras.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler, inputRequired, inputResponse, isLegacyRequest, McpServer, WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import * as contract from './contract.mjs';

function server() {
  const server = new McpServer({ name: 'typescript-sdk-2', version: '2.0.0' }, { capabilities: { tools: {} } });
  const tool = (name, description, key, request) =>
    server.registerTool(name, { description }, async ctx => {
      const answer = inputResponse(ctx.mcpReq.inputResponses, key);
      if (answer.kind === 'elicit') return contract.said(answer.action, answer.content);
      return inputRequired({ inputRequests: { [key]: request } });
    });
  const form = inputRequired.elicit({ message: contract.QUESTION, requestedSchema: contract.SCHEMA });
  const link = inputRequired.elicitUrl({ message: contract.LINK_QUESTION, url: contract.LINK });
  tool('register', 'Ask for a project and say what came of it', 'project', form);
  tool('connect', 'Send the person to a page', 'link', link);
  return server;
}

/** The SDK serves legacy requests one by one unless they are given sessions, without which it could not ask. */
function serveHttp(port) {
  const modern = createMcpHandler(server, { legacy: 'reject' });
  const sessions = new Map();
  const fetch = async (request, options) => {
    if (!(await isLegacyRequest(request))) return modern.fetch(request, options);
    let transport = sessions.get(request.headers.get('mcp-session-id'));
    if (!transport) {
      transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: id => sessions.set(id, transport),
      });
      await server().connect(transport);
    }
    return transport.handleRequest(request);
  };
  createServer(toNodeHandler({ fetch })).listen(port, '127.0.0.1');
}

async function call({ url, command, tool, script, era }) {
  const client = new Client({ name: 'typescript-sdk-2', version: '2.0.0' }, {
    capabilities: { elicitation: { form: {}, url: {} } },
    versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' },
  });
  const { asked, answer } = contract.person(script);
  client.setRequestHandler('elicitation/create', async request => answer(request.params));
  const transport = url
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command: command[0], args: command.slice(1) });
  await client.connect(transport);
  const result = await client.callTool({ name: tool, arguments: {} });
  contract.report(asked, result, client.getNegotiatedProtocolVersion() ?? 'unknown');
  await client.close();
}

const options = contract.options();
if (options.role === 'client') await call(options);
else if (options.http) serveHttp(Number(options.http));
else serveStdio(server);
