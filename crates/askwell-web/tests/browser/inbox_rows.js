// Rows of the inbox: nothing moves that a person may be about to press.
import { Service, clean, equal, open, shot } from "./harness.js";
import * as forms from "./forms.js";

const asked = (title) => ({ ...forms.approval, title });
const titles = (page) => page.locator(".row h3").allInnerTexts();

export const tests = {
  async "inbox rows: new entries wait behind a button"(browser) {
    const service = await Service.start();
    const { id } = await service.ask(asked("First"));
    await service.ask(asked("Second"));
    const page = await open(browser);
    await page.goto(service.base + "/inbox");
    equal(await page.title(), "(2) Inbox · Askwell", "the tab says how many wait");
    const first = page.locator(".row", { hasText: "First" });
    const [before, place] = [await titles(page), await first.boundingBox()];
    for (const n of [1, 2, 3]) await service.ask(asked(`New ${n}`), { timeout: 100_000 });
    await page.getByRole("link", { name: "3 new" }).waitFor();
    equal(await titles(page), before, "no row is added");
    equal(await first.boundingBox(), place, "no row is moved");
    equal(await page.title(), "(5) Inbox · Askwell", "the tab counts them");
    await clean(page, "new entries");
    await shot(page, "new-entries");
    await page.keyboard.press("n");
    await page.locator(".row h3").nth(4).waitFor();
    equal((await titles(page))[0], "New 1", "by deadline");
    equal(await page.getByRole("link", { name: "3 new" }).isVisible(), false, "the button goes");
    // A closed entry stays in place and says so.
    await page.locator(".row", { hasText: "First" }).locator("h3 a").focus();
    const rows = await titles(page);
    await service.tell({ answer: id, with: { go: true, strategy: "rolling" } });
    await page.locator(".row.over", { hasText: "First" }).getByText("no longer here").waitFor();
    equal(await titles(page), rows, "no row goes");
    equal(await page.evaluate(() => document.activeElement.textContent), "First", "nor does the focus");
    await clean(page, "over");
    await page.context().close();
    await service.stop();
  },

  async "inbox rows: list and question share the page, with and without a script"(browser) {
    const service = await Service.start();
    await service.ask(asked("Second"));
    const { id } = await service.ask(forms.secret, { timeout: 300_000, client: "assistant" });
    for (const [name, options] of Object.entries({ wide: {}, dark: { colorScheme: "dark" }, contrast: { forcedColors: "active" }, scriptless: { unscripted: true } })) {
      const page = await open(browser, { viewport: { width: 1280, height: 800 }, ...options });
      await page.goto(service.base + "/inbox");
      equal(await titles(page), [forms.secret.title, "Second"], "by deadline");
      await page.getByRole("heading", { name: forms.secret.title, level: 1 }).waitFor();
      await clean(page, name);
      await shot(page, `inbox-${name}`, { fullPage: false });
      await page.locator(".row", { hasText: "Second" }).getByRole("link", { name: "Answer" }).click();
      await page.getByRole("heading", { name: "Second", level: 1 }).waitFor();
      equal(await page.locator(".row.here h3").innerText(), "Second", "the open one is marked");
      await clean(page, `${name}, the second`);
      await page.getByLabel("Yes").check();
      await page.getByRole("button", { name: "Review your answer" }).click();
      await page.getByRole("heading", { name: "Check before you send" }).waitFor();
      await clean(page, `${name}, review`);
      await page.goto(service.base + "/inbox");
      await page.locator(".row", { hasText: "Second" }).getByRole("link", { name: "Continue" }).waitFor();
      equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, "nothing sticks out");
      await page.context().close();
    }
    equal((await service.status(id)).status, "pending", "looking takes nothing");
    await service.stop();
  },

  async "inbox rows: a phone shows the list or the question, with large targets"(browser) {
    const service = await Service.start();
    const { url } = await service.ask(forms.everything);
    const { id } = await service.ask(asked("First"));
    const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const small = (page) => page.evaluate(() => {
      const target = (element) => (/checkbox|radio/.test(element.type) ? element.labels[0] : element.closest("h3")?.closest(".row") ?? element);
      const all = [...document.querySelectorAll("main a, main button, main summary, main select, main input:not([type=hidden]), main textarea, .top a")];
      // A box in a row has a larger target than it shows.
      const seen = all.filter((element) => !element.matches(".check") && element.checkVisibility() && !element.closest("[aria-hidden=true]") && element.tabIndex >= 0);
      return seen.map((element) => [element, target(element).getBoundingClientRect()]).filter(([, box]) => box.height < 39.9 || box.width < 39.9).map(([element, box]) => `${element.outerHTML.slice(0, 120)} ${box.width}×${box.height}`);
    });
    for (const [width, scheme] of [[390, "light"], [390, "dark"], [320, "light"]]) {
      const page = await open(browser, { viewport: { width, height: 780 }, hasTouch: true, isMobile: true, colorScheme: scheme });
      await page.goto(service.base + "/inbox");
      equal(await page.locator("[data-pane]").isVisible(), false, "the list alone");
      equal(await small(page), [], "targets of the list");
      equal(await overflow(page), 0, "nothing sticks out of the list");
      await clean(page, `list ${width} ${scheme}`);
      await shot(page, `inbox-phone-${width}-${scheme}`, { fullPage: false });
      await page.getByText("Filter", { exact: true }).click();
      equal(await small(page), [], "targets of the filter");
      await clean(page, `filter ${width} ${scheme}`);
      await page.goto(`${service.base}/inbox/${id}`);
      equal(await page.locator("[data-list]").isVisible(), false, "the question alone");
      equal(await small(page), [], "targets of the question");
      equal(await overflow(page), 0, "nothing sticks out of the question");
      await clean(page, `question ${width} ${scheme}`);
      await shot(page, `question-phone-${width}-${scheme}`, { fullPage: false });
      await page.goto(url);
      equal(await small(page), [], "targets of a form");
      await page.context().close();
    }
    await service.stop();
  },
};
