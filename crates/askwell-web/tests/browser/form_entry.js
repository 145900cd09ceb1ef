// Forms that are filled in with the script.
import { Service, clean, equal, open, shot, until } from "./harness.js";
import * as forms from "./forms.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC", "base64");

export async function fillEverything(page) {
  await page.getByLabel("Name").fill("staging-2");
  await page.getByLabel("Contact").fill("person@example.com");
  await page.getByLabel("Phone").fill("+49 30 123");
  await page.getByLabel("Access token").fill("correct-horse");
  await page.getByLabel("Notes").fill("First line\nSecond line");
  await page.getByLabel("Monthly budget").fill("12.50");
  await page.getByLabel("Replicas").fill("4");
  await page.locator("#f-memory").fill("16");
  await page.getByLabel("Daily backups").uncheck();
  await page.getByLabel("Reachable from the internet").check();
  await page.getByRole("group", { name: "May it restart" }).or(page.getByRole("radiogroup", { name: "May it restart" })).getByLabel("No").check();
  await page.getByLabel("First day").fill("2026-12-01");
  await page.locator("#f-moment").fill("2026-12-01T22:30");
  await page.locator("#f-size").selectOption("m");
  await page.getByLabel("Around the clock").check({ force: true });
  await page.getByLabel("Yearly").check();
  await page.locator("#f-city").selectOption("Oslo");
  await page.getByLabel("Traces").check();
  await page.getByLabel("critical").check({ force: true });
  await page.locator("#f-regions-summary").click();
  await page.locator("[data-field=regions]").getByLabel("Paris").check();
  await page.getByLabel("Webhook").fill("https://hooks.example.com/deploy");
}

export const EXPECTED = {
  name: "staging-2", owner: "person@example.com", phone: "+49 30 123", token: "correct-horse", notes: "First line\nSecond line", plain: 12.5, replicas: 4, memory: 16,
  backups: false, public: true, agree: false, day: "2026-12-01", moment: "2026-12-01T22:30:00+01:00", size: "m", tier: "all", plan: "year", city: "Oslo",
  features: ["logs", "traces"], tags: ["critical"], regions: ["Paris"], hook: "https://hooks.example.com/deploy", kind: "deploy pipeline", zone: "b", trace: "abc-123",
};

/// Answers without what depends on generated names.
export function plain(answers) {
  return Object.fromEntries(Object.keys(EXPECTED).filter((key) => key in answers).map((key) => [key, answers[key]]));
}

