// Signing in, the account and the administration: with a real provider, a real mail server, and personal links.
// Every state passes axe, fits its window and says nothing on the console: light, dark, on phones, without a script.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { equal, makeFolder, open, sound } from "./harness.js";
import { personalLink, requestCode, signInWithProvider, startSignIn } from "./sign_in_service.js";
import { short } from "./team.js";

const WIDE = { viewport: { width: 1100, height: 800 } };
const phone = (width, more = {}) => ({ viewport: { width, height: 780 }, hasTouch: true, isMobile: true, ...more });

const MODES = {
  light: WIDE,
  dark: { ...WIDE, colorScheme: "dark" },
  phone: phone(390),
  narrow: phone(320, { colorScheme: "dark" }),
  unscripted: { ...WIDE, unscripted: true },
};

const start = () => startSignIn({
  async writeSecret(text) {
    const file = path.join(await makeFolder("secret-"), "sso.secret");
    await writeFile(file, text);
    return file;
  },
});

export const tests = {
  async "sign-in: every page passes axe, light, dark, on phones and without a script"(browser) {
    const { service, base, stop } = await start();
    const asked = await service.ask(short("Deploy?"), { person: "ada" });
    for (const [mode, options] of Object.entries(MODES)) {
      const page = await open(browser, options);
      const look = (state) => sound(page, `sign-in ${state} ${mode}`);
      await page.goto(asked.url);
      await page.getByRole("heading", { name: "Sign in to answer" }).waitFor();
      equal(await page.getByText("Deploy?").count(), 0, "nothing of the question is shown before the sign-in");
      await look("page");
      await page.getByLabel("Mail address").fill("ada");
      await page.getByRole("button", { name: "Mail me a code" }).click();
      await page.waitForSelector("[data-summary]");
      await look("without an address");
      // An address that nobody has: each mode has one of its own, because they are counted.
      await requestCode(page, base, `${mode}@example.com`);
      await look("code");
      await page.getByLabel("Code").fill("0000 0000");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("You can try 4 more times.").first().waitFor();
      await look("wrong code");
      for (let left = 3; left >= 0; left -= 1) {
        await page.getByLabel("Code").fill("0000 0000");
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await page.getByText(left > 1 ? `${left} more times` : left ? "once more" : "That code no longer works").first().waitFor();
      }
      await look("code over");
      await page.goto(`${base}/sign-in/sso/callback?code=a&state=b`);
      await page.getByText("was not started in this browser").waitFor();
      await look("not begun");
      const { url } = await personalLink(service.port, "gast");
      await page.goto(url);
      await page.getByRole("heading", { name: "Enter the code" }).waitFor();
      await look("personal link");
      await page.getByLabel("Code").fill("AAAAAAAA");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForSelector("[data-summary]");
      await look("personal link with a wrong code");
      await signInWithProvider(page, base, "ada");
      await page.goto(`${base}/account`);
      await page.getByText("Company SSO").first().waitFor();
      await look("account");
      await page.goto(`${base}/administration`);
      await page.getByRole("heading", { name: "Who is signed in" }).waitFor();
      await look("administration");
      await page.goto(`${base}/account`);
      await page.getByRole("button", { name: /Sign out/ }).first().click();
      await page.context().close();
    }
    await stop();
  },

  async "sign-in: a person answers after a sign-in with a provider, a mailed code or a personal link"(browser) {
    const { service, mail, base, stop } = await start();
    // With a script, and with none at all.
    for (const options of [WIDE, { ...WIDE, javaScriptEnabled: false }]) {
      const ways = {
        "ada@example.com": (page) => signInWithProvider(page, base, "ada"),
        bob: async (page) => {
          await requestCode(page, base, "BOB@example.com");
          await page.getByLabel("Code").fill(await mail.code("bob@example.com"));
          await page.getByRole("button", { name: "Sign in", exact: true }).click();
        },
        gast: async (page) => {
          const { url, code } = await personalLink(service.port, "gast");
          await page.goto(url);
          await page.getByLabel("Code").fill(code.toLowerCase());
          await page.getByRole("button", { name: "Continue" }).click();
        },
      };
      for (const [person, signIn] of Object.entries(ways)) {
        const { id, url } = await service.ask(short(`Deploy for ${person}?`), { person });
        const page = await open(browser, options);
        await signIn(page);
        await page.waitForURL(`${base}/inbox`);
        await page.goto(url);
        await page.getByRole("button", { name: "Approve" }).last().click();
        await page.getByRole("heading", { name: /Sent|Receipt/ }).first().waitFor();
        equal((await service.status(id)).status, "completed", person);
        equal(page.seen, [], "the console");
        await page.context().close();
      }
    }
    await stop();
  },

  async "sign-in: sessions are listed, and end on another device, everywhere else, and by an administrator"(browser) {
    const { mail, base, stop } = await start();
    const here = await open(browser, WIDE);
    const there = await open(browser, phone(390));
    for (const page of [here, there]) {
      await requestCode(page, base, "bob@example.com");
      await page.getByLabel("Code").fill(await mail.code("bob@example.com"));
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(`${base}/inbox`);
    }
    await here.goto(`${base}/account`);
    equal(await here.locator(".sessions li").count(), 2, "both sessions are listed");
    await here.locator(".sessions li button").last().click();
    await here.locator(".sessions li").nth(1).waitFor({ state: "detached" });
    await there.goto(`${base}/inbox`);
    await there.getByRole("heading", { name: "Sign in" }).waitFor();
    const admin = await open(browser, WIDE);
    await signInWithProvider(admin, base, "ada");
    await admin.goto(`${base}/administration`);
    await admin.getByRole("button", { name: /^Sign out ?: bob$/ }).click();
    await admin.getByRole("button", { name: /^Sign out ?: bob$/ }).waitFor({ state: "detached" });
    await here.goto(`${base}/inbox`);
    await here.getByRole("heading", { name: "Sign in" }).waitFor();
    // Someone without the role sees no administration.
    const guest = await open(browser, WIDE);
    await requestCode(guest, base, "bob@example.com");
    await guest.getByLabel("Code").fill(await mail.code("bob@example.com"));
    await guest.getByRole("button", { name: "Sign in", exact: true }).click();
    await guest.waitForURL(`${base}/inbox`);
    const refused = await guest.goto(`${base}/administration`);
    equal(refused.status(), 403, "the administration is for administrators");
    for (const page of [here, there, admin, guest]) await page.context().close();
    await stop();
  },

  async "sign-in: a person who does too much gets a page that says how long to wait"(browser) {
    const { service, mail, base, stop } = await start();
    const { id } = await service.ask(short("Deploy?"), { person: "bob" });
    for (const [mode, options] of Object.entries({ light: WIDE, dark: phone(390, { colorScheme: "dark" }) })) {
      const page = await open(browser, options);
      await requestCode(page, base, "bob@example.com");
      await page.getByLabel("Code").fill(await mail.code("bob@example.com"));
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(`${base}/inbox`);
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      for (let sent = 0; sent < 41; sent += 1) {
        await fetch(`${base}/inbox/${id}/note`, { method: "POST", headers: { cookie, "sec-fetch-site": "same-origin" }, body: "" });
      }
      await page.goto(`${base}/inbox/${id}`);
      await page.getByRole("button", { name: "Approve" }).last().click();
      await page.getByRole("heading", { name: "Too much at once" }).waitFor();
      await sound(page, `sign-in too much ${mode}`);
      equal((await service.status(id)).status === "completed", false, "nothing was sent");
      await page.context().close();
    }
    await stop();
  },
};
