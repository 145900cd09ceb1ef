// Repeating groups: rows are added, moved and removed, with and without a script, light, dark and on a phone.
import { Service, clean, equal, open, overflow, shot } from "./harness.js";

const order = {
  id: "order",
  title: "Order material",
  description: "What the workshop needs this week.",
  fields: [
    { id: "customer", type: "text", label: "Customer", required: true },
    { id: "article", type: "text", label: "Article", required: true, rendering: { gridColumn: 6 } },
    { id: "count", type: "number", label: "Count", default: 1, validation: { minimum: 1 }, rendering: { displayStyle: "stepper", gridColumn: 6 } },
    { id: "urgent", type: "boolean", label: "Needed this week" },
    { id: "needed_by", type: "date", label: "Needed by", required: true, rendering: { conditionalDisplay: { operator: "equals", field: "urgent", value: true } } },
    { id: "note", type: "text", label: "Note" },
  ],
  groups: [
    { id: "lines", title: "Lines", description: "One line for each article.", repeat: { minimum: 1, maximum: 3, item: "Line" }, fields: ["article", "count", "urgent", "needed_by"] },
  ],
};

const MODES = {
  scripted: {},
  scriptless: { unscripted: true },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  contrast: { forcedColors: "active" },
};

const row = (page, number) => page.getByRole("group", { name: `Line ${number}`, exact: true });
const articles = (page) => page.getByLabel("Article").evaluateAll((inputs) => inputs.map((input) => input.value));

async function fillRows(service, browser, name, options) {
  const { url, id } = await service.ask(order);
  const page = await open(browser, options);
  await page.goto(url);
  await page.getByLabel("Customer").fill("Ana");
  await row(page, 1).getByLabel("Article").fill("A1");
  await clean(page, `${name}, one row`);
  for (const [number, article] of [[2, "B2"], [3, "C3"]]) {
    await page.getByRole("button", { name: "Add: Line" }).click();
    await row(page, number).waitFor();
    equal(new URL(page.url()).hash, `#r-lines.${number - 1}`, "the address leads to the new row");
    await row(page, number).getByLabel("Article").fill(article);
  }
  equal(await page.getByRole("button", { name: "Add: Line" }).count(), 0, "three rows are all that there may be");
  await row(page, 3).getByLabel("Needed this week").check();
  await page.getByRole("button", { name: "Line 3: Move up" }).click();
  await page.waitForURL(/#r-lines\.1$/);
  equal(await articles(page), ["A1", "C3", "B2"], "the third row is the second now");
  equal(await row(page, 2).getByLabel("Needed this week").isChecked(), true, "all of the row moved");
  equal(await row(page, 2).getByLabel("Needed by").isVisible(), true, "a condition looks at its own row");
  equal(await row(page, 1).getByLabel("Needed by").isVisible(), false, "and at no other");
  equal(await overflow(page), 0, "nothing sticks out at the side");
  await clean(page, `${name}, three rows`);
  await shot(page, `rows-${name}`);
  await page.getByRole("button", { name: "Line 1: Remove" }).click();
  await row(page, 3).waitFor({ state: "detached" });
  equal(await articles(page), ["C3", "B2"], "the first row is gone");
  await page.getByRole("button", { name: "Review your answer" }).click();
  await page.getByRole("link", { name: "Line 1: Needed by is required." }).click();
  equal(await page.evaluate(() => document.activeElement.id), "f-lines.0.needed_by", "the problem leads to its input");
  await clean(page, `${name}, a mistake in a row`);
  await shot(page, `rows-mistake-${name}`);
  await row(page, 1).getByLabel("Needed by").fill("2026-03-06");
  await page.getByRole("button", { name: "Review your answer" }).click();
  await page.getByRole("heading", { name: "Check before you send" }).waitFor();
  await clean(page, `${name}, review`);
  await shot(page, `rows-review-${name}`);
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
  await shot(page, `rows-receipt-${name}`);
  const { answers } = await service.status(id);
  const lines = [{ article: "C3", count: 1, urgent: true, needed_by: "2026-03-06" }, { article: "B2", count: 1, urgent: false }];
  equal(answers, { customer: "Ana", lines }, "the answers");
  await page.context().close();
}

export const tests = {
  "rows are added, moved and removed in every mode": async (browser) => {
    const service = await Service.start();
    for (const [name, options] of Object.entries(MODES)) await fillRows(service, browser, name, options);
    await service.stop();
  },
  "a condition in a row works at once with a script": async (browser) => {
    const service = await Service.start();
    const page = await open(browser);
    await page.goto((await service.ask(order)).url);
    equal(await row(page, 1).getByLabel("Needed by").isVisible(), false, "hidden at first");
    await row(page, 1).getByLabel("Needed this week").check();
    await row(page, 1).getByLabel("Needed by").waitFor();
    await service.stop();
  },
};
