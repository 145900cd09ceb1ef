// The inbox.
import { Service, clean, equal, open, shot, until } from "./harness.js";
import * as forms from "./forms.js";

const as = (name, options = {}) => ({ extraHTTPHeaders: { "x-user": name }, ...options });

export const tests = {
  async "inbox: notifications, once they are wanted"(browser) {
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
    await page.getByRole("button", { name: "Notify me" }).click();
    await page.getByRole("button", { name: "Stop notifying me" }).waitFor();
    await clean(page, "notifications are on");
    // A visible list shows it.
    await service.ask(forms.secret, { client: "assistant" });
    await page.getByRole("link", { name: forms.secret.title }).waitFor();
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
    await page.getByRole("button", { name: "Stop notifying me" }).click();
    await page.getByRole("button", { name: "Notify me" }).waitFor();
    // Without notifications, a list in the background has no stream, and catches up when it is visible again.
    await looks(true);
    await service.ask({ ...forms.approval, title: "Asked meanwhile" });
    await looks(false);
    await page.getByRole("link", { name: "Asked meanwhile" }).waitFor();
    equal(await page.evaluate(() => globalThis.notified.length), 1, "no second notification");
    await page.context().close();
    await service.stop();
  },

  async "inbox: empty, then live"(browser) {
    const service = await Service.start();
    const page = await open(browser);
    await page.goto(service.base + "/inbox");
    await page.getByRole("heading", { name: "Nothing waits for you" }).waitFor();
    await clean(page, "empty");
    await shot(page, "inbox-empty");
    await service.ask(forms.approval);
    await page.getByRole("link", { name: forms.approval.title }).waitFor();
    equal(await page.locator("[data-waiting]").innerText(), "One waits for you", "counted");
    const { id } = await service.ask(forms.secret, { client: "assistant" });
    await page.getByRole("link", { name: forms.secret.title }).waitFor();
    await clean(page, "live");
    await shot(page, "inbox");
    await service.tell({ answer: id, client: "assistant", with: { token: "abcdefghijkl", hook: "https://example.com" } });
    await until("it goes when it is answered", async () => (await page.locator(".entry").count()) === 1);
    await page.context().close();
    await service.stop();
  },

  async "inbox: a service that stumbles, and a proxy that answers in its place"(browser) {
    const service = await Service.start();
    const page = await open(browser, { expected: [/status of 50[23]/] });
    await service.ask(forms.approval);
    let stumbles = true;
    for (const address of ["**/inbox", "**/inbox/live*"]) {
      await page.route(address, (route) => (stumbles && route.request().resourceType() !== "document" ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }) : route.continue()));
    }
    await page.goto(service.base + "/inbox");
    await page.getByText("The connection is lost; trying again…").waitFor();
    await service.ask(forms.secret);
    equal(await page.locator(".entry").count(), 1, "what was there stays");
    await clean(page, "lost");
    await shot(page, "inbox-lost");
    stumbles = false;
    await page.getByRole("link", { name: forms.secret.title }).waitFor();
    await until("all is well again", async () => !(await page.locator("[data-banner]").isVisible()));
    // Live again, and the focus stays.
    await page.locator(".entry", { hasText: forms.approval.title }).getByText("Decline…").focus();
    await service.ask({ ...forms.approval, title: "Asked afterwards" });
    await page.getByRole("button", { name: "1 new" }).waitFor();
    const focused = await page.evaluate(() => [document.activeElement.textContent, document.activeElement.closest(".entry")?.querySelector("h2").textContent]);
    equal(focused, ["Decline…", forms.approval.title], "the focus");
    await page.getByRole("button", { name: "1 new" }).click();
    await page.getByRole("link", { name: "Asked afterwards" }).waitFor();
    // Signed out: another page comes in place of the list.
    await page.route("**/inbox", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }));
    await service.ask({ ...forms.approval, title: "Asked at last" });
    await page.getByText("This inbox can no longer be shown here.").waitFor();
    equal(await page.locator(".entry").count(), 3, "what was there stays");
    await page.context().close();
    await service.stop();
  },

  async "inbox: time passes, and much happens at once"(browser) {
    const service = await Service.start();
    const page = await open(browser);
    await page.clock.install();
    await service.ask(forms.approval, { timeout: 60_000 });
    await page.goto(service.base + "/inbox");
    const [before, badge] = [page.locator(".meta time"), page.locator(".entry .badge")];
    equal(await before.innerText(), "just now", "at first");
    const fetched = () => page.waitForResponse((response) => new URL(response.url()).pathname === "/inbox");
    // Nothing happens but a minute.
    let again = fetched();
    await page.clock.runFor(61_000);
    await again;
    await badge.waitFor();
    // News without end do not keep the list from being fetched.
    again = fetched();
    for (let n = 0; n < 8; n += 1) {
      await service.ask({ ...forms.approval, title: `Question ${n}` });
      await page.clock.runFor(200);
    }
    await again;
    await page.clock.runFor(600);
    await page.getByRole("link", { name: "Question 7" }).waitFor();
    await page.context().close();
    await service.stop();
  },

  async "inbox: by keyboard, answered, with its history"(browser) {
    const service = await Service.start();
    const { id } = await service.ask(forms.approval);
    await service.ask(forms.secret);
    const page = await open(browser);
    await page.goto(service.base + "/inbox");
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keyboard" }).waitFor();
    await clean(page, "keys");
    await page.keyboard.press("Escape");
    const title = () => page.evaluate(() => document.activeElement.textContent);
    await page.keyboard.press("j");
    equal(await title(), forms.secret.title, "the newest first");
    await page.keyboard.press("j");
    equal(await title(), forms.approval.title, "the next");
    await page.keyboard.press("k");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: forms.approval.title }).waitFor();
    await clean(page, "from the inbox");
    await page.getByRole("button", { name: "I’ll take it" }).click();
    await page.getByText("You have taken this.").waitFor();
    await clean(page, "taken");
    await page.getByLabel("Yes").check();
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    const trail = await page.locator(".trail").innerText();
    for (const part of ["Asked by Deploy Bot", "Taken by local", "Opened by local", "Answered by local, through web"]) {
      if (!trail.includes(part)) throw new Error(`the trail lacks ${part}: ${trail}`);
    }
    await clean(page, "history");
    await shot(page, "history");
    equal((await service.status(id)).answers.go, true, "the answer");
    await page.context().close();
    await service.stop();
  },

  async "inbox: filters, search, declining, and only one's own"(browser) {
    const service = await Service.start({ identity: "header:x-user" });
    await service.ask(forms.approval);
    const mine = await service.ask(forms.secret, { person: "one@example.com", client: "assistant" });
    const one = await open(browser, as("one@example.com"));
    const two = await open(browser, as("two@example.com", { colorScheme: "dark", viewport: { width: 400, height: 800 } }));
    for (const page of [one, two]) await page.goto(service.base + "/inbox");
    equal([await one.locator(".entry").count(), await two.locator(".entry").count()], [2, 1], "each their own");
    await clean(two, "dark phone");
    await shot(two, "inbox-dark-phone");
    const refused = await two.request.get(`${service.base}/inbox/${mine.id}`);
    equal(refused.status(), 404, "what is not theirs does not exist");
    await one.getByRole("searchbox", { name: "Search" }).fill("tracker");
    await one.getByRole("button", { name: "Show" }).click();
    await one.getByText("1 found").waitFor();
    await one.getByText("Decline…").click();
    equal((await service.status(mine.id)).status, "pending", "one press declines nothing");
    await one.getByRole("button", { name: "Decline", exact: true }).click();
    await until("it is declined", async () => (await service.status(mine.id)).status === "declined");
    await one.goto(service.base + "/inbox?state=declined");
    await one.getByRole("link", { name: forms.secret.title }).click();
    await one.getByRole("heading", { name: "You declined" }).waitFor();
    await clean(one, "declined");
    await one.goto(service.base + "/inbox?q=nothing+like+it&from=unknown&mode=url");
    await one.getByRole("heading", { name: "Nothing fits" }).waitFor();
    await clean(one, "nothing fits");
    // Taking is only a word to others: they see it at once.
    await one.goto(service.base + "/inbox");
    await one.getByRole("button", { name: "Take" }).click();
    await two.getByText("taken by one@example.com").waitFor();
    await one.context().close();
    await two.context().close();
    await service.stop();
  },
};
