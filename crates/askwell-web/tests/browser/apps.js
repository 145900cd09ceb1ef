// The form as an app beside a tool result (MCP Apps), in a host page around the reference implementation of hosts: the
// class AppBridge of @modelcontextprotocol/ext-apps. The host's MCP client is the SDK's, connected to the program.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { build } from "esbuild";
import { Askwell, clean, equal, open, shot, until } from "./harness.js";

const LIGHT = { "--color-background-primary": "#fffdf7", "--color-text-primary": "#20201d", "--color-background-inverse": "#20201d", "--color-text-inverse": "#fffdf7", "--border-radius-md": "4px" };
const DARK = { "--color-background-primary": "#101418", "--color-background-secondary": "#1c232a", "--color-text-primary": "#e8edf2", "--color-text-secondary": "#aab6c2", "--color-background-inverse": "#e8edf2", "--color-text-inverse": "#101418" };

const visit = {
  id: "visit", title: "Plan the visit", description: "Two facts, then it is booked.",
  fields: [
    { id: "agenda", type: "display", label: "Agenda", content: "Tour, lunch, talk." },
    { id: "name", type: "text", label: "Name", required: true, validation: { minLength: 3 } },
    { id: "guests", type: "number", label: "Guests", default: 2, validation: { minimum: 1, maximum: 9, multipleOf: 1 } },
    { id: "how", type: "select", label: "Travel", required: true, options: [{ value: "train", title: "By train" }, { value: "car", title: "By car" }] },
    { id: "plate", type: "text", label: "Number plate", required: true, rendering: { conditionalDisplay: { operator: "equals", field: "how", value: "car" } } },
    { id: "city", type: "select", label: "City", options: ["Athens", "Berlin", "Lisbon", "Oslo", "Rome"] },
    { id: "food", type: "multi_select", label: "Food", options: ["Fish", "Meat", "Vegetables"] },
    { id: "day", type: "date", label: "Day", validation: { minimum: "2026-01-01" } },
    { id: "moment", type: "date", label: "Arrival", rendering: { enableTime: true } },
    { id: "site", type: "url", label: "Website" },
    { id: "notes", type: "text", label: "Notes", rendering: { rows: 3 } },
    { id: "photos", type: "boolean", label: "Photos are fine", description: "For the report." },
  ],
};
const login = { id: "login", title: "Log in", fields: [{ id: "password", type: "text", label: "Password", required: true, rendering: { inputType: "password" } }] };

let bundle;
function bridge() {
  bundle ??= build({
    stdin: { contents: `export { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";`, resolveDir: import.meta.dirname ?? new URL(".", import.meta.url).pathname },
    bundle: true, format: "iife", globalName: "ExtApps", write: false, logLevel: "error",
  }).then((built) => built.outputFiles[0].text);
  return bundle;
}