export const tests = {
  async "form entry: all kinds are reviewed and sent"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.everything);
    const page = await open(browser);
    await page.goto(url);
    await fillEverything(page);
    await page.locator("#f-config").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1}') });
    await page.locator("#f-logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
    await page.getByText("config.json").waitFor();
    await page.locator("[data-upload=logo] img").waitFor();
    await shot(page, "filled");
    await clean(page, "filled in");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    await clean(page, "review");
    await shot(page, "review");
    const text = await page.locator("dl.sent").innerText();
    for (const part of ["Medium", "01.12.2026", "Around the clock", "First line\nSecond line", "logo.png", "hooks.example.com"]) {
      if (!text.includes(part)) throw new Error(`the review does not show ${part}: ${text}`);
    }
    if ((await page.content()).includes("correct-horse")) throw new Error("the secret is in the page");
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    await clean(page, "thanks");
    await shot(page, "thanks");
    const { answers } = await service.status(id);
    equal(plain(answers), EXPECTED, "the answers");
    equal([answers.config.filename, answers.logo.content_type], ["config.json", "image/png"], "the files");
    await page.context().close();
    await service.stop();
  },

  async "form entry: conditional fields appear and disappear at once"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.conditional);
    const page = await open(browser);
    await page.goto(url);
    const [mail, address, express, reason] = ["mail", "address", "express", "reason"].map((id) => page.locator(`#f-${id}`));
    equal([await mail.isVisible(), await address.isVisible(), await page.getByText("Update the form").isVisible()], [true, false, false], "at first");
    await mail.fill("person@example.com");
    await page.getByLabel("By post").check({ force: true });
    await address.waitFor({ state: "visible" });
    equal(await mail.isVisible(), false, "the other is gone");
    await page.getByLabel("Not at all").check({ force: true });
    await address.waitFor({ state: "hidden" });
    await until("the switch is off", () => express.isDisabled());
    await until("the reason is required", async () => (await reason.getAttribute("aria-required")) === "true");
    equal(await page.locator("[data-field=reason] .optional").isVisible(), false, "no longer optional");
    await clean(page, "conditional");
    await page.getByLabel("By email").check({ force: true });
    await mail.waitFor({ state: "visible" });
    equal(await mail.inputValue(), "person@example.com", "what was typed came back");
    equal((await service.status(id)).status, "active", "a person has started to answer");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers, { how: "mail", mail: "person@example.com", express: false }, "the answers");
    await page.context().close();
    await service.stop();
  },

  async "form entry: a field is checked when its hint says so, and then again"(browser) {
    const service = await Service.start();
    const { url } = await service.ask(forms.everything);
    const page = await open(browser);
    await page.goto(url);
    const error = (id) => page.locator(`#f-${id}-error`);
    // With every change.
    await page.getByLabel("Name").pressSequentially("ab");
    await error("name").filter({ hasText: "at least 3 characters" }).waitFor();
    await page.getByLabel("Name").pressSequentially("c");
    await error("name").waitFor({ state: "hidden" });
    // On leaving.
    await page.getByLabel("Contact").pressSequentially("name");
    equal(await error("owner").isVisible(), false, "not while typing");
    await page.getByLabel("Phone").focus();
    await error("owner").filter({ hasText: "must be an email address" }).waitFor();
    // Not before sending; then mended while typing.
    await page.getByLabel("First day").fill("2020-01-01");
    await page.getByLabel("Notes").focus();
    equal(await error("day").isVisible(), false, "not before it is sent");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await error("day").filter({ hasText: "2026-01-01 or later" }).waitFor();
    await clean(page, "with errors");
    await page.getByLabel("First day").fill("2026-05-05");
    await error("day").waitFor({ state: "hidden" });
    equal(await page.getByLabel("First day").getAttribute("aria-invalid"), null, "not announced as wrong any more");
    await page.context().close();
    await service.stop();
  },

  async "form entry: steppers, sliders, secrets, searches and URL tests work"(browser) {
    const service = await Service.start();
    const { url } = await service.ask(forms.everything);
    const page = await open(browser);
    await page.goto(url);
    await page.locator("[data-steps=f-replicas]").last().click();
    equal(await page.getByLabel("Replicas").inputValue(), "4", "one more");
    await page.locator("[data-slides=f-memory]").fill("32");
    equal(await page.locator("#f-memory").inputValue(), "32", "the box follows the slider");
    await page.locator("#f-memory").fill("5");
    equal(await page.locator("[data-slides=f-memory]").inputValue(), "5", "and the other way round");
    const secret = page.locator("#f-token");
    await secret.fill("hunter2");
    await page.getByRole("button", { name: "Access token: Show" }).click();
    equal(await secret.getAttribute("type"), "text", "shown on request");
    await page.getByRole("button", { name: "Access token: Hide" }).click();
    equal(await secret.getAttribute("type"), "password", "and hidden again");
    await page.locator("#f-city-find").fill("zag");
    await until("the list narrows", async () => (await page.locator("#f-city option").count()) === 2);
    await page.locator("#f-city").selectOption("Zagreb");
    await page.locator("#f-hook").fill("https://inside.example.com/x");
    await page.getByRole("button", { name: "Test Webhook" }).click();
    await page.getByText("must not lead into a private network").waitFor();
    await page.locator("#f-hook").fill("https://xn--pple-43d.com");
    await page.getByText("mixes letters of different scripts").waitFor();
    await page.locator("#f-hook").fill("https://example.com");
    await page.getByRole("button", { name: "Test Webhook" }).click();
    await page.getByText("This address would be accepted.").waitFor();
    await clean(page, "after all of that");
    await page.context().close();
    await service.stop();
  },

  async "form entry: a secret may have several lines"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.key);
    const page = await open(browser);
    await page.goto(url);
    const masked = () => page.locator("#f-key").evaluate((area) => getComputedStyle(area).webkitTextSecurity);
    await page.locator("#f-key").fill("-----BEGIN-----\nline\n-----END-----");
    equal(await masked(), "disc", "masked while typing");
    await page.getByRole("button", { name: "Private key: Show" }).click();
    equal(await masked(), "none", "shown on request");
    await page.getByText("secrets aside").waitFor();
    if ((await page.evaluate(() => JSON.stringify(localStorage))).includes("BEGIN")) throw new Error("a secret is in the browser's storage");
    await clean(page, "a secret of several lines");
    await shot(page, "secret-lines");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    if ((await page.content()).includes("BEGIN")) throw new Error("the secret is in the page");
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers, { key: "-----BEGIN-----\nline\n-----END-----" }, "every line arrives");
    await page.context().close();
    await service.stop();
  },

  async "form entry: files are dropped, rejected and removed"(browser) {
    const service = await Service.start();
    const { url } = await service.ask(forms.everything);
    const page = await open(browser, { expected: [/status of 422/] });
    await page.goto(url);
    const place = page.locator("[data-upload=config]");
    const drop = async (name, type, text) => {
      const transfer = await page.evaluateHandle(([name, type, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], name, { type }));
        return transfer;
      }, [name, type, text]);
      await place.dispatchEvent("drop", { dataTransfer: transfer });
    };
    await drop("dropped.json", "application/json", '{"dropped": true}');
    await place.getByText("dropped.json").waitFor();
    await drop("evil.json", "application/json", "<html><script>alert(1)</script></html>");
    await page.locator("#f-config-error").filter({ hasText: "but the content is an HTML page" }).waitFor();
    await drop("big.json", "application/json", " ".repeat(100_001));
    await page.locator("#f-config-error").filter({ hasText: "must be at most 97 KB" }).waitFor();
    await place.getByText("dropped.json").waitFor();
    await clean(page, "uploads");
    await place.getByRole("button", { name: "Remove" }).click();
    equal(await place.getByText("dropped.json").count(), 0, "removed");
    await page.context().close();
    await service.stop();
  },

  async "form entry: a form is filled in by keyboard alone"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.approval);
    const page = await open(browser);
    await page.goto(url);
    const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
    await press("Tab");
    equal(await page.evaluate(() => document.activeElement.className), "skip", "first, a way past the head");
    for (let n = 0; n < 40 && (await page.evaluate(() => document.activeElement.id)) !== "f-go"; n += 1) await press("Tab");
    await press("Space", "Tab", "ArrowRight", "ArrowRight", "Tab", "Tab", "Space", "Tab", "Tab");
    await page.keyboard.type("Ship it");
    await press("Tab", "Enter");
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    for (let n = 0; n < 40 && (await page.evaluate(() => document.activeElement.textContent)) !== "Send answer"; n += 1) await press("Tab");
    await press("Enter");
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers, { go: true, strategy: "canary", notify: ["team", "support"], comment: "Ship it" }, "the answers");
    await page.context().close();
    await service.stop();
  },

  async "form entry: one of ten thousand options is found by search"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.long(10_000));
    const page = await open(browser);
    await page.goto(url);
    equal((await page.locator("option").count()) < 150, true, "not all at once");
    await page.locator("#f-city-find").fill("number 9876");
    await until("it is found", async () => (await page.locator("#f-city option").count()) === 2);
    await page.locator("#f-city").selectOption("c9876");
    await page.locator("#f-many-find").fill("1234");
    await page.locator("[data-field=many]").getByLabel("City number 1234").check();
    await page.locator("#f-many-find").fill("777");
    await page.locator("[data-field=many]").getByLabel("City number 777", { exact: true }).check();
    await clean(page, "searched");
    await shot(page, "long");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers, { city: "c9876", many: ["c1234", "c777"] }, "the answers");
    await page.context().close();
    await service.stop();
  },
};
