import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { answers, declines, ignores, SimulatedPerson } from "askwell/testing";

import { answering, cleanEnvironment, startService } from "./support/service.js";

/** How a runtime runs a program with all permissions. The test command sets the variables. */
const RUNTIMES = [
  { name: "Node.js", program: process.execPath, args: [] },
  { name: "Bun", program: process.env["BUN"], args: ["run"] },
  { name: "Deno", program: process.env["DENO"], args: ["run", "--allow-all", "--no-config", "--node-modules-dir=manual"] },
];

suite("runtimes", () => {
  for (const { name, program, args } of RUNTIMES) {
    test(`${name} finds the service, asks, uploads, listens and verifies`, { skip: !program && `no ${name} here` }, async (t) => {
      const service = await startService(t);
      const script = [answers(true), declines()];
      answering(t, service, new SimulatedPerson(({ person }) => (person ? ignores() : (script.shift() ?? ignores()))));
      const file = fileURLToPath(new URL("./support/runtime-program.js", import.meta.url));
      // Without ASKWELL_SERVICE: the program reads the descriptor of the service.
      const options = { env: cleanEnvironment(service.home), timeout: 60_000 };
      const { stdout } = await promisify(execFile)(program ?? "", [...args, file], options);
      assert.equal(stdout, "true\ndeclined\nAll is well.\nevents\nelicitation.opened\n");
    });
  }
});
