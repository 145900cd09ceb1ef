import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { plausiblePerson } from "./support/plausible-person.js";
import { answering, cleanEnvironment, startService, temporaryFolder } from "./support/service.js";

const folder = fileURLToPath(new URL("../build-snippets/", import.meta.url));
const programs = readdirSync(folder).filter((file) => file.endsWith(".js"));

const TEMPLATE = {
  id: "deploy",
  title: "Deploy {{service}}?",
  "x-parameters": { service: { maxLength: 80 } },
  fields: [{ id: "go", type: "boolean", label: "Go", required: true }],
};

suite("the examples of the documentation", () => {
  test("there are some", () => assert.ok(programs.length >= 8, `${programs.length} examples`));

  test("the guide names the versions that the tests run with", () => {
    const guide = readFileSync(new URL("../../../../docs/sdk-typescript.md", import.meta.url), "utf8");
    const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { devDependencies: Record<string, string> };
    const tools = new Set(["@types/express", "@types/node", "rxjs", "standardwebhooks"]);
    const missing = Object.entries(manifest.devDependencies).filter(([name, version]) => !tools.has(name) && !guide.includes(version));
    assert.deepEqual(missing, []);
  });

  for (const program of programs) {
    test(`${program} runs against a real service`, async (t) => {
      const home = temporaryFolder(t);
      mkdirSync(join(home, "templates"));
      writeFileSync(join(home, "templates", "deploy.json"), JSON.stringify(TEMPLATE));
      const service = await startService(t, { settings: [`templates=${join(home, "templates")}`] });
      answering(t, service, plausiblePerson());
      const env = { ...cleanEnvironment(home), ASKWELL_SERVICE: service.address };
      const run = promisify(execFile)(process.execPath, [join(folder, program)], { env, timeout: 60_000 });
      assert.notEqual((await run).stdout, "");
    });
  }
});
