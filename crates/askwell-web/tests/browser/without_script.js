// The whole way of an answer without a script.
import { Service, clean, equal, open, shot } from "./harness.js";
import { EXPECTED, fillEverything, plain } from "./form_entry.js";
import * as forms from "./forms.js";

/// Switched off for good where axe does not have to look.
const SCRIPTLESS = { unscripted: true };
const SWITCHED_OFF = { javaScriptEnabled: false };

export const tests = {
  async "without script: all kinds are sent, and a file survives a mistake"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.everything);
    const page = await open(browser, SCRIPTLESS);
    await page.goto(url);
    await fillEverything(page);
    await page.locator("[name='moment:zone']").selectOption("+01:00");
    await page.getByLabel("Name").fill("No");
    await page.locator("#f-config").setInputFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1}') });
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("link", { name: "Name must have at least 3 characters." }).waitFor();
    await page.getByText("config.json").waitFor();
    equal(await page.locator("#f-token").inputValue(), "", "the secret did not come back");
    await page.getByText("What you typed before is kept.").waitFor();
    await clean(page, "a mistake");
    await shot(page, "scriptless-mistake");
    await page.getByLabel("Name").fill("staging-2");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    await clean(page, "review");
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    const { answers } = await service.status(id);
    equal(plain(answers), EXPECTED, "the answers");
    equal(answers.config.filename, "config.json", "the file");
    await page.context().close();
    await service.stop();
  },

  async "without script: a button updates conditional fields"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask(forms.conditional);
    const page = await open(browser, SWITCHED_OFF);
    await page.goto(url);
    await page.getByLabel("By post").check({ force: true });
    await page.getByRole("button", { name: "Update the form" }).click();
    await page.getByLabel("Street and number").fill("1 Main Street");
    equal(await page.getByLabel("Email address").isVisible(), false, "not asked for");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Change Street and number" }).click();
    await page.getByLabel("Street and number").fill("2 Main Street");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers, { how: "post", address: "2 Main Street", express: false }, "the answers");
    await page.context().close();
    await service.stop();
  },

  async "without script: search, URL test, extension and decline work"(browser) {
    const service = await Service.start();
    const page = await open(browser, SCRIPTLESS);
    const long = await service.ask(forms.long(1_000));
    await page.goto(long.url);
    await page.getByLabel("Search in City", { exact: true }).fill("number 987");
    await page.getByRole("button", { name: "Find City" }).first().click();
    await page.getByText("One option fits.").waitFor();
    await page.locator("#f-city").selectOption("c987");
    await page.getByRole("button", { name: "Add 5 minutes" }).click();
    await page.getByText("You have more time now.").waitFor();
    equal(await page.locator("#f-city").inputValue(), "c987", "nothing was lost");
    const tracker = await service.ask(forms.secret);
    await page.goto(tracker.url);
    await page.getByLabel("Address of the tracker").fill("https://10.1.2.3/");
    await page.getByRole("button", { name: "Test Address" }).click();
    await page.getByText("must not lead into a private network").waitFor();
    await clean(page, "tested");
    await page.getByText("Don’t want to answer?").click();
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("heading", { name: "You declined" }).waitFor();
    equal((await service.status(tracker.id)).status, "declined", "the status");
    await page.context().close();
    await service.stop();
  },
};
