// The inbox.
import { Service, clean, equal, open, shot, until } from "./harness.js";
import * as forms from "./forms.js";

/// The link of a row.
const title = (page, text) => page.locator(".row h3 a", { hasText: text });
const as = (name, options = {}) => ({ extraHTTPHeaders: { "x-user": name }, ...options });

export const tests = {
  async "inbox: notifications appear after they were allowed"(browser) {
    const service = await Service.start();
    const page = await open(browser, { permissions: ["notifications"] });
    await page.addInitScript(() => {
      globalThis.notified = [];
      globalThis.Notification = class extends Notification {
        constructor(title, options) { super(title, options); globalThis.notified.push([title, options.body]); }
      };
    });
    await page.goto(service.base + "/inbox");
    const looks = (hidden) => page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    await page.getByText("Filter", { exact: true }).click();
    await page.getByRole("button", { name: "Notify me" }).click();
    await page.getByRole("button", { name: "Stop notifying me" }).waitFor();
    await clean(page, "notifications are on");
    // A visible list shows it.
    await service.ask(forms.secret, { client: "assistant" });
    await title(page, forms.secret.title).waitFor();
    await looks(true);
    await service.ask(forms.approval);
    await until("the notification", () => page.evaluate(() => globalThis.notified.length > 0));
    equal(await page.evaluate(() => globalThis.notified), [["Deploy Bot asks", forms.approval.title]], "what is said");
    // Also by a list that a browser has restored in the background.
    await page.addInitScript(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => true }));
    const listens = page.waitForResponse((response) => response.url().includes("/inbox/live"));
    await page.reload();
    await listens;
    await service.ask({ ...forms.approval, title: "Asked in the background" });
    await until("the notification", () => page.evaluate(() => globalThis.notified.length > 0));
    equal(await page.evaluate(() => globalThis.notified), [["Deploy Bot asks", "Asked in the background"]], "what is said");
    await looks(false);
    await page.getByText("Filter", { exact: true }).click();
    await page.getByRole("button", { name: "Stop notifying me" }).click();
    await page.getByRole("button", { name: "Notify me" }).waitFor();
    // Without notifications, a list in the background has no stream, and catches up when it is visible again.
    await looks(true);
    await service.ask({ ...forms.approval, title: "Asked meanwhile" });
    await looks(false);
    await page.getByRole("link", { name: /\d new/ }).click();
    await title(page, "Asked meanwhile").waitFor();
    equal(await page.evaluate(() => globalThis.notified.length), 0, "no second notification");
    await page.context().close();
    await service.stop();
  },

  async "inbox: an empty inbox shows new entries by itself"(browser) {
    const service = await Service.start();
    const page = await open(browser);
    await page.goto(service.base + "/inbox");
    await page.getByRole("heading", { name: "Nothing waits for you" }).waitFor();
    await clean(page, "empty");
    await shot(page, "inbox-empty");
    await service.ask(forms.approval);
    await title(page, forms.approval.title).waitFor();
    equal(await page.title(), "(1) Inbox · Askwell", "counted");
    const { id } = await service.ask(forms.secret, { client: "assistant" });
    await page.getByRole("link", { name: "1 new" }).click();
    await title(page, forms.secret.title).waitFor();
    await clean(page, "live");
    await shot(page, "inbox");
    await service.tell({ answer: id, client: "assistant", with: { token: "abcdefghijkl", hook: "https://example.com" } });
    await page.locator(".row.over", { hasText: forms.secret.title }).getByText("no longer here").waitFor();
    equal(await page.title(), "(1) Inbox · Askwell", "counted again");
    await clean(page, "over");
    await page.context().close();
    await service.stop();
  },

  async "inbox: failures of the service or a proxy are survived"(browser) {
    const service = await Service.start();
    const page = await open(browser, { expected: [/status of 50[23]/] });
    await service.ask(forms.approval);
    let stumbles = true;
    for (const address of ["**/inbox/list*", "**/inbox/live*"]) {
      await page.route(address, (route) => (stumbles && route.request().resourceType() !== "document" ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }) : route.continue()));
    }
    await page.goto(service.base + "/inbox");
    await page.getByText("The connection is lost; trying again…").waitFor();
    await service.ask(forms.secret);
    equal(await page.locator(".row").count(), 1, "what was there stays");
    await clean(page, "lost");
    await shot(page, "inbox-lost");
    stumbles = false;
    await page.getByRole("link", { name: "1 new" }).waitFor();
    await until("all is well again", async () => !(await page.locator("[data-banner]").isVisible()));
    // Live again, and the focus stays.
    await title(page, forms.approval.title).focus();
    await service.ask({ ...forms.approval, title: "Asked afterwards" });
    await page.getByRole("link", { name: "2 new" }).waitFor();
    equal(await page.evaluate(() => document.activeElement.textContent), forms.approval.title, "the focus");
    // Signed out: another page comes in place of the list.
    await page.route("**/inbox/list*", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }));
    await service.ask({ ...forms.approval, title: "Asked at last" });
    await page.getByText("This inbox can no longer be shown here.").waitFor();
    equal(await page.locator(".row").count(), 1, "what was there stays");
    await page.context().close();
    await service.stop();
  },

  async "inbox: times and many changes at once are shown"(browser) {
    const service = await Service.start();
    const page = await open(browser);
    await page.clock.install();
    await service.ask(forms.approval, { timeout: 60_000 });
    await page.goto(service.base + "/inbox");
    const due = page.locator(".row .due");
    const fetched = () => page.waitForResponse((response) => new URL(response.url()).pathname === "/inbox/list");
    // Nothing happens but a minute.
    let again = fetched();
    await page.clock.runFor(61_000);
    await again;
    equal(await due.innerText(), "less than a minute left", "the time goes on");
    // News without end do not keep the list from being fetched.
    again = fetched();
    for (let n = 0; n < 8; n += 1) {
      await service.ask({ ...forms.approval, title: `Question ${n}` });
      await page.clock.runFor(200);
    }
    await again;
    await page.clock.runFor(600);
    await page.getByRole("link", { name: "8 new" }).waitFor();
    await page.context().close();
    await service.stop();
  },

  async "inbox: an entry is answered by keyboard and has a history"(browser) {
    const service = await Service.start();
    await service.ask(forms.secret, { timeout: 300_000 });
    const { id } = await service.ask(forms.approval);
    const page = await open(browser);
    await page.goto(service.base + "/inbox");
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keyboard" }).waitFor();
    await clean(page, "keys");
    await shot(page, "inbox-keys");
    await page.keyboard.press("Escape");
    const focused = () => page.evaluate(() => document.activeElement.textContent);
    await page.keyboard.press("j");
    equal(await focused(), forms.approval.title, "the one after the open one");
    await page.keyboard.press("k");
    equal(await focused(), forms.secret.title, "the one before");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: forms.approval.title, level: 1 }).waitFor();
    await clean(page, "from the inbox");
    await page.keyboard.press("t");
    await page.getByText("You have taken this.").waitFor();
    await clean(page, "taken");
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.waitForURL("**/inbox?tab=taken");
    await page.locator(".row").getByText("taken by you").waitFor();
    await page.goto(`${service.base}/inbox/${id}`);
    await page.getByLabel("Yes").check();
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    const trail = await page.locator(".trail").innerText();
    for (const part of ["Asked by Deploy Bot", "Taken by local", "Opened by local", "Answered by local, through a web page"]) {
      if (!trail.includes(part)) throw new Error(`the trail lacks ${part}: ${trail}`);
    }
    await clean(page, "history");
    await shot(page, "history");
    equal((await service.status(id)).answers.go, true, "the answer");
    await page.context().close();
    await service.stop();
  },

  async "inbox: filters, search and decline work on one's own entries only"(browser) {
    const service = await Service.start({ identity: "header:x-user" });
    await service.ask(forms.approval);
    const mine = await service.ask(forms.secret, { person: "one@example.com", client: "assistant" });
    const one = await open(browser, as("one@example.com"));
    const two = await open(browser, as("two@example.com", { colorScheme: "dark", viewport: { width: 400, height: 800 } }));
    for (const page of [one, two]) await page.goto(service.base + "/inbox");
    equal([await one.locator(".row").count(), await two.locator(".row").count()], [2, 1], "each their own");
    await clean(two, "dark phone");
    await shot(two, "inbox-dark-phone");
    const refused = await two.request.get(`${service.base}/inbox/${mine.id}`);
    equal(refused.status(), 404, "what is not theirs does not exist");
    await one.keyboard.press("/");
    await one.getByRole("searchbox", { name: "Search" }).fill("tracker");
    await one.getByRole("button", { name: "Show" }).click();
    await until("one is found", async () => (await one.locator(".row").count()) === 1);
    await clean(one, "filtered");
    await one.getByText("Don’t want to answer?").click();
    equal((await service.status(mine.id)).status, "pending", "one press declines nothing");
    await one.getByRole("button", { name: "Decline", exact: true }).click();
    await one.getByRole("heading", { name: "You declined" }).waitFor();
    equal((await service.status(mine.id)).status, "declined", "it is declined");
    await one.goto(service.base + "/inbox?state=declined");
    await title(one, forms.secret.title).click();
    await one.getByRole("heading", { name: "You declined" }).waitFor();
    await clean(one, "declined");
    await shot(one, "inbox-done");
    await one.goto(service.base + "/inbox?q=nothing+like+it&from=unknown&mode=url");
    await one.getByRole("heading", { name: "Nothing fits" }).waitFor();
    await clean(one, "nothing fits");
    for (const tab of ["groups", "taken", "done"]) {
      await one.goto(`${service.base}/inbox?tab=${tab}`);
      await clean(one, tab);
    }
    // Taking is only a word to others: they see it at once.
    await one.goto(service.base + "/inbox");
    await one.getByRole("button", { name: "Take" }).click();
    await two.getByText("one@example.com is answering this").first().waitFor();
    await one.context().close();
    await two.context().close();
    await service.stop();
  },
};