/// A host with one MCP client, which has no dialogs and shows apps.
class Host {
  static async start(browser, service, options = {}) {
    const host = new Host();
    host.client = new Client({ name: "host", version: "1" }, { capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } } });
    await host.client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`)));
    const { tools } = await host.client.listTools();
    host.tools = new Map(tools.map((tool) => [tool.name, tool]));
    host.page = await open(browser, { viewport: { width: 720, height: 1400 }, ...options });
    host.links = [];
    host.messages = [];
    await host.page.exposeFunction("callTool", (params) => {
      // As the specification says: an app may call only tools that are visible to apps.
      const visibility = host.tools.get(params.name)?._meta?.ui?.visibility ?? ["model", "app"];
      if (!visibility.includes("app")) throw new Error("not for apps");
      return host.client.callTool(params);
    });
    await host.page.exposeFunction("openLink", (url) => { host.links.push(url); return {}; });
    await host.page.exposeFunction("tell", (message) => { host.messages.push(message.content[0].text); return {}; });
    return host;
  }

  /// Calls a tool as the model does, and shows its app.
  async show(name, args, { theme = "light", variables = LIGHT, locale = "en-GB" } = {}) {
    const { resourceUri } = this.tools.get(name)._meta.ui;
    const [content] = (await this.client.readResource({ uri: resourceUri })).contents;
    equal(content.mimeType, "text/html;profile=mcp-app", "the type of the app");
    this.result = await this.client.callTool({ name, arguments: args });
    const background = variables["--color-background-primary"] ?? "#fff";
    await this.page.setContent(`<!doctype html><html lang="en"><title>Host</title><body style="margin:16px;background:${background}"><main><h1 style="font:600 16px sans-serif;color:${variables["--color-text-primary"]}">Conversation</h1><iframe title="App" sandbox="allow-scripts" style="border:1px solid #888;width:640px;height:0"></iframe></main>`);
    await this.page.addScriptTag({ content: await bridge() });
    await this.page.evaluate(async ({ html, args, result, context }) => {
      const { AppBridge, PostMessageTransport } = globalThis.ExtApps;
      const frame = document.querySelector("iframe");
      const bridge = new AppBridge(null, { name: "host", version: "1" }, { openLinks: {}, serverTools: {}, message: { text: {} } }, { hostContext: context });
      globalThis.bridge = bridge;
      bridge.oncalltool = (params) => globalThis.callTool(params);
      bridge.onopenlink = ({ url }) => globalThis.openLink(url);
      bridge.onmessage = (message) => globalThis.tell(message);
      bridge.onsizechange = ({ height }) => { frame.style.height = `${height}px`; };
      bridge.oninitialized = async () => {
        await bridge.sendToolInput({ arguments: args });
        await bridge.sendToolResult(result);
      };
      await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
      frame.srcdoc = html;
    }, { html: content.text, args, result: this.result, context: { theme, locale, styles: { variables } } });
    return this.page.frameLocator("iframe");
  }

  async check() {
    const { id } = this.result.structuredContent;
    return (await this.client.callTool({ name: "check_answer", arguments: { id, wait_seconds: 1 } })).structuredContent;
  }

  async close() {
    await this.client.close();
    await this.page.context().close();
  }
}

async function withHost(browser, run, options) {
  const service = await Askwell.start();
  const host = await Host.start(browser, service, options);
  try { await run(host); } finally {
    await host.close();
    await service.stop();
  }
}

export const tests = {
  app_shows_the_form_with_the_theme_of_the_host: (browser) => withHost(browser, async (host) => {
    for (const [theme, variables] of [["light", LIGHT], ["dark", DARK]]) {
      const app = await host.show("ask", { form: { ...visit, id: `visit-${theme}` } }, { theme, variables });
      await app.getByRole("heading", { name: "Plan the visit" }).waitFor();
      const colours = await app.locator("body").evaluate((body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color, getComputedStyle(document.documentElement).colorScheme]);
      equal(colours, theme === "light" ? ["rgb(255, 253, 247)", "rgb(32, 32, 29)", "light"] : ["rgb(16, 20, 24)", "rgb(232, 237, 242)", "dark"], theme);
      await until("the host knows the height", async () => (await host.page.locator("iframe").boundingBox()).height > 400);
      const inner = await app.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      equal(inner, 0, "nothing sticks out at the side");
      await clean(host.page, `app in ${theme}`);
      await shot(host.page, `app-${theme}`);
    }
  }),

  app_is_mirrored_for_languages_from_right_to_left: (browser) => withHost(browser, async (host) => {
    const app = await host.show("ask", { form: visit }, { locale: "ar-EG" });
    await app.getByRole("heading", { name: "Plan the visit" }).waitFor();
    equal(await app.locator("html").evaluate((html) => [html.lang, html.dir]), ["ar", "rtl"], "language and direction");
    await clean(host.page, "app from right to left");
  }),

  app_corrects_reveals_and_submits: (browser) => withHost(browser, async (host) => {
    const app = await host.show("ask", { form: visit });
    const name = app.getByLabel("Name");
    await app.getByText("Tour, lunch, talk.").waitFor();
    equal(await app.getByLabel("Guests").inputValue(), "2", "the default");
    equal(await app.getByLabel("Number plate").isVisible(), false, "a field whose condition does not hold");
    await app.getByLabel("By car").check();
    await app.getByLabel("Number plate").waitFor({ state: "visible" });
    await name.fill("Al");
    await app.getByRole("button", { name: "Send" }).click();
    await until("problems are shown at their fields", async () => (await name.getAttribute("aria-invalid")) === "true" && (await app.getByLabel("Number plate").getAttribute("aria-invalid")) === "true");
    equal(await name.evaluate((input) => input === document.activeElement), true, "the first problem has the focus");
    await clean(host.page, "app with problems");
    await shot(host.page, "app-problems");
    await name.fill("Alice");
    await app.getByLabel("Number plate").fill("B-AW 1");
    await app.getByLabel("City").selectOption("Lisbon");
    await app.getByLabel("Fish").check();
    await app.getByLabel("Vegetables").check();
    await app.getByLabel("Day").fill("2026-05-04");
    await app.getByLabel("Arrival").fill("2026-05-04T12:30");
    await app.getByLabel("Website").fill("https://93.184.216.34/");
    await app.getByLabel("Notes").fill("Two lines\nof notes");
    await app.getByLabel("Photos are fine").check();
    await app.getByRole("button", { name: "Send" }).click();
    await app.getByText("Your answer was sent.").waitFor();
    await clean(host.page, "app after the answer");
    const { status, answers } = await host.check();
    equal(status, "answered", "the model's next call");
    equal({ ...answers, moment: new Date(answers.moment).toISOString() }, {
      name: "Alice", guests: 2, how: "car", plate: "B-AW 1", city: "Lisbon", food: ["Fish", "Vegetables"], day: "2026-05-04",
      moment: "2026-05-04T10:30:00.000Z", site: "https://93.184.216.34/", notes: "Two lines\nof notes", photos: true,
    }, "the checked answers");
    await until("the model is told", () => host.messages.length === 1);
    equal(/^I have answered the form “Plan the visit” \(elic_/.test(host.messages[0]), true, host.messages[0]);
    equal(host.messages[0].includes("Alice"), false, "the message has no answers");
  }),

  app_declines: (browser) => withHost(browser, async (host) => {
    const app = await host.show("ask_question", { question: "Delete the backups?", type: "yes_no" });
    await app.getByRole("heading", { name: "Delete the backups?" }).waitFor();
    await until("a person has read it", async () => {
      await app.getByRole("button", { name: "Decline" }).click({ timeout: 2_000 }).catch(() => {});
      return app.getByText("You declined.").isVisible();
    });
    equal((await host.check()).status, "declined", "the outcome");
  }),

  app_opens_the_page_for_secrets: (browser) => withHost(browser, async (host) => {
    const app = await host.show("ask", { form: login });
    await app.getByRole("button", { name: "Open the form" }).click();
    await until("the host opens the link", () => host.links.length === 1);
    equal(host.links[0], host.result.structuredContent.link, "the page");
    equal(await app.locator("input").count(), 0, "no input for a secret");
    await clean(host.page, "app that opens the page");
    await shot(host.page, "app-page");
  }),
};
