// Measures how long `askwell demo` takes until a person in a browser has answered: node first_answer.js PROGRAM [WORD …]
//
// The browser is open already, as a person's is. Prints the seconds from the start of the program to its end.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const [program, ...words] = process.argv.slice(2);
const home = await mkdtemp(path.join(tmpdir(), "askwell-first-"));
const browser = await chromium.launch({ executablePath: process.env.ASKWELL_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
const start = performance.now();
const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: "1" };
const demo = spawn(program, [...words, "demo", "--no-browser"], { stdio: ["ignore", "pipe", "pipe"], env });
try {
  let [printed, told] = ["", ""];
  demo.stdout.on("data", (piece) => { printed += piece; });
  const ended = new Promise((done) => demo.once("close", done));
  const url = await new Promise((found, fail) => {
    demo.stderr.on("data", (piece) => {
      told += piece;
      const link = told.match(/answer here: (\S+)\n/)?.[1];
      if (link) found(link);
    });
    demo.once("error", fail);
    demo.once("exit", () => fail(new Error(`the demo did not start: ${told}`)));
  });
  await page.goto(url);
  await page.getByRole("button", { name: "Approve" }).click();
  const code = await ended;
  if (code !== 0 || JSON.parse(printed).approved !== true) throw new Error(`the demo ended with ${code}: ${printed}${told}`);
  console.log(((performance.now() - start) / 1000).toFixed(2));
} finally {
  demo.kill("SIGKILL");
  await browser.close();
  await rm(home, { recursive: true, force: true });
}
