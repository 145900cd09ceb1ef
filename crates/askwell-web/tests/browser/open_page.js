// What an open page shows: its deadline, and what other people do meanwhile.
import { Service, clean, equal, open, shot, until } from "./harness.js";
import * as forms from "./forms.js";

const seconds = (clock) => clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

export const tests = {
  async "open page: a warning is shown before the deadline, and an extension moves it"(browser) {
    const service = await Service.start();
    // The warning comes when a fifth of the time is left: six seconds.
    const { url } = await service.ask(forms.approval, { timeout: 30_000 });
    const page = await open(browser);
    await page.goto(url);
    const clock = page.locator("[data-clock]");
    await until("the clock runs", async () => /^0:(30|2\d)$/.test(await clock.innerText()));
    await until("it warns", async () => (await page.locator("[data-announce]").innerText()).includes("nearly up"));
    equal(await page.locator(".deadline").evaluate((box) => box.classList.contains("near")), true, "and shows it");
    await clean(page, "nearly up");
    await shot(page, "near");
    await page.getByLabel("Comment").fill("Still thinking");
    await page.getByRole("button", { name: "Add 5 minutes" }).click();
    await until("the clock jumps", async () => seconds(await clock.innerText()) > 300);
    equal(await page.getByLabel("Comment").inputValue(), "Still thinking", "nothing was lost");
    await page.getByRole("button", { name: "Add 5 minutes" }).click();
    await until("no more to add", async () => !(await page.getByRole("button", { name: "Add 5 minutes" }).isVisible()));
    await clean(page, "extended");
    await page.context().close();
    await service.stop();
  },

  async "open page: after the deadline, the page says that time has run out"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.approval, { timeout: 10_000 });
    const page = await open(browser);
    await page.goto(url);
    await page.getByLabel("Comment").fill("Too slow");
    await page.getByText("The time is up. What you filled in was not sent.").waitFor();
    equal(await page.getByRole("button", { name: "Review your answer" }).isDisabled(), true, "nothing to press");
    equal(await page.getByLabel("Comment").inputValue(), "Too slow", "what was typed can still be copied");
    await clean(page, "the time is up");
    await page.getByRole("link", { name: "See what happened" }).click();
    await page.getByRole("heading", { name: "The time is up" }).waitFor();
    await clean(page, "expired");
    await shot(page, "expired");
    equal((await service.status(id)).status, "timeout", "the status");
    await page.context().close();
    await service.stop();
  },

  async "open page: another person's answer is shown at once"(browser) {
    const service = await Service.start({ identity: "header:x-user" });
    const { url, id } = await service.ask(forms.approval);
    const [slow, fast] = await Promise.all(["slow@example.com", "fast@example.com"].map((name) => open(browser, { extraHTTPHeaders: { "x-user": name } })));
    for (const page of [slow, fast]) {
      await page.goto(url);
      await page.getByLabel("Yes").check();
      await page.getByRole("button", { name: "Review your answer" }).click();
      await page.getByRole("button", { name: "Send answer" }).waitFor();
    }
    await fast.getByRole("button", { name: "Send answer" }).click();
    await fast.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    await slow.getByText("This was already answered by fast@example.com.").waitFor();
    await clean(slow, "too slow");
    await shot(slow, "race");
    await slow.getByRole("link", { name: "See what happened" }).click();
    await slow.getByRole("heading", { name: "Someone else answered first" }).waitFor();
    equal((await service.status(id)).status, "completed", "the status");
    await slow.context().close();
    await fast.context().close();
    await service.stop();
  },

  async "open page: a page in the background has no stream"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.approval);
    const page = await open(browser);
    await page.goto(url);
    const seen = (hidden) => page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/live"));
    await seen(true);
    await ended;
    await service.tell({ answer: id, with: { go: true, strategy: "rolling" }, as: "colleague@example.com" });
    equal(await page.locator("[data-banner]").isVisible(), false, "no banner in the background");
    await seen(false);
    await page.getByText("This was already answered by colleague@example.com.").waitFor();
    await clean(page, "looked at again");
    await page.context().close();
    await service.stop();
  },

  async "open page: an elicitation on another site shows its URL and its end"(browser) {
    const service = await Service.start();
    for (const [name, options] of [["light", {}], ["dark-phone", { colorScheme: "dark", viewport: { width: 360, height: 780 } }]]) {
      const { url, id } = await service.tell({ page: "https://accounts.example.com/grant?client=deploy-bot&scope=tickets.read", message: "Let Deploy Bot read your open tickets" });
      const page = await open(browser, options);
      await page.goto(url);
      await page.getByText("Leads to accounts.example.com.").waitFor();
      const link = page.getByRole("link", { name: "Open the page" });
      equal([await link.getAttribute("rel"), await link.getAttribute("target")], ["noopener noreferrer nofollow", "_blank"], "how the link opens");
      await clean(page, `on another page, ${name}`);
      await shot(page, `external-page-${name}`);
      await page.getByText("Don’t want to do this?").click();
      await page.getByLabel("Why not? (optional)").waitFor();
      await clean(page, `declining another page, ${name}`);
      // The other page tells the program that it is done, and this one hears of it.
      await service.tell({ answer: id });
      await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
      await clean(page, `done on another page, ${name}`);
      await page.context().close();
    }
    await service.stop();
  },

  async "open page: a link works in one browser only"(browser) {
    const service = await Service.start();
    const { url } = await service.ask(forms.approval);
    const [mine, theirs] = [await open(browser), await open(browser)];
    await mine.goto(url);
    await theirs.goto(url);
    await mine.getByLabel("Yes").check();
    await mine.getByRole("button", { name: "Review your answer" }).click();
    await mine.getByRole("heading", { name: "Check before you send" }).waitFor();
    await theirs.getByLabel("No", { exact: true }).check();
    await theirs.getByRole("button", { name: "Review your answer" }).click();
    await theirs.getByRole("heading", { name: "This link is in use in another browser" }).waitFor();
    await clean(theirs, "another browser");
    await mine.context().close();
    await theirs.context().close();
    await service.stop();
  },
};
