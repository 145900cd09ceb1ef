// `askwell playground`: an author edits a form and sees the page, the terminal and the schemas change.
import { spawn } from "node:child_process";
import { clean, equal, open, overflow, shot, until } from "./harness.js";

/// Starts the playground and returns its address.
export async function start() {
  const env = { PATH: process.env.PATH, NO_COLOR: "1" };
  const program = spawn(process.env.ASKWELL_PROGRAM, ["playground", "--no-browser", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "ignore", "pipe"], env });
  let told = "";
  const url = await new Promise((found, fail) => {
    program.stderr.on("data", (piece) => {
      told += piece;
      const link = told.match(/open this page: (\S+)\n/)?.[1];
      if (link) found(link);
    });
    program.once("exit", () => fail(new Error(`the playground did not start: ${told}`)));
  });
  return { program, url };
}

const form = (title) => JSON.stringify({
  id: "order", title,
  fields: [{ id: "size", type: "number", label: "Size", required: true, validation: { minimum: 1 } }],
  translations: { de: { title: "Bestellung", fields: { size: { label: "Größe" } } } },
}, null, 2);

const MODES = {
  light: {},
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
};

export const tests = {
  async "playground: every tab passes axe, light, dark and on a phone"(browser) {
    const { program, url } = await start();
    try {
      for (const [name, options] of Object.entries(MODES)) {
        const page = await open(browser, options);
        await page.goto(url);
        await page.frameLocator("#page-frame").getByRole("heading", { name: "Start a new project" }).waitFor();
        for (const tab of ["Page", "Terminal", "Schemas", "Answers"]) {
          await page.getByRole("tab", { name: tab }).click();
          await clean(page, `playground, ${tab}, ${name}`);
          equal(await overflow(page), 0, `${tab}, ${name}: nothing sticks out at the side`);
          await shot(page, `playground-${tab.toLowerCase()}-${name}`);
        }
        await page.getByLabel("Form document").fill('{"id": "a",\n "titel": "x"}');
        await page.getByText("titel").last().waitFor();
        await until("the page is gone", () => page.locator("#page-frame").isHidden());
        await clean(page, `playground with problems, ${name}`);
        await shot(page, `playground-problems-${name}`);
        await page.context().close();
      }
    } finally {
      program.kill("SIGKILL");
    }
  },

  async "playground: a change of the document changes page, terminal, schemas and checked answers"(browser) {
    const { program, url } = await start();
    try {
      const page = await open(browser);
      await page.goto(url);
      const editor = page.getByLabel("Form document");
      await editor.fill(form("Order a shirt"));
      const frame = page.frameLocator("#page-frame");
      await frame.getByRole("heading", { name: "Order a shirt" }).waitFor();
      await page.getByRole("tab", { name: "Terminal" }).click();
      await page.locator("#terminal pre", { hasText: "Order a shirt" }).first().waitFor();
      // Keys move between the tabs.
      await page.keyboard.press("ArrowRight");
      await page.locator("#schemas pre", { hasText: '"minimum": 1' }).first().waitFor();
      await page.getByLabel("Answers to try").fill('{"size": 0}');
      await page.keyboard.press("Shift+Tab");
      await page.getByRole("tab", { name: "Answers" }).click();
      await page.locator("#checked li", { hasText: "Size must be at least 1." }).waitFor();
      await page.getByLabel("Answers to try").fill('{"size": 3}');
      await page.locator("#checked pre", { hasText: '"size": 3' }).waitFor();
      await page.getByLabel("Language").selectOption("de");
      await page.getByRole("tab", { name: "Page" }).click();
      await frame.getByRole("heading", { name: "Bestellung" }).waitFor();
      // A problem leads to its place.
      await editor.fill(form("x").replace('"title"', '"titel"'));
      await page.locator("#lines .defect").first().waitFor();
      await page.locator("#problems a", { hasText: "3:" }).first().click();
      equal(await editor.evaluate((area) => area.value.slice(0, area.selectionStart).split("\n").length), 3, "the line of the problem");
      await clean(page, "playground after changes");
      await page.context().close();
    } finally {
      program.kill("SIGKILL");
    }
  },

  async "playground: an answer on the page shows what a program gets"(browser) {
    const { program, url } = await start();
    try {
      const page = await open(browser);
      await page.goto(url);
      await page.getByLabel("Form document").fill(form("Order a shirt"));
      const frame = page.frameLocator("#page-frame");
      await frame.getByRole("heading", { name: "Order a shirt" }).waitFor();
      await frame.getByLabel("Size").fill("7");
      await frame.getByRole("button", { name: "Send answer" }).click();
      await page.locator("#page-outcome pre", { hasText: '"size": 7' }).waitFor();
      await page.getByRole("button", { name: "New page" }).click();
      await frame.getByLabel("Size").waitFor();
      equal(await page.locator("#page-outcome").isHidden(), true, "the outcome is of the earlier page");
      await page.context().close();
    } finally {
      program.kill("SIGKILL");
    }
  },

  async "playground: a shared link opens the form, and a damaged one is explained"(browser) {
    const { program, url } = await start();
    try {
      const page = await open(browser, { expected: [/status of 422/] });
      await page.goto(url);
      await page.getByLabel("Form document").fill(form("Shared form"));
      await page.frameLocator("#page-frame").getByRole("heading", { name: "Shared form" }).waitFor();
      const link = await page.getByRole("link", { name: "Share link" }).evaluate((link) => link.href);
      const requested = [];
      const other = await open(browser, { expected: [/status of 422/] });
      other.on("request", (request) => requested.push(request.url()));
      await other.goto(link);
      await other.frameLocator("#page-frame").getByRole("heading", { name: "Shared form" }).waitFor();
      equal(await other.getByLabel("Form document").inputValue(), form("Shared form"), "the document");
      equal(requested.some((address) => address.includes("form=1") && !address.includes("#")), false, "the form is in no address that is sent");
      await other.goto(url + "#form=1.broken");
      await other.getByText("this link cannot be opened").waitFor();
      await clean(other, "playground with a damaged link");
      await other.context().close();
      await page.context().close();
    } finally {
      program.kill("SIGKILL");
    }
  },

  async "playground: without a script a button shows everything"(browser) {
    const { program, url } = await start();
    try {
      const page = await open(browser, { javaScriptEnabled: false });
      await page.goto(url);
      await page.getByLabel("Form document").fill(form("No script"));
      await page.getByLabel("Answers to try").fill('{"size": 0}');
      await page.getByRole("button", { name: "Show" }).click();
      await page.locator("#checked li", { hasText: "Size must be at least 1." }).waitFor();
      await page.frameLocator("#page-frame").getByRole("heading", { name: "No script" }).waitFor();
      await page.getByLabel("Example").selectOption("refund");
      await page.getByRole("button", { name: "Load" }).click();
      await page.frameLocator("#page-frame").getByRole("heading", { name: /Refund/ }).waitFor();
      await shot(page, "playground-without-script");
      await page.context().close();
    } finally {
      program.kill("SIGKILL");
    }
  },
};
