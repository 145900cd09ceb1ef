// Controls: no answer without a choice, and every hint is followed.
import { Service, clean, equal, open, shot, until } from "./harness.js";

const agree = { id: "agree", type: "boolean", label: "Accept the terms", required: true };
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC", "base64");

export const tests = {
  async "controls: a required yes or no without a choice is not sent"(browser) {
    const service = await Service.start();
    for (const options of [{}, { unscripted: true }]) {
      for (const displayStyle of [undefined, "checkbox", "toggle", "radio"]) {
        const rendering = displayStyle ? { rendering: { displayStyle } } : {};
        const { url, id } = await service.ask({ id: "terms", title: "Before we start", fields: [{ ...agree, ...rendering }] });
        const page = await open(browser, options);
        await page.goto(url);
        equal(await page.locator("input:checked").count(), 0, "nothing is chosen beforehand");
        await page.getByRole("button", { name: "Send answer" }).click();
        await page.getByRole("link", { name: "Accept the terms is required." }).waitFor();
        equal((await service.status(id)).status, "active", "nothing was sent");
        await clean(page, `nothing chosen, ${displayStyle}`);
        await page.getByLabel("No", { exact: true }).check();
        await page.getByRole("button", { name: "Send answer" }).click();
        await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
        equal((await service.status(id)).answers, { agree: false }, "a no that was chosen");
        await page.context().close();
      }
    }
    await service.stop();
  },

  async "controls: a yes or no that becomes required has to be chosen"(browser) {
    const service = await Service.start();
    const { url, id } = await service.ask({ id: "f", title: "Order", fields: [
      { id: "how", type: "select", label: "Delivery", required: true, options: ["post", "none"] },
      { id: "sign", type: "boolean", label: "Ask for a signature" },
    ], validation: { dependencies: { sign: { action: "validate", condition: { operator: "equals", field: "how", value: "post" } } } } });
    const page = await open(browser);
    await page.goto(url);
    await page.locator("#f-how").selectOption("post");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("link", { name: "Ask for a signature is required." }).waitFor();
    await page.locator("#f-how").selectOption("none");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    equal((await service.status(id)).answers, { how: "none" }, "no answer without a choice");
    await page.context().close();
    await service.stop();
  },

  async "controls: optional radio buttons and segments begin without a choice"(browser) {
    const service = await Service.start();
    const options = [{ value: "a", title: "First" }, { value: "b", title: "Second" }];
    for (const displayStyle of ["radio", "segmented"]) {
      const page = await open(browser);
      const { url, id } = await service.ask({ id: "f", title: "Pick", fields: [{ id: "one", type: "select", label: "One", options, rendering: { displayStyle } }] });
      await page.goto(url);
      equal(await page.locator("input:checked").count(), 0, displayStyle);
      await page.getByLabel("Second").check({ force: true });
      await page.getByLabel("No answer").check({ force: true });
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
      equal((await service.status(id)).answers, {}, "and can be left so");
      await page.context().close();
    }
    await service.stop();
  },

  async "controls: short lists are plain, chips have no search"(browser) {
    const service = await Service.start();
    const options = ["a", "b", "c", "d"];
    const many = Array.from({ length: 20 }, (_, n) => `option ${n}`);
    const rendering = { searchable: true };
    const page = await open(browser);
    await page.goto((await service.ask({ id: "f", title: "Pick", fields: [
      { id: "short", type: "select", label: "Short", options, rendering },
      { id: "boxes", type: "multi_select", label: "Boxes", options, rendering },
      { id: "chips", type: "multi_select", label: "Chips", options: many, rendering: { ...rendering, displayStyle: "chips" } },
      { id: "long", type: "select", label: "Long", options: many, rendering },
    ] })).url);
    equal(await page.locator("#f-short").getAttribute("size"), null, "a plain list");
    equal(await page.locator("[data-find]").evaluateAll((found) => found.map((input) => input.dataset.find)), ["long"], "what can be searched");
    await clean(page, "lists");
    await page.context().close();
    await service.stop();
  },

  async "controls: numbers go by their step, with keys and buttons"(browser) {
    const service = await Service.start();
    const page = await open(browser);
    await page.goto((await service.ask({ id: "f", title: "Numbers", fields: [
      { id: "plain", type: "number", label: "Plain", default: 1, validation: { minimum: 0, maximum: 2 }, rendering: { step: 0.25 } },
      { id: "off", type: "number", label: "Off", default: 7, rendering: { step: 5 } },
      { id: "stepper", type: "number", label: "Stepper", rendering: { displayStyle: "stepper" } },
      { id: "slider", type: "number", label: "Slider", default: 10, rendering: { displayStyle: "slider", step: 10 } },
    ] })).url);
    await page.getByText("In steps of 0.25.").waitFor();
    const value = (id) => page.locator(`#f-${id}`).inputValue();
    await page.locator("#f-plain").press("ArrowUp");
    equal(await value("plain"), "1.25", "one step up");
    for (let n = 0; n < 9; n += 1) await page.locator("#f-plain").press("ArrowUp");
    equal(await value("plain"), "2.00", "not beyond the bound");
    await page.locator("#f-plain").press("ArrowDown");
    equal(await value("plain"), "1.75", "and down");
    await page.locator("#f-off").press("ArrowUp");
    equal(await value("off"), "10", "to the next number that counts");
    await page.locator("[data-steps=f-stepper]").last().click();
    equal(await value("stepper"), "1", "a stepper without a step goes by one");
    await page.locator("#f-slider").press("ArrowUp");
    equal([await value("slider"), await page.locator("[data-slides]").inputValue()], ["20", "20"], "the slider follows");
    await clean(page, "steps");
    await page.context().close();
    await service.stop();
  },

  async "controls: tabIndex and ariaDescribedBy are followed"(browser) {
    const service = await Service.start();
    const page = await open(browser);
    const accessibility = (hints) => ({ rendering: { accessibility: hints } });
    await page.goto((await service.ask({ id: "f", title: "Order", fields: [
      { id: "last", type: "text", label: "Last", ...accessibility({ tabIndex: 2, ariaDescribedBy: "first" }) },
      { id: "first", type: "text", label: "First", ...accessibility({ tabIndex: 1, ariaDescribedBy: "mode-help" }) },
      { id: "mode", type: "boolean", label: "Mode", rendering: { displayStyle: "radio", helpText: "How it runs.", accessibility: { tabIndex: -1, ariaDescribedBy: "Read the notes first." } } },
    ] })).url);
    const described = async (selector) => page.locator(selector).evaluate((element) => element.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id)?.textContent).filter(Boolean));
    await page.keyboard.press("Tab");
    equal(await page.evaluate(() => document.activeElement.id), "f-first", "the lowest number first");
    await page.keyboard.press("Tab");
    equal(await page.evaluate(() => document.activeElement.id), "f-last", "then the next");
    equal(await page.locator("[name=mode]").evaluateAll((radios) => radios.map((radio) => radio.tabIndex)), [-1, -1, -1], "never reached by Tab");
    equal(await described("#f-first"), ["How it runs."], "another field's help");
    equal((await described("#f-last"))[0].startsWith("First"), true, "another field's label");
    equal(await described("[data-field=mode] fieldset"), ["How it runs.", "Read the notes first."], "a text of its own");
    await page.context().close();
    await service.stop();
  },

  async "controls: files say what is taken, what is kept and what does not fit"(browser) {
    const service = await Service.start();
    const form = { id: "f", title: "Send a logo", fields: [
      { id: "name", type: "text", label: "Name", required: true },
      { id: "logo", type: "file", label: "Logo", validation: { allowedExtensions: [".png", ".jpg"], maxSize: 2048 } },
    ] };
    const file = (name, mimeType, buffer) => ({ name, mimeType, buffer: Buffer.from(buffer) });
    for (const options of [{ expected: [/status of 422/] }, { unscripted: true }]) {
      const page = await open(browser, options);
      const { url, id } = await service.ask(form);
      await page.goto(url);
      await page.getByText(".png or .jpg, at most 2 KB.").waitFor();
      const input = page.locator("#f-logo");
      const send = async () => { if (options.unscripted) await page.getByRole("button", { name: "Review your answer" }).click(); };
      await input.setInputFiles(file("logo.png", "image/png", "<!doctype html><html></html>"));
      await send();
      await page.locator("#f-logo-error").filter({ hasText: "the name “logo.png” ends in .png, but the content is an HTML page." }).waitFor();
      await clean(page, "a page in disguise");
      await input.setInputFiles(file("logo.png", "image/jpeg", PNG));
      await send();
      await page.locator("#f-logo-error").filter({ hasText: "your browser says that the file is of type image/jpeg" }).waitFor();
      await input.setInputFiles(file("logo.png", "image/png", PNG));
      await send();
      await page.getByText("logo.png (", { exact: false }).waitFor();
      equal(await input.isVisible(), false, "nothing says that no file is chosen");
      await clean(page, "kept");
      await shot(page, options.unscripted ? "file-kept-scriptless" : "file-kept");
      if (options.unscripted) {
        await page.getByText("Choose another file").click();
        equal(await input.isVisible(), true, "another one can be chosen");
      } else {
        const chooser = page.waitForEvent("filechooser");
        await page.getByText("Choose another file").click();
        await chooser;
        await page.getByRole("button", { name: "Remove" }).click();
        equal(await input.isVisible(), true, "after it was removed");
        await input.setInputFiles(file("other.png", "image/png", PNG));
        await page.getByText("other.png").waitFor();
      }
      await page.getByLabel("Name").fill("Logo");
      await page.getByRole("button", { name: "Review your answer" }).click();
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
      equal((await service.status(id)).answers.logo.content_type, "image/png", "the file");
      await page.context().close();
    }
    await service.stop();
  },

  async "controls: two columns stay two columns"(browser) {
    const service = await Service.start();
    const side = { gridColumn: 6 };
    const page = await open(browser);
    const place = async (id) => { const { x, y } = await page.locator(`[data-field=${id}]`).boundingBox(); return [Math.round(x), Math.round(y)]; };
    await page.goto((await service.ask({ id: "f", title: "Columns", fields: [
      { id: "a", type: "text", label: "A", required: true, rendering: { ...side, gridRow: 1 } },
      { id: "b", type: "text", label: "B", rendering: side },
      { id: "c", type: "boolean", label: "C", rendering: side },
      { id: "d", type: "file", label: "D", rendering: side },
      { id: "tall", type: "text", label: "Tall", rendering: { ...side, gridRow: 2, rows: 8 } },
      { id: "f", type: "text", label: "F", rendering: side },
      { id: "g", type: "text", label: "G", rendering: side },
    ] })).url);
    const check = async (what) => {
      for (const [left, right] of [["a", "b"], ["c", "d"], ["tall", "f"]]) {
        const [[x, y], [other, below]] = [await place(left), await place(right)];
        equal([other > x, below], [true, y], `${left} and ${right} stand side by side, ${what}`);
      }
      const [[x, y], [under, below]] = [await place("f"), await place("g")];
      equal([under, below > y], [x, true], `one beside two, ${what}`);
    };
    await check("at first");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.waitForSelector("[data-summary]");
    await check("with errors");
    await clean(page, "columns");
    await shot(page, "columns");
    await page.context().close();
    await service.stop();
  },

  async "controls: going back and reloading send nothing again"(browser) {
    const service = await Service.start();
    for (const options of [{}, { unscripted: true }]) {
      const { url, id } = await service.ask({ id: "f", title: "Host", fields: [
        { id: "host", type: "text", label: "Host", required: true },
        { id: "key", type: "text", label: "Key", rendering: { inputType: "password" } },
      ] });
      const page = await open(browser, options);
      await page.goto(url);
      await page.getByRole("button", { name: "Review your answer" }).click();
      await page.getByRole("link", { name: "Host is required." }).waitFor();
      await page.getByLabel("Host").fill("db1");
      await page.locator("#f-key").fill("correct-horse");
      await page.getByRole("button", { name: "Review your answer" }).click();
      await page.getByRole("heading", { name: "Check before you send" }).waitFor();
      await page.reload();
      await page.getByText("db1").waitFor();
      await page.goBack();
      equal(await page.getByLabel("Host").inputValue(), "db1", "back at the form, as it was filled in");
      await page.goForward();
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
      for (let n = 0; n < 3; n += 1) {
        const response = await page.goBack();
        equal(response?.request().method() ?? "GET", "GET", "going back asks, and sends nothing");
        await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
      }
      equal((await service.status(id)).answers, { host: "db1", key: "correct-horse" }, "the answers");
      await page.context().close();
    }
    await service.stop();
  },
};
