// Runs all tests, one after the other, and prints the result of each. The optional argument is part of a name.
import { Service, launch } from "./harness.js";
import { tests as controls } from "./controls.js";
import { tests as formEntry } from "./form_entry.js";
import { tests as inbox } from "./inbox.js";
import { tests as draftRecovery } from "./draft_recovery.js";
import { tests as accessibility } from "./accessibility.js";
import { tests as reverseProxy } from "./reverse_proxy.js";
import { tests as withoutScript } from "./without_script.js";
import { tests as inboxRows } from "./inbox_rows.js";
import { tests as openPage } from "./open_page.js";
import { tests as timeZones } from "./time_zones.js";
import { tests as demo } from "./demo.js";
import { tests as playground } from "./playground.js";
import { tests as teamPages } from "./team_pages.js";
import { tests as apps } from "./apps.js";
import { tests as signIn } from "./sign_in.js";
import { tests as languages } from "./languages.js";
import { tests as steps } from "./steps.js";
import { tests as repetition } from "./repetition.js";
import { tests as styles } from "./styles.js";
import { tests as offline } from "./offline.js";
import { tests as brand } from "./brand.js";

const filter = process.argv[2] ?? "";
const browser = await launch();
let failed = 0;
let ran = 0;
for (const [name, test] of Object.entries({ ...accessibility, ...withoutScript, ...formEntry, ...controls, ...timeZones, ...openPage, ...draftRecovery, ...inbox, ...inboxRows, ...reverseProxy, ...demo, ...playground, ...teamPages, ...signIn, ...apps, ...steps, ...repetition, ...styles, ...languages, ...offline, ...brand })) {
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
if (!ran) console.log(`no test has ${filter} in its name`);
// A failed test may leave a server that listens.
process.exit(failed || !ran ? 1 : 0);
