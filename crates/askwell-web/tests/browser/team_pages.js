// The pages of a team: decisions with evidence, votes, undo, delegation, receipts, overview, notifications and brand.
// Every state passes axe, fits its window and says nothing on the console: light, dark, on phones, without a script.
import { equal, open, sound, until } from "./harness.js";
import * as forms from "./forms.js";
import { as, decision, short, startTeam } from "./team.js";

const WIDE = { viewport: { width: 1280, height: 800 } };
const phone = (width, more = {}) => ({ viewport: { width, height: 780 }, hasTouch: true, isMobile: true, ...more });

const row = (page, title) => page.locator(".row", { hasText: title });
const history = async (service, page, id) => (await page.request.get(`${service.base}/inbox/${id}/history`)).text();
const status = async (service, id) => (await service.call("elicitation/status", { elicitationId: id })).status;

/// Asks what every list needs, and returns the ids.
async function ask(service) {
  const joint = await service.ask(decision, { group: "on-call", quorum: { approvals: 2, requester: "carl" }, timeout: 2_800_000 });
  const alone = await service.ask({ ...decision, title: "Merge 214 duplicate records?" }, { timeout: 3_000_000 });
  await service.ask(forms.approval, { timeout: 1_800_000 });
  return { joint, alone };
}

/// Opens one state of the pages, ready to be looked at.
const STATES = {
  inbox: (page, { base }) => page.goto(base + "/inbox"),
  bulk: async (page, { base }) => {
    await page.goto(base + "/inbox");
    for (const n of [0, 1]) await page.locator(".row .check").nth(n).check();
    await page.locator(".bulk .picked").waitFor();
  },
  reason: async (page, { base }) => {
    await page.goto(base + "/inbox");
    await row(page, "Merge 214").getByText("Hold back…").click();
  },
  joint: async (page, { base, joint }) => {
    await page.goto(`${base}/inbox/${joint.id}?tab=groups`);
    await page.getByRole("heading", { name: /of 2 approved/ }).waitFor();
  },
  link: async (page, { alone }) => {
    await page.goto(alone.url);
    await page.getByRole("heading", { name: "Your decision" }).waitFor({ state: "attached" });
  },
  menu: async (page, { base, alone }) => {
    await page.goto(`${base}/inbox/${alone.id}`);
    await page.locator("[data-key=delegate]").click();
    await page.getByLabel("Name").waitFor();
  },
  overview: async (page, { base }) => {
    await page.goto(base + "/overview");
    for (const summary of await page.getByText("Show as a table").all()) await summary.click();
  },
  notifications: (page, { base }) => page.goto(base + "/inbox/notifications"),
  receipt: (page, { base, sent }) => page.goto(`${base}/inbox/${sent.id}`),
  done: (page, { base }) => page.goto(base + "/inbox?tab=done"),
};

const MODES = {
  light: [WIDE, Object.keys(STATES)],
  dark: [{ ...WIDE, colorScheme: "dark" }, ["inbox", "joint", "link", "receipt", "overview", "notifications"]],
  phone: [phone(390), ["inbox", "bulk", "reason", "joint", "link", "menu", "receipt", "overview"]],
  narrow: [phone(320, { colorScheme: "dark" }), ["inbox", "joint", "link", "receipt", "overview", "notifications"]],
  unscripted: [{ ...WIDE, unscripted: true }, ["inbox", "joint", "menu", "receipt"]],
};

