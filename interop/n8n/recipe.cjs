// The recipe for n8n in docs/api.md, with n8n's own nodes and execution engine against a real service:
//
//     npm install --ignore-scripts --legacy-peer-deps
//     ASKWELL_BINARY=../../target/debug/askwell npm test
//
// What n8n's server does around them is here: it takes the requests of webhooks, hands them to their nodes, and
// continues the execution that a Wait node has stopped.

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { createInterface } = require("node:readline");

const folder = mkdtempSync(join(tmpdir(), "askwell-n8n-"));
// n8n keeps its settings there.
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = "true";
const core = require("n8n-core");
const { NodeHelpers, Workflow } = require("n8n-workflow");

/** The secret of the Crypto node; that of the service has it in base64. */
const TEXT = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c";
const KINDS = ["ManualTrigger", "HttpRequest", "Wait", "If", "Crypto", "Webhook", "Files/ExtractFromFile"];
const TYPES = new Map(
  KINDS.map((path) => {
    const name = path.split("/").at(-1);
    const kind = require(`n8n-nodes-base/dist/nodes/${path}/${name}.node.js`);
    return [`n8n-nodes-base.${name[0].toLowerCase()}${name.slice(1)}`, new kind[name]()];
  }),
);
const nodeTypes = {
  getByName: (type) => TYPES.get(type),
  getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(TYPES.get(type), version),
  getKnownTypes: () => ({}),
};

function node(name, type, typeVersion, parameters = {}) {
  return { id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0], parameters };
}

/** `links` says for each node where its outputs lead. */
function workflow(nodes, links) {
  const connections = {};
  for (const [from, outputs] of Object.entries(links)) {
    connections[from] = { main: outputs.map((to) => (to ? [{ node: to, type: "main", index: 0 }] : [])) };
  }
  return new Workflow({ id: "w", nodes, connections, active: false, nodeTypes, settings: {} });
}

/** What n8n's server gives an execution. */
function surroundings(base, executionId, flow, request) {
  const hooks = new core.ExecutionLifecycleHooks("webhook", executionId, { id: flow.id, nodes: [], connections: {} });
  return {
    executionId,
    hooks,
    ...request,
    restApiUrl: "",
    instanceBaseUrl: base,
    webhookBaseUrl: `${base}/webhook`,
    webhookTestBaseUrl: `${base}/webhook-test`,
    webhookWaitingBaseUrl: `${base}/webhook-waiting`,
    formWaitingBaseUrl: `${base}/form-waiting`,
    variables: {},
    setExecutionStatus() {},
    sendDataToUI() {},
    credentialsHelper: { getParentTypes: () => [] },
  };
}

/** Hands a request to the webhook of a node, and returns the items that it makes of it. */
async function receive(flow, target, additional, run) {
  const context = new core.WebhookContext(flow, target, additional, "webhook", { webhookDescription: { name: "default" } }, [], run);
  const { workflowData } = await nodeTypes.getByNameAndVersion(target.type, target.typeVersion).webhook(context);
  return workflowData;
}

/** Continues an execution at a node with these items. */
async function execute(flow, target, data, additional, run = { resultData: { runData: {} } }) {
  const stack = [{ node: target, data: { main: data }, source: null }];
  const runData = {
    startData: {},
    ...run,
    executionData: { contextData: {}, metadata: {}, waitingExecution: {}, waitingExecutionSource: {}, ...run.executionData, nodeExecutionStack: stack },
  };
  return new core.WorkflowExecute(additional, "webhook", runData).processRunExecutionData(flow);
}

function items(run, name) {
  const { error, runData } = run.data.resultData;
  assert.equal(error, undefined, error?.message);
  return runData[name]?.at(-1)?.data.main.flat().map((item) => item.json);
}

const SIGN = "Askwell listens on ";

