// `askwell demo`: a person answers in a real browser, and the terminal shows the answer.
import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { clean, equal, makeFolder, open, shot } from "./harness.js";

export const tests = {
  async "demo: the approval in the browser is printed in the terminal"(browser) {
    const home = await makeFolder("demo-");
    const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, NO_COLOR: "1" };
    const demo = spawn(process.env.ASKWELL_PROGRAM, ["demo", "--no-browser"], { stdio: ["ignore", "pipe", "pipe"], env });
    try {
      let told = "";
      let printed = "";
      demo.stdout.on("data", (piece) => { printed += piece; });
      const ended = new Promise((done) => demo.once("close", done));
      const url = await new Promise((found, fail) => {
        demo.stderr.on("data", (piece) => {
          told += piece;
          const link = told.match(/answer here: (\S+)\n/)?.[1];
          if (link) found(link);
        });
        demo.once("exit", () => fail(new Error(`the demo did not start: ${told}`)));
      });
      const page = await open(browser);
      await page.goto(url);
      await page.getByText("412 passed, 0 failed").waitFor();
      await clean(page, "the question of the demo");
      await shot(page, "demo");
      await page.getByRole("button", { name: "Approve" }).click();
      await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
      equal(await ended, 0, told);
      equal(JSON.parse(printed).approved, true, printed);
      equal(told.split("\n").filter((line) => line.startsWith("  askwell ")).length, 3, told);
      equal((await readdir(home)).length, 0, "nothing is left on disk");
      await page.context().close();
    } finally {
      demo.kill("SIGKILL");
    }
  },
};