export const tests = {
  async "team: every page passes axe, light, dark, on phones and without a script"(browser) {
    const service = await startTeam({ undo: 0 });
    const asked = await ask(service);
    const sent = await service.ask(forms.secret, { timeout: 900_000 });
    const first = await open(browser, as("ada"));
    await first.goto(`${service.base}/inbox/${sent.id}`);
    await first.getByLabel("Access token").fill("not-to-be-seen-again");
    await first.getByLabel("Address of the tracker").fill("https://tracker.example.com");
    await first.getByRole("button", { name: "Review your answer" }).click();
    await first.getByRole("button", { name: "Send answer" }).click();
    await first.getByRole("heading", { name: "Receipt" }).waitFor();
    await first.goto(`${service.base}/inbox/${asked.joint.id}`);
    await first.locator("#f-comment").fill("Canary looks clean.");
    await first.getByRole("button", { name: "Deploy" }).last().click();
    await until("the vote counts", async () => (await history(service, first, asked.joint.id)).includes("1 of 2 approved"));
    await first.context().close();
    for (const [mode, [options, states]] of Object.entries(MODES)) {
      const page = await open(browser, as("ada", options));
      for (const state of states) {
        await STATES[state](page, { base: service.base, sent, ...asked });
        equal((await page.content()).includes("not-to-be-seen-again"), false, "no secret is shown");
        await sound(page, `team ${state} ${mode}`);
      }
      if (mode === "light") {
        // The printed receipt has no bars and no buttons.
        await STATES.receipt(page, { base: service.base, sent });
        await page.emulateMedia({ media: "print" });
        for (const part of [".top", ".tabs", ".pane-bar", "[data-print]", ".next"]) equal(await page.locator(part).first().isVisible(), false, `${part} is not printed`);
        equal(await page.getByText("What you sent").isVisible(), true, "the answers are");
        await sound(page, "team receipt printed");
      }
      await page.context().close();
    }
    await service.stop();
  },

  async "team: the card stands beside the evidence, and at the foot of a phone"(browser) {
    const service = await startTeam();
    const { alone, joint } = await ask(service);
    const wide = await open(browser, as("ada", WIDE));
    await wide.goto(alone.url);
    const [evidence, card] = [await wide.locator(".reading").boundingBox(), await wide.locator(".decide").boundingBox()];
    equal(card.x >= evidence.x + evidence.width && card.y <= evidence.y + 10, true, "beside it");
    const link = wide.getByRole("link", { name: "Test report" });
    equal([await link.getAttribute("target"), await link.getAttribute("rel")], ["_blank", "noopener noreferrer nofollow"], "an allowed link");
    equal(await wide.getByRole("link", { name: "Elsewhere" }).count(), 0, "another host is text");
    // Enter in the comment decides nothing.
    await wide.getByLabel("Comment").press("Enter");
    equal(await status(service, alone.id), "pending", "nothing is decided");
    // The brand of the operator, and that of the client.
    equal(await wide.title(), "Merge 214 duplicate records? · Larch & Sons", "the name");
    await wide.getByRole("link", { name: "Privacy" }).waitFor();
    await wide.context().close();
    const small = await open(browser, as("ada", phone(390)));
    await small.goto(`${service.base}/inbox/${joint.id}`);
    const bar = await small.locator(".decide").boundingBox();
    equal(Math.round(bar.y + bar.height), 780, "at the foot");
    equal(await small.locator(".tabs").isVisible(), false, "in place of the tabs");
    await small.context().close();
    await service.stop();
  },

  async "team: a decision is undone, noted, snoozed and delegated, with keys and without a script"(browser) {
    const service = await startTeam();
    for (const [mode, options] of Object.entries({ keys: WIDE, unscripted: { ...WIDE, unscripted: true } })) {
      const title = `Refund order 88213, ${mode}?`;
      const { id } = await service.ask(short(title), { person: "ada", timeout: 3_600_000 });
      const ada = await open(browser, as("ada", options));
      await ada.goto(service.base + "/inbox");
      if (mode === "keys") {
        await row(ada, title).locator("h3 a").focus();
        await ada.keyboard.press("a");
      } else {
        await row(ada, title).getByRole("button", { name: "Approve" }).click();
      }
      await ada.getByText(`Approved: ${title}`).waitFor();
      await row(ada, title).getByText("Approved by you just now").waitFor();
      equal(await status(service, id), "active", "the program has nothing yet");
      await sound(ada, `team held ${mode}`);
      if (mode === "keys") await ada.keyboard.press("z");
      else await ada.getByRole("button", { name: "Undo" }).first().click();
      await ada.getByRole("heading", { name: title, level: 1 }).waitFor();
      await ada.goto(`${service.base}/inbox/${id}`);
      await ada.getByText("Notes among colleagues").click();
      await ada.getByLabel("Your note").fill("Seen the invoice.");
      await ada.getByRole("button", { name: "Add the note" }).click();
      await ada.getByText("Seen the invoice.").waitFor();
      await sound(ada, `team noted ${mode}`);
      await ada.locator("[data-key=snooze]").click();
      await ada.getByRole("button", { name: "For an hour" }).click();
      await ada.getByRole("link", { name: "Show them" }).click();
      await row(ada, title).locator("h3 a").click();
      await ada.locator("[data-key=snooze]").click();
      await ada.getByRole("button", { name: "Don’t snooze it" }).click();
      await ada.waitForURL(`**/inbox/${id}`);
      if (mode === "keys") {
        await ada.keyboard.press("Escape");
        await ada.keyboard.press("d");
        equal(await ada.evaluate(() => document.activeElement.id), "delegate-to", "the menu has the focus");
      } else {
        await ada.locator("[data-key=delegate]").click();
      }
      await ada.getByLabel("Name").fill("bob");
      await ada.getByLabel("Why?").last().fill("You know the customer.");
      await ada.getByRole("button", { name: "Delegate" }).last().click();
      await ada.getByText("1 passed on").click();
      await ada.getByText("You gave this to bob").waitFor();
      await sound(ada, `team passed on ${mode}`);
      const bob = await open(browser, as("bob", { ...options, groups: "on-call" }));
      await bob.goto(`${service.base}/inbox/${id}`);
      await bob.getByText("ada gave this to you").waitFor();
      await bob.getByText("Passed on to bob: You know the customer.").waitFor();
      await sound(bob, `team delegated ${mode}`);
      await ada.getByRole("button", { name: "Take it back" }).click();
      await ada.getByRole("heading", { name: title, level: 1 }).waitFor();
      equal((await history(service, ada, id)).includes("Passed on to"), true, "the history has it");
      await row(ada, title).getByText("Reject…").click();
      await row(ada, title).getByRole("textbox").fill("Not before Friday.");
      await row(ada, title).getByRole("button", { name: "Reject", exact: true }).click();
      await row(ada, title).getByText("Rejected by you just now").waitFor();
      await ada.context().close();
      await bob.context().close();
      await until("it leaves", async () => (await status(service, id)) === "completed");
    }
    await service.stop();
  },
};
