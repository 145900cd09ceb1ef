// Every kind, display style and state passes axe: light and dark, on a phone, from right to left.
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
  equal(await page.title(), "Error: Set up a new environment · Askwell", "the title says that something is wrong");
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
  async "accessibility: every kind and style passes axe, light and dark"(browser) {
    const service = await Service.start();
    for (const [name, options] of Object.entries(MODES)) await states(service, browser, name, options);
    await service.stop();
  },

  async "accessibility: pages without a script pass axe"(browser) {
    const service = await Service.start();
    await states(service, browser, "scriptless", { unscripted: true });
    await service.stop();
  },

  async "accessibility: right-to-left pages pass axe"(browser) {
    const service = await Service.start();
    for (const [name, options] of [["rtl", {}], ["rtl-phone", MODES.phone]]) {
      const { url } = await service.ask(forms.hebrew);
      const page = await open(browser, options);
      await page.goto(url);
      equal(await page.evaluate(() => getComputedStyle(document.querySelector("form.answer")).direction), "rtl", "the direction of the form");
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

  async "accessibility: columns, phones and long words keep the layout"(browser) {
    const service = await Service.start();
    const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const top = async (page, selector) => Math.round((await page.locator(selector).boundingBox()).y);
    const page = await open(browser);
    await page.goto((await service.ask(forms.everything)).url);
    equal(await top(page, "#f-name"), await top(page, "#f-owner"), "inputs are aligned with texts above them");
    equal(await top(page, "#f-plain"), await top(page, "#f-replicas"), "and with texts below");
    await page.goto((await service.ask(forms.approval)).url);
    await page.getByLabel("Yes").check();
    await page.getByRole("button", { name: "Review your answer" }).click();
    const list = await page.locator("dl.sent").boundingBox();
    const space = (await page.locator(".review .buttons").boundingBox()).y - list.y - list.height;
    equal(space > 16, true, `the button stands apart from the list, by ${space}`);
    await page.context().close();
    for (const [name, options] of Object.entries({ wide: {}, phone: MODES.phone })) {
      const page = await open(browser, options);
      await page.goto((await service.ask(forms.endless)).url);
      equal(await overflow(page), 0, `nothing sticks out of a form, ${name}`);
      await clean(page, `endless words, ${name}`);
      await page.locator("#f-a").fill("word".repeat(60));
      await page.locator("#f-e").selectOption("O".repeat(90));
      await page.getByRole("button", { name: "Review your answer" }).click();
      await page.getByRole("heading", { name: "Check before you send" }).waitFor();
      equal(await overflow(page), 0, `nor of what is sent, ${name}`);
      await page.goto(service.base + "/inbox");
      equal(await overflow(page), 0, `nor of the inbox, ${name}`);
      await page.context().close();
    }
    await service.stop();
  },

  async "accessibility: final pages pass axe"(browser) {
    const service = await Service.start();
    const answered = await service.ask(forms.approval);
    await service.tell({ answer: answered.id, with: { go: true, strategy: "rolling" }, as: "colleague@example.com" });
    for (const [name, url, says] of [
      ["answered", answered.url, "Someone else answered first"],
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
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await coded.status(id)).answers.go, true, "the answer");
    await page.context().close();
    await coded.stop();
  },
};
