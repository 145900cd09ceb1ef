// A reload, a crash of the service and a lost connection lose nothing that was typed or uploaded; secrets aside.
import { Askwell, PATIENCE, Service, clean, equal, open, shot, until } from "./harness.js";
import { EXPECTED, fillEverything, plain } from "./form_entry.js";
import * as forms from "./forms.js";

const BROKEN = [/ERR_CONNECTION_REFUSED/, /ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/, /ERR_EMPTY_RESPONSE/, /ERR_INCOMPLETE_CHUNKED/, /ERR_NETWORK/, /Failed to fetch/];

async function crash(browser, service, hook) {
  const { url, id } = await service.ask(forms.everything);
  const page = await open(browser, { expected: BROKEN });
  await page.goto(url);
  await page.locator("#f-config").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1}') });
  await page.getByText("config.json").waitFor();
  await page.getByLabel("Name").fill("staging-2");
  await service.crash();
  await page.getByText("The connection is lost.").waitFor();
  await shot(page, "lost");
  await fillEverything(page);
  await page.getByLabel("Webhook").fill(hook);
  await page.getByRole("button", { name: "Review your answer" }).click();
  await page.waitForTimeout(500);
  equal(await page.getByLabel("Notes").inputValue(), "First line\nSecond line", "the page is still there");
  await service.restart();
  // What was pressed happens as soon as it can.
  await page.getByRole("heading", { name: "Check before you send" }).waitFor();
  // Once more, now with the tab closed as well: what was typed comes back from the browser, the file from the service.
  await service.crash();
  await page.close();
  await service.restart();
  const again = await page.context().newPage();
  again.setDefaultTimeout(PATIENCE);
  await again.goto(url);
  equal(await again.getByLabel("Notes").inputValue(), "First line\nSecond line", "what was typed is there again");
  await again.getByText("config.json").waitFor();
  await again.getByLabel("Access token").fill("correct-horse");
  await again.getByRole("button", { name: "Review your answer" }).click();
  await again.getByRole("button", { name: "Send answer" }).click();
  await again.getByRole("heading", { name: "Sent", exact: true }).waitFor();
  const { answers } = await service.status(id);
  equal(plain(answers), { ...EXPECTED, hook }, "the answers");
  equal([answers.config.filename, answers.config.size], ["config.json", 8], "the file that was uploaded before");
  if (page.seen.length) throw new Error(page.seen.join("\n"));
  again.seen = [];
  await clean(again, "after the crashes");
  await again.context().close();
  await service.stop();
}

