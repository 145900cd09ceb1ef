// Starts services and browsers for the tests. A message on the console, a violation of
// the content security policy and a finding of axe each fail the test in which they happen.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, mkdir, readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import readline from "node:readline";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const AXE = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/// Long enough for a machine with other things to do.
export const PATIENCE = 30_000;

const running = new Set();

/// Where the services of this run keep their files; removed at its end.
const ROOT = mkdtempSync(path.join(tmpdir(), "askwell-browser-"));
process.once("exit", () => {
  Service.stopAll();
  rmSync(ROOT, { recursive: true, force: true, maxRetries: 5 });
});

/// Makes a folder of this run.
export const makeFolder = (prefix) => mkdtemp(path.join(ROOT, prefix));

/// The pages, run by the example program.
export class Service {
  /// What a failed test left behind.
  static stopAll() { for (const service of running) service.process.kill("SIGKILL"); }

  static async start({ port = 0, folder, identity = "loopback" } = {}) {
    const service = new Service();
    service.folder = folder ?? (await makeFolder("pages-"));
    service.identity = identity;
    await service.run(port);
    return service;
  }

  async run(port) {
    const program = process.env.ASKWELL_PAGES;
    if (!program) throw new Error("ASKWELL_PAGES has to name the example program `pages`");
    this.process = spawn(program, [this.folder, String(port), this.identity], { stdio: ["pipe", "pipe", "inherit"] });
    running.add(this);
    this.ended = new Promise((done) => this.process.once("exit", done)).finally(() => running.delete(this));
    this.lines = readline.createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    const { value } = await this.lines.next();
    if (!value) throw new Error("the service did not start");
    this.port = JSON.parse(value).port;
  }

  async tell(order) {
    this.process.stdin.write(JSON.stringify(order) + "\n");
    const { value } = await this.lines.next();
    const says = JSON.parse(value);
    if (says.error) throw new Error(`the service refused ${JSON.stringify(order).slice(0, 200)}: ${says.error}`);
    return says;
  }

  ask(form, more = {}) { return this.tell({ ask: form, timeout: 600_000, ...more }); }
  status(id) { return this.tell({ status: id }); }
  get base() { return `http://127.0.0.1:${this.port}`; }

  /// Ends it without a word, as a power cut would.
  async crash() {
    this.process.kill("SIGKILL");
    await this.ended;
  }

  async restart() { await this.run(this.port); }

  async stop() {
    this.process.stdin.end();
    await this.ended;
  }
}

/// The whole service, `askwell serve`, asked through its API.
export class Askwell extends Service {
  /// `config` is the text of a settings file, `settings` are single ones.
  static async start({ settings = {}, config, folder: given, port = 0 } = {}) {
    const service = new Askwell();
    const folder = given ?? (await makeFolder("serve-"));
    service.folder = path.join(folder, "data");
    service.settings = Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
    if (config != null) {
      const file = path.join(folder, "askwell.toml");
      await writeFile(file, config);
      service.settings.push("--config", file);
    }
    await service.run(port);
    return service;
  }

  async run(port) {
    const program = process.env.ASKWELL_PROGRAM;
    if (!program) throw new Error("ASKWELL_PROGRAM has to name the program `askwell`");
    const env = { PATH: process.env.PATH, HOME: path.dirname(this.folder), NO_COLOR: "1" };
    this.process = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`, "--data", this.folder, ...this.settings], { stdio: ["ignore", "ignore", "pipe"], env });
    running.add(this);
    this.ended = new Promise((done) => this.process.once("exit", done)).finally(() => running.delete(this));
    const said = [];
    this.port = await new Promise((found, fail) => {
      readline.createInterface({ input: this.process.stderr }).on("line", (line) => {
        said.push(line);
        const port = line.match(/listens on http:\/\/127\.0\.0\.1:(\d+)/)?.[1];
        if (port) found(Number(port));
      }).once("close", () => fail(new Error(`the service did not start: ${said.join("\n")}`)));
    });
  }

  async call(method, params) {
    // The public name of the service, independent of its own port.
    const host = this.host ?? `127.0.0.1:${this.port}`;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const text = await new Promise((done, fail) => {
      const headers = { host, "content-type": "application/json" };
      http.request({ host: "127.0.0.1", port: this.port, path: "/rpc", method: "POST", headers }, async (response) => {
        done((await response.toArray()).join(""));
      }).once("error", fail).end(body);
    });
    const { result, error } = JSON.parse(text);
    if (error) throw new Error(`${method} was refused: ${JSON.stringify(error)}`);
    return result;
  }

  async ask(form, more = {}) {
    const asked = await this.call("elicitation/create", { mode: "url", formDefinition: form, timeout: 600_000, ...more });
    return { id: asked.elicitationId, url: asked.url, code: asked.code };
  }

  async status(id) {
    const { status, result } = await this.call("elicitation/status", { elicitationId: id });
    return { status, answers: result ?? null };
  }

  async stop() {
    this.process.kill("SIGTERM");
    await this.ended;
  }
}

export async function launch() {
  const executablePath = process.env.ASKWELL_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/// A page that is watched. `expected` lists what may appear on the console, for tests that break things on purpose.
export async function open(browser, options = {}) {
  const { expected = [], unscripted = false, ...context } = options;
  const person = await browser.newContext({ viewport: { width: 1100, height: 900 }, locale: "en-GB", timezoneId: "Europe/Berlin", ...context });
  // As good as switched off, but axe can still look at it.
  if (unscripted) await person.route("**/assets/askwell.*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const page = await person.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.seen = [];
  const note = (text) => { if (!expected.some((pattern) => pattern.test(text))) page.seen.push(text); };
  page.on("console", (message) => {
    // A browser says of every page that is not plain sailing that it is not; the pages are meant to be so.
    const isOwnStatus = /the server responded with a status of 4\d\d/.test(message.text()) && message.location().url.split("#")[0] === page.url().split("#")[0];
    if (["error", "warning"].includes(message.type()) && !isOwnStatus) note(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(`script: ${error.message}`));
  if (options.javaScriptEnabled !== false) {
    await person.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }
  return page;
}

/// Fails if the page said anything, or if axe finds anything.
export async function clean(page, what) {
  if (page.seen.length) throw new Error(`${what}: ${page.seen.join("\n")}`);
  const findings = await audit(page);
  if (findings.length) {
    const lines = findings.flatMap((finding) => [
      `${finding.id} (${finding.impact}): ${finding.help}`,
      ...finding.nodes.slice(0, 4).map((node) => `    ${node.html.slice(0, 200)} ${node.failureSummary?.replace(/\s+/g, " ").slice(0, 300)}`),
    ]);
    throw new Error(`${what}: axe found\n  ${lines.join("\n  ")}`);
  }
}

async function audit(page) {
  // Playwright's own evaluation is not subject to the page's policy.
  await page.evaluate(AXE);
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations;
}

let shots;
export async function shot(page, name, options = {}) {
  const folder = process.env.ASKWELL_SHOTS;
  if (!folder) return;
  shots ??= mkdir(folder, { recursive: true });
  await shots;
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true, ...options });
}

/// Waits until something holds.
export async function until(what, holds) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/// How many pixels the page is wider than its window.
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/// Fails if the page sticks out at the side, said anything, or if axe finds anything.
export async function sound(page, what) {
  equal(await overflow(page), 0, `${what}: nothing sticks out at the side`);
  await clean(page, what);
  await shot(page, what.replace(/\W+/g, "-"));
}

export function equal(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}
