// Pages in the language of the person: the form, its problems and the inbox, with and without a script, on a phone and
// from right to left.
import { Service, clean, equal, open, overflow, shot } from "./harness.js";

const TEXTS = {
  en: ["A new server", "Host", "Opens at", "Size", "Small", "Large"],
  de: ["Ein neuer Server", "Rechner", "Öffnet um", "Größe", "Klein", "Groß"],
  ar: ["خادم جديد", "المضيف", "يفتح في", "الحجم", "صغير", "كبير"],
  ja: ["新しいサーバー", "ホスト", "開始日時", "サイズ", "小", "大"],
  hi: ["नया सर्वर", "होस्ट", "खुलने का समय", "आकार", "छोटा", "बड़ा"],
};
const [title, host, opens, size, small, large] = TEXTS.en;
const translations = Object.fromEntries(Object.entries(TEXTS).filter(([tag]) => tag !== "en").map(([tag, texts]) => [tag, {
  title: texts[0],
  fields: { host: { label: texts[1] }, opens: { label: texts[2] }, size: { label: texts[3], options: { small: texts[4], large: texts[5] } } },
}]));
const form = {
  id: "languages", title, translations,
  fields: [
    { id: "host", type: "text", label: host, required: true },
    { id: "opens", type: "date", label: opens, validation: { format: "date-time" } },
    { id: "size", type: "select", label: size, required: true, options: [{ value: "small", title: small }, { value: "large", title: large }], rendering: { displayStyle: "radio" } },
  ],
};
const MODES = {
  scripted: {},
  scriptless: { unscripted: true },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
};
const press = (page, action) => page.locator(`button[value="${action}"]:visible`).last().click();

async function answer(service, browser, tag, mode, options) {
  const name = `${tag}-${mode}`;
  const [title, host, , , , large] = TEXTS[tag];
  const { url, id } = await service.ask(form);
  const page = await open(browser, { ...options, locale: tag });
  await page.goto(url);
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  const { lang, dir } = await page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));
  equal([lang, dir], [tag, tag === "ar" ? "rtl" : "ltr"], `${name}, language and direction`);
  for (const other of Object.keys(TEXTS).filter((other) => other !== tag)) {
    equal((await page.content()).includes(TEXTS[other][0]), false, `${name} has no text in ${other}`);
  }
  await clean(page, `${name}, form`);
  await press(page, "review");
  await page.locator("[data-summary]").waitFor();
  equal(await overflow(page), 0, `${name}, nothing sticks out at the side`);
  await clean(page, `${name}, problems`);
  await shot(page, `language-${name}`);
  await page.getByLabel(host).fill("db1");
  await page.getByLabel(large, { exact: true }).check({ force: true });
  await press(page, "review");
  await page.locator("button[value=send]:visible").waitFor();
  await clean(page, `${name}, review`);
  await shot(page, `language-review-${name}`);
  await press(page, "send");
  await page.locator(".ending.good").waitFor();
  await page.getByText(large, { exact: true }).waitFor();
  await clean(page, `${name}, receipt`);
  const { answers } = await service.status(id);
  equal(answers, { host: "db1", size: "large" }, `${name}, the answers`);
  await page.context().close();
}

export const tests = {
  async "languages: a form is answered in five languages, with and without a script and on a phone"(browser) {
    const service = await Service.start();
    for (const tag of Object.keys(TEXTS)) {
      for (const [mode, options] of Object.entries(MODES)) await answer(service, browser, tag, mode, options);
    }
    await service.stop();
  },

  async "languages: the person chooses another language on the page, and it stays"(browser) {
    for (const [mode, options] of Object.entries(MODES)) {
      const service = await Service.start();
      const { url } = await service.ask(form);
      const page = await open(browser, { ...options, locale: "en" });
      await page.goto(url);
      await page.locator("#page-language").selectOption("ar");
      await page.locator("form.language button").click();
      await page.getByRole("heading", { name: TEXTS.ar[0], level: 1 }).waitFor();
      equal(await page.evaluate(() => document.documentElement.dir), "rtl", `${mode}, direction`);
      await page.goto(`${service.base}/inbox`);
      equal(await page.evaluate(() => document.documentElement.lang), "ar", `${mode}, the inbox`);
      equal(await overflow(page), 0, `${mode}, nothing sticks out at the side`);
      await clean(page, `${mode}, inbox from right to left`);
      await shot(page, `language-inbox-ar-${mode}`);
      await page.context().close();
      await service.stop();
    }
  },
};
