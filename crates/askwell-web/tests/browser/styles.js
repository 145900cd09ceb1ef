// Display styles: ratings, scales, cards, ranges, colours, times, counters and signatures, with and without a script.
import { readFile } from "node:fs/promises";
import { Service, clean, equal, open, overflow, shot, sound, until } from "./harness.js";

const read = async (name) => JSON.parse(await readFile(new URL(`../../../../examples/forms/${name}.json`, import.meta.url), "utf8"));
const form = await read("styles");
const picture = (await read("styles.answers")).signature;

const MODES = {
  scripted: {},
  scriptless: { unscripted: true },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  contrast: { forcedColors: "active" },
};
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/// Signs with the pointer, or without a script with a picture.
async function sign(page, scripted) {
  if (!scripted) {
    return page.locator("#f-signature").setInputFiles({ name: "signature.png", mimeType: "image/png", buffer: Buffer.from(picture.content, "base64") });
  }
  const pad = page.locator("[data-sign] canvas");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await pad.boundingBox();
  await page.mouse.move(x + width * 0.2, y + height * 0.5);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.2, { steps: 5 });
  await page.mouse.move(x + width * 0.8, y + height * 0.7, { steps: 5 });
  await page.mouse.up();
}

async function fill(page, scripted) {
  await page.getByRole("radio", { name: "A room" }).check({ force: true });
  await page.getByRole("checkbox", { name: "Lunch" }).check({ force: true });
  await page.locator("#f-start").fill("2026-12-04");
  await page.locator("#f-end").fill("2026-12-01");
  await page.getByLabel("When do you arrive?").fill("09:30");
  await page.getByLabel("Phone").fill("+351 (21) 000-0000");
  await page.getByLabel("Address for the invoice").fill("1 Example Street\nLisboa");
  await page.locator("#f-badge").fill("#B5491C");
  await page.getByRole("radio", { name: "4 of 5 stars" }).check({ force: true });
  await page.getByRole("radio", { name: "10 Certainly" }).check({ force: true });
  await page.getByRole("radio", { name: "Quiet" }).check({ force: true });
  await page.getByLabel("Note").fill("A window");
  await sign(page, scripted);
}

