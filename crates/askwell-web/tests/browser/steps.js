// Sections and steps: with and without a script, light, dark and on a phone.
import { Service, clean, equal, open, overflow, shot } from "./harness.js";

const fields = [
  { id: "name", type: "text", label: "Name", required: true },
  { id: "kind", type: "select", label: "Kind", required: true, options: ["shop", "depot"], rendering: { displayStyle: "radio" } },
  { id: "manager", type: "text", label: "Manager", required: true },
  { id: "key", type: "text", label: "Door code", required: true, rendering: { inputType: "password" } },
  { id: "plan", type: "file", label: "Plan" },
  { id: "docks", type: "number", label: "Docks", required: true, validation: { minimum: 1 } },
  { id: "note", type: "text", label: "Note" },
];
const groups = [
  { id: "place", title: "Place", fields: ["name", "kind"] },
  { id: "people", title: "People", description: "Who runs it. **Badges** come by mail.", condition: { operator: "equals", field: "kind", value: "depot" }, fields: ["manager", "key", "plan"] },
  { id: "loading", title: "Loading", fields: ["docks"], groups: [{ id: "more", title: "More", description: "Only if you like.", fields: ["note"] }] },
];
const sections = { id: "sections", title: "Set up a warehouse", description: "Nothing is ordered before you send this.", fields, groups };
const steps = { ...sections, id: "steps", layout: "steps" };

const MODES = {
  scripted: {},
  scriptless: { unscripted: true },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  contrast: { forcedColors: "active" },
};
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

async function fillSteps(service, browser, name, options) {
  const { url, id } = await service.ask(steps);
  const page = await open(browser, options);
  await page.goto(url);
  await page.getByText("Step 1 of 3: Place").waitFor();
  await clean(page, `${name}, step 1`);
  await press(page, "Continue");
  await page.getByRole("link", { name: "Name is required." }).waitFor();
  await clean(page, `${name}, a mistake`);
  await shot(page, `steps-mistake-${name}`);
  await page.getByLabel("Name").fill("Lisbon");
  await page.getByLabel("depot").check({ force: true });
  await press(page, "Continue");
  await page.getByText("Step 2 of 4: People").waitFor();
  await page.getByLabel("Manager").fill("Ana");
  await page.getByLabel("Door code").fill("4711");
  await page.locator("#f-plan").setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("a plan\n") });
  await clean(page, `${name}, step 2`);
  await press(page, "Continue");
  await page.getByText("Step 3 of 4: Loading").waitFor();
  equal(await overflow(page), 0, "nothing sticks out at the side");
  await clean(page, `${name}, step 3`);
  await shot(page, `steps-${name}`);
  await press(page, "Back");
  await page.getByText("Step 2 of 4: People").waitFor();
  equal(await page.getByLabel("Manager").inputValue(), "Ana", "what was entered is kept");
  equal(await page.getByLabel("Door code").inputValue(), "", "the secret does not come back");
  await page.getByText("plan.txt").waitFor();
  await press(page, "Continue");
  await page.getByLabel("Docks").fill("4");
  await press(page, "Continue");
  await page.getByRole("heading", { name: "Check before you send" }).waitFor();
  await page.getByText("Step 4 of 4: Check and send").waitFor();
  await clean(page, `${name}, review`);
  await shot(page, `steps-review-${name}`);
  await press(page, "Back");
  await page.getByText("Step 3 of 4: Loading").waitFor();
  await press(page, "Continue");
  await page.getByRole("button", { name: "Change Manager" }).click();
  await page.getByText("Step 2 of 4: People").waitFor();
  await page.getByLabel("Manager").fill("Rui");
  await press(page, "Continue");
  await press(page, "Continue");
  await press(page, "Send answer");
  await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
  const { answers } = await service.status(id);
  const { plan, ...others } = answers;
  equal(others, { name: "Lisbon", kind: "depot", manager: "Rui", key: "4711", docks: 4 }, "the answers");
  equal(plan.filename, "plan.txt", "the file");
  await page.context().close();
}

export const tests = {
  async "steps: a form is filled in, changed and sent in every mode"(browser) {
    const service = await Service.start();
    for (const [name, options] of Object.entries(MODES)) await fillSteps(service, browser, name, options);
    await service.stop();
  },

  async "steps: a draft of this browser has all steps"(browser) {
    const service = await Service.start();
    const { url } = await service.ask(steps);
    const page = await open(browser);
    await page.goto(url);
    await page.getByLabel("Name").fill("Lisbon");
    await page.getByLabel("shop").check({ force: true });
    await press(page, "Continue");
    await page.getByLabel("Docks").fill("7");
    await page.locator("[data-saved]:not([hidden])").waitFor();
    await page.goto(url);
    equal(await page.getByLabel("Name").inputValue(), "Lisbon", "the first step");
    await press(page, "Continue");
    equal(await page.getByLabel("Docks").inputValue(), "7", "the step after it");
    await page.context().close();
    await service.stop();
  },

  async "sections: groups come and go with answers, and pass axe"(browser) {
    const service = await Service.start();
    for (const [name, options] of [["scripted", {}], ["phone", MODES.phone]]) {
      const { url } = await service.ask(sections);
      const page = await open(browser, options);
      await page.goto(url);
      equal(await page.getByRole("group", { name: "People" }).isVisible(), false, "hidden at first");
      await clean(page, `sections, ${name}`);
      await page.getByLabel("depot").check({ force: true });
      await page.getByRole("group", { name: "People" }).waitFor();
      await page.getByRole("heading", { name: "More", level: 3 }).waitFor();
      equal(await overflow(page), 0, "nothing sticks out at the side");
      await clean(page, `sections, ${name}, all`);
      await shot(page, `sections-${name}`);
      await page.context().close();
    }
    await service.stop();
  },
};
