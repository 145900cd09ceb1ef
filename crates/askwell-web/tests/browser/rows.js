// Rows of the inbox: no row moves while it is in use.
import { Service, clean, equal, open, shot, until } from "./harness.js";
import * as forms from "./forms.js";

const asked = (title) => ({ ...forms.approval, title });
const titles = (page) => page.locator(".entry h2").allInnerTexts();

export const tests = {
  async "rows: declining takes two presses, in place"(browser) {
    const service = await Service.start();
    const { id } = await service.ask(asked("First"));
    const kept = await service.ask(asked("Second"));
    for (const options of [{}, { unscripted: true }]) {
      const page = await open(browser, options);
      await page.goto(service.base + "/inbox");
      const row = page.locator(".entry", { hasText: "First" });
      await row.getByText("Decline…").click();
      await row.getByText("This cannot be undone.").waitFor();
      equal((await service.status(id)).status, "pending", "one press declines nothing");
      await clean(page, "about to decline");
      await shot(page, `decline${options.unscripted ? "-scriptless" : ""}`);
      if (!options.unscripted) {
        await row.getByRole("button", { name: "Keep it open" }).click();
        equal(await row.getByText("This cannot be undone.").isVisible(), false, "thought better of it");
        equal(await page.evaluate(() => document.activeElement.textContent), "Decline…", "the focus goes back");
        await row.getByText("Decline…").click();
        await page.keyboard.press("Escape");
        equal(await row.getByText("This cannot be undone.").isVisible(), false, "by keyboard, too");
      } else {
        await row.getByLabel("Why? (optional)").fill("Not mine to answer");
        await row.getByRole("button", { name: "Decline", exact: true }).click();
        await until("it is declined", async () => (await service.status(id)).status === "declined");
      }
      if (options.unscripted) {
        await page.goto(`${service.base}/inbox/${id}`);
        await page.getByText("Not mine to answer").waitFor();
        await clean(page, "declined");
      }
      await page.context().close();
    }
    equal((await service.status(kept.id)).status, "pending", "the other one is still open");
    await service.stop();
  },

  async "rows: new entries wait while a row is in use"(browser) {
    const service = await Service.start();
    const { id } = await service.ask(asked("First"));
    await service.ask(asked("Second"));
    const page = await open(browser);
    await page.goto(service.base + "/inbox");
    equal(await page.title(), "(2) Inbox – Askwell", "the tab says how many wait");
    for (const busy of [
      async () => page.getByRole("link", { name: "First" }).focus(),
      async () => { await page.evaluate(() => document.activeElement.blur()); await page.getByRole("link", { name: "First" }).hover(); },
      async () => { await page.locator(".entry", { hasText: "First" }).getByText("Decline…").click(); await page.mouse.move(2, 2); await page.evaluate(() => document.activeElement.blur()); },
    ]) {
      await busy();
      const [before, place] = [await titles(page), await page.getByRole("link", { name: "First" }).boundingBox()];
      for (const n of [1, 2, 3]) await service.ask(asked(`New ${n}`));
      await page.getByRole("button", { name: "3 new" }).waitFor();
      equal(await titles(page), before, "no row is added");
      equal(await page.getByRole("link", { name: "First" }).boundingBox(), place, "no row is moved");
      equal(await page.title(), `(${before.length + 3}) Inbox – Askwell`, "the tab counts them");
      await clean(page, "new entries");
      await shot(page, "new-entries");
      await page.getByRole("button", { name: "3 new" }).click();
      await until("they are shown", async () => (await titles(page)).length === before.length + 3);
      equal(await page.getByRole("button", { name: "3 new" }).isVisible(), false, "the button goes");
    }
    // A closed entry stays in place while it is in use, and says so.
    await page.getByRole("link", { name: "First" }).focus();
    const before = await titles(page);
    await service.tell({ answer: id, with: { go: true, strategy: "rolling" } });
    await page.locator(".entry.over", { hasText: "First" }).getByText("no longer here").waitFor();
    equal(await titles(page), before, "no row goes");
    equal(await page.evaluate(() => document.activeElement.textContent), "First", "nor does the focus");
    await clean(page, "over");
    await page.evaluate(() => document.activeElement.blur());
    await page.mouse.move(2, 2);
    await service.ask(asked("Last"));
    await page.getByRole("link", { name: "Last" }).waitFor();
    equal((await titles(page)).includes("First"), false, "no row is in use: the list is up to date");
    await page.context().close();
    await service.stop();
  },

  async "rows: entries come before filters on a phone, and fingers have room"(browser) {
    const service = await Service.start();
    const { url } = await service.ask(forms.everything);
    await service.ask(asked("First"));
    const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
    const page = await open(browser, phone);
    await page.goto(service.base + "/inbox");
    const [list, filters] = [await page.locator("[data-list]").boundingBox(), await page.locator(".filters").boundingBox()];
    equal(list.y + list.height <= filters.y, true, "entries come first");
    await page.getByRole("link", { name: "Search and filter" }).click();
    await until("the filters are in view", () => page.locator("#filters").evaluate((form) => form.getBoundingClientRect().top < innerHeight));
    const clipped = () => page.locator(".filters select, .filters input").evaluateAll((all) => all.filter((input) => input.scrollWidth > input.clientWidth || input.scrollHeight > input.clientHeight).map((input) => input.id));
    equal(await clipped(), [], "no filter is cut off");
    const small = (page) => page.evaluate(() => {
      const target = (element) => (/checkbox|radio/.test(element.type) ? element.labels[0] : element.closest("h2")?.closest(".entry") ?? element);
      const all = [...document.querySelectorAll("main a, main button, main summary, main select, main input:not([type=hidden]), main textarea, .top a")];
      const seen = all.filter((element) => element.checkVisibility() && !element.closest("[aria-hidden=true]") && element.tabIndex >= 0);
      return seen.map((element) => [element, target(element).getBoundingClientRect()]).filter(([, box]) => box.height < 43.9 || box.width < 43.9).map(([element, box]) => `${element.outerHTML.slice(0, 120)} ${box.width}×${box.height}`);
    });
    equal(await small(page), [], "targets of the inbox");
    await clean(page, "phone");
    await shot(page, "inbox-phone");
    await page.locator(".entry", { hasText: "First" }).getByText("Decline…").click();
    equal(await small(page), [], "targets of a decline");
    await shot(page, "decline-phone");
    await page.goto(url);
    equal(await small(page), [], "targets of a form");
    await page.context().close();
    const wide = await open(browser);
    await wide.goto(service.base + "/inbox");
    const [left, right] = [await wide.locator("[data-list]").boundingBox(), await wide.locator(".filters").boundingBox()];
    equal(left.x + left.width <= right.x, true, "beside them where there is room");
    await shot(wide, "inbox-wide");
    await wide.context().close();
    await service.stop();
  },
};