export const tests = {
  async "draft recovery: a reload keeps the draft"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.everything);
    const page = await open(browser);
    await page.goto(url);
    await fillEverything(page);
    await page.locator("#f-config").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1}') });
    await page.getByText("config.json").waitFor();
    await until("the draft is kept", () => page.evaluate(() => Object.entries(localStorage).some(([key, value]) => key.startsWith("askwell:") && value.includes("hooks.example.com") && value.includes("config.json"))));
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    if (kept.includes("correct-horse")) throw new Error("a secret is in the browser's storage");
    await page.reload();
    equal(await page.getByLabel("Notes").inputValue(), "First line\nSecond line", "the notes are there again");
    equal(await page.locator("#f-token").inputValue(), "", "the secret is not");
    await page.getByText("config.json").waitFor();
    await clean(page, "after a reload");
    await page.getByLabel("Access token").fill("correct-horse");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    const { answers } = await service.status(id);
    equal(plain(answers), EXPECTED, "the answers");
    equal(answers.config.size, 8, "the file");
    equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("askwell:")).length), 0, "nothing is left behind");
    await page.context().close();
    await service.stop();
  },

  async "draft recovery: a reload right after a key keeps it, and a shown secret stays out"(browser) {
    const service = await Service.start();
    const page = await open(browser);
    await page.goto((await service.ask(forms.secret)).url);
    await page.getByRole("button", { name: "Access token: Show" }).click();
    await page.locator("#f-token").fill("correct-horse");
    await page.getByLabel("Address of the tracker").fill("https://example.com/typed-just-now");
    await page.reload();
    equal(await page.getByLabel("Address of the tracker").inputValue(), "https://example.com/typed-just-now", "the last key");
    equal(await page.locator("#f-token").inputValue(), "", "the secret is gone");
    if ((await page.evaluate(() => JSON.stringify(localStorage))).includes("correct-horse")) throw new Error("a secret is in the browser's storage");
    // Nor does a browser see a readable one leave.
    await page.getByRole("button", { name: "Access token: Show" }).click();
    await page.locator("#f-token").fill("correct-horse");
    await page.evaluate(() => addEventListener("pagehide", () => { sessionStorage.sent = document.querySelector("#f-token").type; }));
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    equal(await page.evaluate(() => sessionStorage.sent), "password", "hidden again before it is sent");
    await page.context().close();
    await service.stop();
  },

  async "draft recovery: a reload keeps options that were found by search"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.long(10_000));
    const page = await open(browser);
    await page.goto(url);
    await page.locator("#f-city-find").fill("number 9876");
    await until("it is found", async () => (await page.locator("#f-city option").count()) === 2);
    await page.locator("#f-city").selectOption("c9876");
    await page.locator("#f-many-find").fill("1234");
    await page.locator("[data-field=many]").getByLabel("City number 1234").check();
    await page.reload();
    equal(await page.locator("#f-city option:checked").innerText(), "City number 9876", "the city, by its name");
    equal(await page.locator("[data-field=many]").getByLabel("City number 1234").isChecked(), true, "the box");
    await clean(page, "found again");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers, { city: "c9876", many: ["c1234"] }, "the answers");
    await page.context().close();
    await service.stop();
  },

  async "draft recovery: a crash of the pages loses nothing"(browser) {
    await crash(browser, await Service.start(), EXPECTED.hook);
  },

  async "draft recovery: a crash of the whole service loses nothing"(browser) {
    // A real resolver may know no names here, so the webhook has none.
    await crash(browser, await Askwell.start(), "https://93.184.216.34/deploy");
  },

  async "draft recovery: a file that was dropped without a connection is sent later"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask({ id: "drop", title: "Drop it", fields: [
      { id: "name", type: "text", label: "Name" },
      { id: "config", type: "file", label: "Configuration", validation: { allowedExtensions: [".json"] } },
    ] });
    const page = await open(browser, { expected: BROKEN });
    await page.goto(url);
    const drop = async (name, text) => {
      const transfer = await page.evaluateHandle(([name, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], name, { type: "application/json" }));
        return transfer;
      }, [name, text]);
      await page.locator("[data-upload=config]").dispatchEvent("drop", { dataTransfer: transfer });
    };
    await page.context().setOffline(true);
    await drop("first.json", '{"a": 1}');
    await page.getByText("The connection is lost.").waitFor();
    // Another dropped file replaces the first one.
    await drop("second.json", '{"a": 22}');
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    await page.locator("dl.sent").getByText("second.json").waitFor();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers.config.size, 9, "the file");
    await page.context().close();
    await service.stop();
  },

  async "draft recovery: a lost connection loses nothing"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.conditional);
    const page = await open(browser, { expected: BROKEN });
    await page.goto(url);
    await page.context().setOffline(true);
    await page.getByLabel("By post").check({ force: true });
    await page.getByText("The connection is lost.").waitFor();
    equal(await page.getByLabel("By post").isChecked(), true, "the choice stays");
    await page.context().setOffline(false);
    await page.getByLabel("Street and number").waitFor({ state: "visible" });
    await until("all is well again", async () => !(await page.locator("[data-banner]").isVisible()));
    await page.getByLabel("Street and number").fill("1 Main Street");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers.address, "1 Main Street", "the answer");
    await page.context().close();
    await service.stop();
  },
};
