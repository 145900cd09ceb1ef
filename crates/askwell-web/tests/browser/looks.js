// Every kind, display style and state, in light and dark, on a phone, from right to left: nothing for axe to find.
import { Service, clean, equal, open, shot } from "./harness.js";
import * as forms from "./forms.js";

const MODES = {
  light: {},
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  still: { reducedMotion: "reduce", viewport: { width: 1600, height: 1000 } },
  contrast: { forcedColors: "active" },
};

async function states(service, browser, name, options) {
  const { url } = await service.ask(forms.everything);
  const page = await open(browser, options);
  await page.goto(url);
  await clean(page, `${name}, untouched`);
  await shot(page, `everything-${name}`);
  await page.getByRole("button", { name: "Review your answer" }).click();
  await page.waitForSelector("[data-summary]");
  await clean(page, `${name}, with errors`);
  await shot(page, `errors-${name}`);
  equal(await page.title(), "Error: Set up a new environment – Askwell", "the title says that something is wrong");
  const focused = await page.evaluate(() => document.activeElement.hasAttribute("data-summary"));
  equal(focused, true, "the summary has the focus");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  equal(overflow, 0, "nothing sticks out at the side");
  // Each line of the summary leads to its field.
  await page.getByRole("link", { name: "Contact is required." }).click();
  equal(await page.evaluate(() => document.activeElement.id), "f-owner", "the link leads to the field");
  await page.context().close();
}

export const tests = {
  async "looks: every kind and style in every light"(browser) {
    const service = await Service.start();
    for (const [name, options] of Object.entries(MODES)) await states(service, browser, name, options);
    await service.stop();
  },

  async "looks: without a script there is nothing for axe to find either"(browser) {
    const service = await Service.start();
    await states(service, browser, "scriptless", { unscripted: true });
    await service.stop();
  },

  async "looks: from right to left"(browser) {
    const service = await Service.start();
    for (const [name, options] of [["rtl", {}], ["rtl-phone", MODES.phone]]) {
      const { url } = await service.ask(forms.hebrew);
      const page = await open(browser, options);
      await page.goto(url);
      equal(await page.evaluate(() => document.documentElement.dir), "rtl", "the direction");
      const [label, sheet] = [await page.locator("label[for=f-name]").boundingBox(), await page.locator("form.answer").boundingBox()];
      equal(label.x + label.width > sheet.x + sheet.width / 2, true, "labels stand on the right");
      await clean(page, name);
      await shot(page, name);
      await page.locator("button.primary").click();
      await page.waitForSelector("[data-summary]");
      await clean(page, `${name}, with errors`);
      await shot(page, `${name}-errors`);
      await page.context().close();
    }
    await service.stop();
  },

  async "looks: pages with nothing to fill in"(browser) {
    const service = await Service.start();
    const answered = await service.ask(forms.approval);
    await service.tell({ answer: answered.id, with: { go: true, strategy: "rolling" }, as: "colleague@example.com" });
    for (const [name, url, says] of [
      ["answered", answered.url, "Somebody else was first"],
      ["nothing", service.base + "/f/" + "A".repeat(43), "There is nothing here"],
    ]) {
      const page = await open(browser);
      await page.goto(url);
      await page.getByRole("heading", { name: says }).waitFor();
      await clean(page, name);
      await shot(page, `ending-${name}`);
      await page.context().close();
    }
    await service.stop();
    const coded = await Service.start({ identity: "code" });
    const { url, code, id } = await coded.ask(forms.approval);
    const page = await open(browser);
    await page.goto(url);
    await clean(page, "code");
    await page.getByLabel("Code").fill("WRONGONE");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("You can try 4 more times.").first().waitFor();
    await clean(page, "wrong code");
    await shot(page, "code");
    await page.getByLabel("Code").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Yes").check();
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    equal((await coded.status(id)).answers.go, true, "the answer");
    await page.context().close();
    await coded.stop();
  },
};