export const tests = {
  async "styles: a form with every style is filled in"(browser) {
    const service = await Service.start();
    for (const [name, options] of Object.entries(MODES)) {
      const scripted = !options.unscripted;
      const { url, id } = await service.ask(form);
      const page = await open(browser, options);
      await page.goto(url);
      await sound(page, `styles ${name}`);
      await fill(page, scripted);
      await clean(page, `${name}, filled in`);
      await shot(page, `styles-filled-${name}`);
      await press(page, "Review your answer");
      await page.getByRole("link", { name: "The last day is before the first day." }).waitFor();
      equal(await overflow(page), 0, "nothing sticks out at the side");
      await clean(page, `${name}, a mistake`);
      await shot(page, `styles-mistake-${name}`);
      equal(await page.getByRole("radio", { name: "4 of 5 stars" }).isChecked(), true, "the stars are kept");
      await page.getByText("signature.png").waitFor();
      await page.locator("#f-end").fill("2026-12-05");
      await press(page, "Review your answer");
      await page.getByRole("heading", { name: "Check before you send" }).waitFor();
      await clean(page, `${name}, review`);
      await press(page, "Send answer");
      await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
      const { answers } = await service.status(id);
      const { signature, ...others } = answers;
      equal(others, {
        place: "room", extras: ["lunch"], start: "2026-12-04", end: "2026-12-05", arrival: "09:30", phone: "+351210000000",
        invoice: "1 Example Street\nLisboa", badge: "#B5491C", last_visit: 4, recommend: 10, noise: "2", note: "A window",
      }, `${name}: the answers`);
      equal([signature.filename, signature.content_type], ["signature.png", "image/png"], `${name}: the signature`);
      await page.context().close();
    }
    await service.stop();
  },

  async "styles: everything works by keyboard, and a name can be typed as a signature"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask({ id: "f", title: "F", fields: [
      { id: "stars", type: "number", label: "Stars", required: true, rendering: { displayStyle: "rating" } },
      { id: "plan", type: "select", label: "Plan", required: true, options: [{ value: "s", title: "Small", description: "For one." }, { value: "l", title: "Large" }] },
      { id: "name", type: "file", label: "Signature", required: true, rendering: { displayStyle: "signature" } },
    ] });
    const page = await open(browser);
    await page.goto(url);
    await page.locator("#f-stars").focus();
    for (const key of ["Space", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    equal(await page.getByRole("radio", { name: "3 of 5 stars" }).isChecked(), true, "arrows move between stars");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    equal(await page.getByRole("radio", { name: "Small" }).isChecked(), true, "a card is chosen");
    await page.getByLabel("Or type your name").fill("Ada Example");
    await shot(page, "styles-typed-signature");
    await page.keyboard.press("Enter");
    await page.getByText("signature.png").waitFor();
    equal(await page.evaluate(() => document.activeElement.textContent), "Remove", "the focus is not lost");
    equal(await page.locator("[data-sign]").isHidden(), true, "the pad is gone");
    await clean(page, "signed");
    await press(page, "Remove");
    equal(await page.locator("[data-sign]").isVisible(), true, "the pad is back");
    await page.getByLabel("Or type your name").fill("Ada B. Example");
    await press(page, "Review your answer");
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    await press(page, "Send answer");
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    const { answers } = await service.status(id);
    equal([answers.stars, answers.plan, answers.name.filename], [3, "s", "signature.png"], "the answers");
    await page.context().close();
    await service.stop();
  },

  async "styles: counter, colour picker and draft follow what is typed"(browser) {
    const service = await Service.start();
    const { url } = await service.ask({ id: "f", title: "F", fields: [
      { id: "note", type: "text", label: "Note", validation: { maxLength: 20 } },
      { id: "paint", type: "text", label: "Paint", validation: { format: "colour" } },
    ] });
    const page = await open(browser);
    await page.goto(url);
    const counter = page.locator("#f-note-count");
    equal(await counter.textContent(), "0 of 20", "the counter");
    await page.getByLabel("Note").fill("añ界👍");
    equal(await counter.textContent(), "4 of 20", "characters, not bytes");
    await page.getByLabel("Note").fill("x".repeat(21));
    await until("the limit is announced", async () => (await page.locator("[data-counted]").textContent()) === "21 of 20");
    equal(await counter.evaluate((element) => element.classList.contains("over")), true, "too long");
    await clean(page, "too long");
    await page.getByLabel("Note").fill("short");
    await until("far from the limit nothing is said", async () => (await page.locator("[data-counted]").textContent()) === "");
    await page.getByLabel("Note").fill("x".repeat(21));
    const [paint, picker] = [page.locator("#f-paint"), page.getByLabel("Paint: pick a colour")];
    for (const typed of ["red", "#12", "#AA1122"]) await paint.fill(typed);
    equal(await picker.inputValue(), "#aa1122", "the picker follows the text");
    await picker.fill("#00ff00");
    equal(await paint.inputValue(), "#00ff00", "the text follows the picker");
    await until("the draft is kept", () => page.locator("[data-saved]").isVisible());
    await page.reload();
    equal(await counter.textContent(), "21 of 20", "the counter of a draft");
    equal(await picker.inputValue(), "#00ff00", "the picker of a draft");
    await page.context().close();
    const unscripted = await open(browser, { unscripted: true });
    await unscripted.goto(url);
    await unscripted.getByText("At most 20 characters.").waitFor();
    await unscripted.context().close();
    await service.stop();
  },

  async "styles: targets are large enough, also from right to left"(browser) {
    const service = await Service.start();
    for (const width of [1100, 360, 320]) {
      const { url } = await service.ask({ ...form, title: "حجز مكان للعمل" });
      const page = await open(browser, { viewport: { width, height: 800 }, ...(width < 1100 && { hasTouch: true, isMobile: true }) });
      await page.goto(url);
      await sound(page, `styles rtl ${width}`);
      const small = await page.evaluate(() => [...document.querySelectorAll(".stars input, .points input, .cards label, .sign button")]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => Math.min(width, height) < (innerWidth < 1100 ? 44 : 40)).length);
      equal(small, 0, `small targets at ${width}`);
      await page.context().close();
    }
    await service.stop();
  },
};
