// Points in time: each gets the offset that holds on its own day.
import { Service, clean, equal, open, shot } from "./harness.js";

const FORM = { id: "when", title: "When does it start?", fields: [
  { id: "at", type: "date", label: "Start", required: true, validation: { format: "date-time" } },
  { id: "note", type: "text", label: "Note" },
] };

async function answered(browser, wall, { now, timezoneId = "America/New_York", then = async () => {} }) {
  const service = await Service.start();
  const { url, id } = await service.ask(FORM);
  const page = await open(browser, { timezoneId });
  await page.addInitScript((now) => {
    // What day it is here must not matter.
    const Real = Date;
    globalThis.Date = class extends Real { constructor(...parts) { super(...(parts.length ? parts : [now])); } static now() { return now; } };
  }, Date.parse(now));
  await page.goto(url);
  await page.locator("#f-at").fill(wall);
  await then(page);
  await clean(page, `${wall} in ${timezoneId}`);
  await page.getByRole("button", { name: "Review your answer" }).click();
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
  const { at } = (await service.status(id)).answers;
  await page.context().close();
  await service.stop();
  return at;
}

const WINTER = "2026-01-15T12:00:00Z";
const SUMMER = "2026-07-15T12:00:00Z";

export const tests = {
  async "time zones: a date gets the offset of its own day, not of today"(browser) {
    for (const [wall, now, timezoneId, expected] of [
      ["2026-07-04T10:00", WINTER, "America/New_York", "2026-07-04T10:00:00-04:00"],
      ["2026-12-24T10:00", SUMMER, "America/New_York", "2026-12-24T10:00:00-05:00"],
      ["2026-07-04T10:00", WINTER, "Pacific/Chatham", "2026-07-04T10:00:00+12:45"],
      ["2026-12-24T10:00", SUMMER, "Pacific/Chatham", "2026-12-24T10:00:00+13:45"],
      ["2026-07-04T10:00", WINTER, "Asia/Tokyo", "2026-07-04T10:00:00+09:00"],
    ]) equal(await answered(browser, wall, { now, timezoneId }), expected, `${wall} in ${timezoneId}`);
  },

  async "time zones: skipped and repeated hours are pointed out"(browser) {
    const skipped = await answered(browser, "2026-03-08T02:30", { now: WINTER, then: (page) => page.getByText("It counts as 03:30.").waitFor() });
    equal(Date.parse(skipped), Date.parse("2026-03-08T03:30:00-04:00"), "an hour that clocks skip");
    const first = await answered(browser, "2026-11-01T01:30", { now: WINTER, then: async (page) => {
      await page.getByText("first as UTC −4:00, then as UTC −5:00").waitFor();
      await shot(page, "hour-twice");
    } });
    equal(first, "2026-11-01T01:30:00-04:00", "an hour that comes twice");
    const second = await answered(browser, "2026-11-01T01:30", { now: WINTER, then: (page) => page.locator("[name='at:zone']").selectOption("-05:00") });
    equal(second, "2026-11-01T01:30:00-05:00", "the second of them");
    for (const [wall, expected] of [["2026-03-08T01:59", "-05:00"], ["2026-03-08T03:00", "-04:00"], ["2026-11-01T00:59", "-04:00"], ["2026-11-01T02:00", "-05:00"]]) {
      equal(await answered(browser, wall, { now: SUMMER }), `${wall}:00${expected}`, "beside the change");
    }
  },

  async "time zones: a chosen zone stays, the browser's zone follows the day"(browser) {
    const other = await answered(browser, "2026-07-04T10:00", { now: WINTER, then: async (page) => {
      await page.locator("[name='at:zone']").selectOption("+09:00");
      await page.locator("#f-at").fill("2026-12-24T10:00");
    } });
    equal(other, "2026-12-24T10:00:00+09:00", "another zone");
    const own = await answered(browser, "2026-07-04T10:00", { now: WINTER, then: async (page) => {
      await page.getByRole("button", { name: "Review your answer" }).click();
      await page.getByRole("button", { name: "Change Start" }).click();
      equal(await page.locator("[name='at:zone']").inputValue(), "-04:00", "it comes back");
      await page.locator("#f-at").fill("2026-12-24T10:00");
      await page.reload();
      equal(await page.locator("[name='at:zone']").inputValue(), "-05:00", "from the draft, too");
      await page.locator("#f-at").fill("2026-12-24T11:00");
    } });
    equal(own, "2026-12-24T11:00:00-05:00", "the own zone");
  },

  async "time zones: without a script, the zone has to be chosen"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(FORM);
    const page = await open(browser, { unscripted: true, timezoneId: "America/New_York" });
    await page.goto(url);
    await page.locator("#f-at").fill("2026-07-04T10:00");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("link", { name: "Choose the time zone of Start." }).waitFor();
    equal(await page.locator("#f-at").inputValue(), "2026-07-04T10:00", "what was entered is still there");
    await clean(page, "no zone");
    const label = await page.locator("[name='at:zone'] option[value='-04:00']").innerText();
    equal(label, "UTC −4:00 · Halifax standard time, New York summer time", "the words say when it holds");
    await page.locator("[name='at:zone']").selectOption("-04:00");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers.at, "2026-07-04T10:00:00-04:00", "the answer");
    await page.context().close();
    await service.stop();
  },
};
