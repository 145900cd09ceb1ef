// Takes the pictures of docs/images: the argument is the folder. Run it by hand when the pages look different.
import path from "node:path";
import { Service, launch, open } from "./harness.js";
import * as forms from "./forms.js";
import { start as startPlayground } from "./playground.js";
import { decision } from "./team.js";

const folder = process.argv[2];
if (!folder) throw new Error("which folder?");
const service = await Service.start();
const browser = await launch();
const take = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });

const wide = await open(browser, { viewport: { width: 920, height: 700 } });
await wide.goto((await service.ask(forms.approval)).url);
await wide.getByLabel("Yes").check();
await wide.getByLabel("Support").check({ force: true });
await wide.getByLabel("Comment").fill("Go ahead, I am watching the dashboards.");
await wide.locator("body").click({ position: { x: 5, y: 5 } });
await take(wide, "form");
await wide.getByRole("button", { name: "Review your answer" }).click();
await wide.getByRole("heading", { name: "Check before you send" }).waitFor();
await take(wide, "review");

const phone = await open(browser, { viewport: { width: 390, height: 700 }, colorScheme: "dark" });
await phone.goto((await service.ask(forms.secret)).url);
await phone.getByLabel("Address of the tracker").fill("https://10.0.0.1/tracker");
await phone.getByRole("button", { name: "Review your answer" }).click();
await phone.waitForSelector("[data-summary]");
await take(phone, "errors-phone");

// A picture of one pixel shows nothing.
const shown = { ...decision, "x-withoutAnswer": "not deployed, the release owner is told", fields: decision.fields.filter(({ image }) => !image) };
const beside = await open(browser, { viewport: { width: 1180, height: 700 } });
await beside.goto((await service.ask(shown, { timeout: 3_000_000 })).url);
await beside.getByRole("heading", { name: "Your decision" }).waitFor();
await take(beside, "decision");
const hand = await open(browser, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
await hand.goto((await service.ask(shown, { timeout: 3_000_000 })).url);
await hand.screenshot({ path: path.join(folder, "decision-phone.png") });

await service.ask(forms.everything, { client: "release-train" });
await service.ask(forms.secret, { client: "assistant", timeout: 50_000 });
await service.ask(forms.approval, { timeout: 3_000_000 });
const inbox = await open(browser, { viewport: { width: 1280, height: 640 } });
await inbox.goto(service.base + "/inbox");
await inbox.getByRole("button", { name: "Take" }).last().click();
await inbox.getByText("taken by you").waitFor();
await take(inbox, "inbox");
const small = await open(browser, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
await small.goto(service.base + "/inbox");
await small.locator(".row").first().waitFor();
await small.screenshot({ path: path.join(folder, "inbox-phone.png") });
await inbox.locator(".row", { hasText: decision.title }).first().getByRole("button", { name: "Deploy" }).click();
await inbox.goto(service.base + "/inbox?tab=done");
await inbox.locator(".row h3 a").first().click();
await inbox.getByText("What you sent").waitFor();
await take(inbox, "receipt");
await inbox.goto(service.base + "/overview");
await take(inbox, "overview");

const { program, url } = await startPlayground();
const playground = await open(browser, { viewport: { width: 1280, height: 860 } });
await playground.goto(url);
await playground.getByLabel("Example").selectOption("vacation");
await playground.frameLocator("#page-frame").getByRole("heading", { name: /acation/ }).first().waitFor();
await playground.getByLabel("Example").blur();
await playground.screenshot({ path: path.join(folder, "playground.png") });
program.kill("SIGKILL");
await browser.close();
await service.stop();
