// The brand of the operator and of single clients: name, logo, accent, footer and legal links, light, dark and printed.
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { equal, makeFolder, open, sound } from "./harness.js";
import { short, startTeam } from "./team.js";

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#3346b0"/><script>document.title = "run"</script></svg>';

const settings = (logo, more = "") => `
[brand]
name = "Larch & Sons"
logo = "${logo}"
accent_light = "#3346b0"
accent_dark = "#aab4f5"
footer = "Help: extension 4410"
links = ["Privacy https://example.com/privacy", "Imprint https://example.com/imprint"]
clients = ["local; Release desk; #8a3b12; #f4b183"]
${more}`;

const accent = (page) => page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--accent").trim());

export const tests = {
  async "brand: name, logo, accent, footer and links, of the operator and of a client"(browser) {
    const logo = path.join(await makeFolder("brand-"), "logo.svg");
    await writeFile(logo, LOGO);
    const service = await startTeam({ config: settings(logo) });
    const { id, url } = await service.ask(short("Release 4.2.0?", { "x-withoutAnswer": "not released" }), { timeout: 3_600_000 });
    for (const [mode, options, own, ofClient] of [
      ["light", { viewport: { width: 1280, height: 800 } }, "#3346b0", "#8a3b12"],
      ["dark", { viewport: { width: 390, height: 780 }, colorScheme: "dark" }, "#aab4f5", "#f4b183"],
    ]) {
      const page = await open(browser, options);
      await page.goto(service.base + "/inbox?tab=done");
      equal([await page.title(), await accent(page)], ["(1) Inbox · Larch & Sons", own], `${mode}: the operator`);
      await page.goto(`${service.base}/inbox/${id}`);
      equal([(await page.title()).endsWith(" · Release desk"), await accent(page)], [true, ofClient], `${mode}: the client`);
      equal(await page.locator(".top .brand").innerText(), "Release desk", `${mode}: the bar`);
      equal(await page.locator("img.logo").evaluate((image) => image.naturalWidth > 0), true, `${mode}: the logo is shown`);
      await page.getByText("Without an answer: not released.").waitFor();
      await page.goto(url);
      await page.getByText("A program asks").waitFor();
      equal(await accent(page), ofClient, `${mode}: the page of a link`);
      const footer = page.locator("footer");
      equal((await footer.innerText()).includes("Help: extension 4410"), true, `${mode}: the footer`);
      equal(await footer.getByRole("link").evaluateAll((links) => links.map(({ href }) => href)), ["https://example.com/privacy", "https://example.com/imprint"], `${mode}: the links`);
      await sound(page, `brand ${mode}`);
      await page.emulateMedia({ media: "print" });
      equal([await footer.isVisible(), await page.getByRole("heading", { level: 1 }).isVisible()], [false, true], `${mode}: printed`);
      await page.context().close();
    }
    await service.stop();
  },

  async "brand: colours that cannot be read are refused at start"() {
    const folder = await makeFolder("refused-");
    for (const [name, colours] of Object.entries({
      light: `accent_light = "#f0f0a0"\naccent_dark = "#aab4f5"`,
      dark: `accent_light = "#3346b0"\naccent_dark = "#223344"`,
      client: `clients = ["local; Desk; #f0f0a0; #aab4f5"]`,
    })) {
      const file = path.join(folder, `${name}.toml`);
      await writeFile(file, `[brand]\n${colours}\n`);
      const started = spawn(process.env.ASKWELL_PROGRAM, ["serve", "--listen", "127.0.0.1:0", "--data", path.join(folder, name), "--config", file], { stdio: ["ignore", "ignore", "pipe"], env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" } });
      let said = "";
      started.stderr.on("data", (text) => { said += text; });
      // A service that starts in spite of it does not end by itself.
      const timer = setTimeout(() => started.kill("SIGKILL"), 20_000);
      const code = await new Promise((done) => started.once("close", done));
      clearTimeout(timer);
      equal([code === 0 || code === null, said.includes("too little contrast"), said.includes("brand")], [false, true, true], `${name}: ${said}`);
    }
  },
};