async function startService(config) {
  const binary = process.env.ASKWELL_BINARY ?? "askwell";
  const options = ["serve", "--memory", "--listen", "127.0.0.1:0", "--config", config];
  const service = spawn(binary, options, { env: { ...process.env, XDG_STATE_HOME: folder }, stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface(service.stderr);
  const address = await new Promise((resolve, reject) => {
    lines.on("line", (line) => line.startsWith(SIGN) && resolve(line.slice(SIGN.length).trim()));
    lines.on("close", () => reject(new Error(`${binary} does not start`)));
  });
  return { address, service };
}

async function rpc(address, method, params) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const reply = await fetch(`${address}/rpc`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { result, error } = await reply.json();
  assert.equal(error, undefined, error?.message);
  return result;
}

const ASK = `={
  "mode": "form", "message": "Send the email?",
  "requestedSchema": { "type": "object", "properties": { "confirm": { "type": "boolean" } }, "required": ["confirm"] },
  "_meta": { "n8n/request-id": "{{ $execution.id }}" }
}`;
const ask = (address) =>
  node("Ask", "httpRequest", 4.2, { method: "POST", url: `${address}/elicitations`, sendBody: true, specifyBody: "json", jsonBody: ASK, options: {} });

/** Steps 1 and 2: the webhook of the service resumes the workflow that asked. */
async function resumeByWebhook(address, base, requests) {
  const first = workflow(
    [node("Start", "manualTrigger", 1), ask(address), node("Wait", "wait", 1.1, { resume: "webhook", httpMethod: "POST", options: {} })],
    { Start: ["Ask"], Ask: ["Wait"] },
  );
  const additional = surroundings(base, "7", first);
  const waiting = await execute(first, first.getNode("Start"), [[{ json: {} }]], additional);
  assert.ok(waiting.waitTill, "the Wait node stops the execution");
  const [{ requestId }] = items(waiting, "Ask");
  const again = await execute(first, first.getNode("Start"), [[{ json: {} }]], surroundings(base, "7", first));
  assert.equal(items(again, "Ask")[0].requestId, requestId, "a repeated execution asks once");

  const table = new Map([[requestId, `${base}/webhook-waiting/7`]]);
  const signed = "{{ $json.headers['webhook-id'] }}.{{ $json.headers['webhook-timestamp'] }}.{{ $json.raw }}";
  const signature = "={{ $json.headers['webhook-signature'] }}";
  const condition = { leftValue: signature, rightValue: "=v1,{{ $json.digest }}", operator: { type: "string", operation: "equals" } };
  const second = workflow(
    [
      node("Webhook", "webhook", 2, { httpMethod: "POST", path: "askwell", options: { rawBody: true } }),
      // Expressions cannot read the raw body: it is a file to n8n.
      node("Raw body", "extractFromFile", 1, { operation: "text", binaryPropertyName: "data", destinationKey: "raw", options: { keepSource: "json" } }),
      node("Crypto", "crypto", 1, { action: "hmac", type: "SHA256", encoding: "base64", value: `=${signed}`, secret: TEXT, dataPropertyName: "digest" }),
      node("If", "if", 2, { conditions: { options: { caseSensitive: true, typeValidation: "strict" }, combinator: "and", conditions: [condition] }, options: {} }),
      node("Resume", "httpRequest", 4.2, {
        method: "POST",
        url: "={{ $json.resumeUrl }}",
        sendBody: true,
        specifyBody: "json",
        jsonBody: "={{ JSON.stringify($json.body.data.result) }}",
        options: {},
      }),
    ],
    { Webhook: ["Raw body"], "Raw body": ["Crypto"], Crypto: ["If"], If: ["Resume"] },
  );
  requests.handlers.set("/webhook/askwell", async (request) => {
    const received = await receive(second, second.getNode("Webhook"), surroundings(base, "8", second, request));
    // Stands for the data table.
    for (const item of received[0]) item.json.resumeUrl = table.get(item.json.body.data.elicitationId);
    requests.second = await execute(second, second.getNode("Webhook"), received, surroundings(base, "8", second));
  });
  const resumed = new Promise((resolve, reject) => {
    requests.handlers.set("/webhook-waiting/7", async (request) => {
      const run = waiting.data;
      run.resultData.runData.Wait.pop();
      const target = first.getNode("Wait");
      const received = await receive(first, target, surroundings(base, "7", first, request), run);
      target.disabled = true;
      execute(first, target, received, surroundings(base, "7", first), run).then(resolve, reject);
    });
  });
  await rpc(address, "elicitation/submit", { elicitationId: requestId, responses: { confirm: true } });
  const done = await resumed;
  assert.equal(done.data.resultData.error, undefined);
  assert.deepEqual(items(done, "Wait").map((item) => item.body), [{ confirm: true }]);

  // A forged webhook ends at the If node.
  requests.second = undefined;
  const headers = { "content-type": "application/json", "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
  const body = JSON.stringify({ data: { elicitationId: requestId, result: { confirm: true } } });
  await fetch(`${base}/webhook/askwell`, { method: "POST", headers, body });
  assert.equal(items(requests.second, "Resume"), undefined);
}

/** Step 3: a loop of a Wait node and an HTTP Request node. */
async function poll(address, base) {
  const pending = { leftValue: "={{ $json.action }}", rightValue: "pending", operator: { type: "string", operation: "equals" } };
  const flow = workflow(
    [
      node("Start", "manualTrigger", 1),
      ask(address),
      node("Wait", "wait", 1.1, { resume: "timeInterval", amount: 1, unit: "seconds" }),
      node("Poll", "httpRequest", 4.2, { url: `=${address}/elicitations/{{ $('Ask').first().json.requestId }}`, options: {} }),
      node("If", "if", 2, { conditions: { options: { caseSensitive: true, typeValidation: "strict" }, combinator: "and", conditions: [pending] }, options: {} }),
    ],
    { Start: ["Ask"], Ask: ["Wait"], Wait: ["Poll"], Poll: ["If"], If: ["Wait"] },
  );
  const running = execute(flow, flow.getNode("Start"), [[{ json: {} }]], surroundings(base, "9", flow));
  for (;;) {
    const { elicitations } = await rpc(address, "elicitation/list", { status: "pending" });
    if (elicitations.length > 0) {
      await rpc(address, "elicitation/decline", { elicitationId: elicitations[0].elicitationId, reason: "not today" });
      break;
    }
  }
  assert.deepEqual(items(await running, "Poll"), [{ action: "decline", declineReason: "not today" }]);
}

async function main() {
  const requests = { handlers: new Map(), second: undefined };
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const rawBody = Buffer.concat(chunks);
    const httpRequest = Object.assign(request, { rawBody, body: JSON.parse(rawBody), params: {}, query: {}, ips: [], ip: "127.0.0.1", contentType: "application/json" });
    try {
      await requests.handlers.get(request.url)({ httpRequest, httpResponse: response });
      response.writeHead(200).end();
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${server.address().port}`;
  const config = join(folder, "askwell.toml");
  const secret = `whsec_${Buffer.from(TEXT).toString("base64")}`;
  writeFileSync(
    config,
    `[[webhooks]]\nname = "n8n"\nurl = "${base}/webhook/askwell"\nsecret = "${secret}"\n` +
      'events = ["elicitation.complete"]\nallow_private = true\n',
  );
  const { address, service } = await startService(config);
  try {
    await resumeByWebhook(address, base, requests);
    console.log("ok: a webhook resumes the workflow that asked");
    await poll(address, base);
    console.log("ok: a loop of polls ends with the action");
  } finally {
    service.kill();
    await once(service, "exit");
    server.close();
    rmSync(folder, { recursive: true });
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
