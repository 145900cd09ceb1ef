// The inbox as an installed app: what can be read without a connection, and what is never kept.
import { equal, makeFolder, open, overflow, sound, until } from "./harness.js";
import * as forms from "./forms.js";
import { as, decision, short, startTeam } from "./team.js";

const FAILURES = [/net::ERR_/, /Failed to fetch/, /status of 503/];
const WORDS = "You are offline. You can read on. Decisions wait here and are not sent by themselves.";
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

/// The addresses of the kept pages, without the origin.
const kept = (page) => page.evaluate(async () => {
  const pages = await caches.open("askwell-pages");
  return (await pages.keys()).map(({ url }) => new URL(url)).map((url) => url.pathname + url.search).filter((path) => path !== "/inbox/.owner");
});
const keeps = (page, address) => until(`${address} is kept`, async () => (await kept(page)).includes(address));
/// Opens the inbox and waits until the worker has it.
async function install(page, base) {
  await page.goto(base + "/inbox");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await keeps(page, "/inbox");
}
/// What all kept pages contain.
const content = (page) => page.evaluate(async () => {
  let text = "";
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) if (!key.url.includes("/assets/")) text += await (await cache.match(key)).text();
  }
  return text;
});

export const tests = {
  async "offline: list and questions are read without a connection, and nothing is sent"(browser) {
    const service = await startTeam({ undo: 0 });
    const { id } = await service.ask(decision, { person: "ada", timeout: 3_000_000 });
    const other = await service.ask(forms.approval, { person: "ada", timeout: 3_400_000 });
    const page = await open(browser, as("ada", { ...PHONE, expected: FAILURES }));
    await install(page, service.base);
    await page.goto(`${service.base}/inbox/${id}`);
    await keeps(page, `/inbox/${id}`);
    await page.context().setOffline(true);
    // A page that is open says so; one press sends nothing, now or later.
    await page.getByText(WORDS).waitFor();
    await page.locator(".decide").getByRole("button", { name: "Deploy" }).click();
    // So does a page that is opened now.
    await page.goto(service.base + "/inbox");
    await page.getByText(WORDS).waitFor();
    await page.getByRole("link", { name: decision.title }).first().waitFor();
    equal(await overflow(page), 0, "it fits");
    equal(await page.evaluate(() => getComputedStyle(document.querySelector(".offline-line")).fontWeight), "600", "with its style");
    await page.locator(".row .check").first().check();
    await page.getByRole("button", { name: "Approve all" }).click();
    await page.goto(`${service.base}/inbox/${id}`);
    await page.getByText("26 hours").waitFor();
    await page.locator("#f-comment").fill("Written offline.");
    await page.locator(".decide").getByRole("button", { name: "Deploy" }).click();
    await page.getByText(WORDS).waitFor();
    page.seen.length = 0;
    await sound(page, "offline question");
    equal(await page.locator("#f-comment").inputValue(), "Written offline.", "the draft waits");
    await page.context().setOffline(false);
    await until("the page is live again", () => page.getByText(WORDS).isHidden());
    equal((await service.call("elicitation/status", { elicitationId: id })).status, "pending", "nothing was sent");
    await page.locator(".decide").getByRole("button", { name: "Deploy" }).click();
    await until("it is decided", async () => (await service.call("elicitation/status", { elicitationId: id })).status === "completed");
    // What was not opened is not there, and the page says so. A worker that starts anew is not offline in every version of the
    // browser: then the copy on the device is looked at.
    await page.context().setOffline(true);
    const missing = await page.goto(`${service.base}/inbox/${other.id}`);
    const copy = await page.evaluate(async () => (await caches.match("/inbox/offline", { ignoreVary: true })).text());
    equal(copy.includes("This page is not on this device"), true, "the page for what was not kept is on the device");
    await page.context().setOffline(false);
    if (missing.status() !== 503) await page.goto(`${service.base}/inbox/offline`);
    await page.getByRole("heading", { name: "This page is not on this device" }).waitFor();
    page.seen.length = 0;
    await sound(page, "offline not kept");
    await page.context().close();
    await service.stop();
  },

  async "offline: answers, drafts, votes and other people's pages are not kept"(browser) {
    const service = await startTeam({ undo: 0 });
    const { id } = await service.ask(forms.secret, { person: "ada", timeout: 900_000 });
    const joint = await service.ask(short("Merge the ledgers?"), { group: "on-call", quorum: { approvals: 2 }, timeout: 3_600_000 });
    const mine = await service.ask(short("Only for ada?"), { person: "ada", timeout: 3_000_000 });
    const page = await open(browser, as("ada", { expected: FAILURES }));
    await install(page, service.base);
    for (const question of [id, joint.id, mine.id]) {
      await page.goto(`${service.base}/inbox/${question}`);
      await keeps(page, `/inbox/${question}`);
    }
    await page.goto(`${service.base}/inbox/${joint.id}`);
    await page.locator("#f-comment").fill("A vote with words.");
    await page.locator(".decide").getByRole("button", { name: "Approve" }).click();
    await until("the vote counts", async () => (await (await page.request.get(`${service.base}/inbox/${joint.id}/history`)).text()).includes("1 of 2 approved"));
    await page.goto(`${service.base}/inbox/${joint.id}`);
    await page.getByText("A vote with words.").waitFor();
    await until("votes are not kept", async () => !(await kept(page)).includes(`/inbox/${joint.id}`));
    await page.goto(`${service.base}/inbox/${id}`);
    await page.getByLabel("Access token").fill("the-secret-token");
    await page.getByLabel("Address of the tracker").fill("https://tracker.example.com/answer");
    await page.getByRole("button", { name: "Review your answer" }).click();
    await page.getByRole("heading", { name: "Check before you send" }).waitFor();
    await until("the draft is not kept", async () => !(await kept(page)).includes(`/inbox/${id}`));
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Receipt" }).waitFor();
    await page.goto(service.base + "/inbox?tab=done");
    await page.goto(service.base + "/inbox");
    await keeps(page, "/inbox");
    equal((await kept(page)).sort(), ["/inbox", `/inbox/${mine.id}`].sort(), "what is kept");
    const text = await content(page);
    for (const never of ["the-secret-token", "tracker.example.com/answer", "A vote with words."]) equal(text.includes(never), false, `${never} is not kept`);
    // Another person at the same device.
    await page.context().setExtraHTTPHeaders({ "x-user": "bob", "x-groups": "" });
    await page.goto(service.base + "/inbox");
    await until("the pages of ada are gone", async () => !(await content(page)).includes("Only for ada?"));
    await page.context().setOffline(true);
    await page.goto(`${service.base}/inbox/${mine.id}`);
    await page.getByRole("heading", { name: "This page is not on this device" }).waitFor();
    // Nobody: a proxy that signed the person out.
    await page.context().setOffline(false);
    await page.context().setExtraHTTPHeaders({});
    await page.goto(service.base + "/inbox");
    await until("nothing is kept for nobody", async () => !(await kept(page)).length);
    await page.context().close();
    await service.stop();
  },

  async "offline: a new version replaces the worker, and kept pages keep their style"(browser) {
    const folder = await makeFolder("update-");
    const brand = (accent) => `[brand]\nname = "Larch"\naccent_light = "${accent}"\naccent_dark = "#aab4f5"\n`;
    let service = await startTeam({ config: brand("#3346b0"), folder });
    const { port } = service;
    const { id } = await service.ask(short("Kept by the first version?"), { timeout: 3_600_000 });
    const page = await open(browser, { expected: FAILURES });
    await install(page, service.base);
    await page.goto(`${service.base}/inbox/${id}`);
    await keeps(page, `/inbox/${id}`);
    const versions = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("askwell-files-")));
    const [first] = await versions();
    await service.stop();
    service = await startTeam({ config: brand("#8a3b12"), folder, port });
    await page.goto(service.base + "/inbox");
    await page.evaluate(() => navigator.serviceWorker.getRegistration("/inbox").then((found) => found.update()));
    await until("both versions are there", async () => (await versions()).length === 2 && (await versions()).includes(first));
    await until("the new worker is in charge", () => page.evaluate(async () => {
      const found = await navigator.serviceWorker.getRegistration("/inbox");
      return !found.installing && !found.waiting && found.active?.state === "activated";
    }));
    await page.context().setOffline(true);
    await page.goto(`${service.base}/inbox/${id}`);
    await page.getByText(WORDS).waitFor();
    equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim()), "#3346b0", "the style of its version");
    await page.context().close();
    await service.stop();
  },

  async "offline: the app can be installed under the operator's name"(browser) {
    const service = await startTeam();
    const page = await open(browser, as("ada"));
    await page.goto(service.base + "/inbox");
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
    equal([manifest.name, manifest.start_url, manifest.display, manifest.theme_color], ["Larch & Sons", "/inbox", "standalone", "#3346b0"], "the brand");
    equal(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`), ["any any", "192x192 any", "512x512 any", "512x512 maskable"], "the icons");
    for (const { src, sizes } of manifest.icons) {
      const [width] = await page.evaluate(async (address) => { const image = new Image(); image.src = address; await image.decode(); return [image.naturalWidth]; }, src);
      if (sizes !== "any") equal(`${width}x${width}`, sizes, `${src} has its size`);
    }
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send("Page.getAppManifest");
    equal(errors, [], "the browser takes the manifest");
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    equal(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), [], "the browser offers to install it");
    await page.context().close();
    await service.stop();
  },
};
