// Runs every test, one after the other, and says what became of each. A filter may be given: part of a name.
import { Service, launch } from "./harness.js";
import { tests as controls } from "./controls.js";
import { tests as filling } from "./filling.js";
import { tests as inbox } from "./inbox.js";
import { tests as losing } from "./losing.js";
import { tests as looks } from "./looks.js";
import { tests as proxied } from "./proxied.js";
import { tests as scriptless } from "./scriptless.js";
import { tests as rows } from "./rows.js";
import { tests as waiting } from "./waiting.js";
import { tests as zones } from "./zones.js";

const filter = process.argv[2] ?? "";
const browser = await launch();
let failed = 0;
let ran = 0;
for (const [name, test] of Object.entries({ ...looks, ...scriptless, ...filling, ...controls, ...zones, ...waiting, ...losing, ...inbox, ...rows, ...proxied })) {
  if (!name.includes(filter)) continue;
  ran += 1;
  try {
    let timer;
    const tooLong = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error("took longer than three minutes")), 180_000); });
    await Promise.race([test(browser), tooLong]).finally(() => clearTimeout(timer));
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${String(error.stack ?? error).split("\n").slice(0, 24).map((line) => "        " + line).join("\n")}`);
  }
}
await browser.close();
Service.stopAll();
console.log(failed ? `${failed} of ${ran} failed` : `${ran} passed`);
if (!ran) console.log(`no test is called anything like ${filter}`);
process.exitCode = failed || !ran ? 1 : 0;
