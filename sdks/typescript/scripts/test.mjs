// Builds the library, checks types, and runs the tests against a real service.
//
//     ASKWELL_BINARY=target/debug/askwell node scripts/test.mjs [NODE …]
//
// Each NODE is the path of a Node.js to run the tests with; by default the one that runs this script. Tests named
// *.node22.test.ts need Node.js 22 or later and run only there.

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const nodes = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];

for (const folder of ["dist", "build", "build-snippets"]) rmSync(join(root, folder), { recursive: true, force: true });
run(process.execPath, ["scripts/generate-wire.mjs", "--check"]);
run(process.execPath, [tsc, "-p", "tsconfig.json"]);
run(process.execPath, ["scripts/extract-snippets.mjs"]);
run(process.execPath, [tsc, "-p", "tsconfig.test.json"]);
const tests = readdirSync(join(root, "build", "test")).filter((file) => file.endsWith(".test.js"));
for (const node of nodes) {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const isNew = Number(version.slice(1).split(".")[0]) >= 22;
  const files = tests.filter((file) => isNew || !file.includes(".node22.")).map((file) => join("build", "test", file));
  console.log(`Node.js ${version}: ${files.length} files`);
  run(node, ["--test", "--test-reporter=spec", "--test-concurrency=2", ...files]);
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) {
    console.error(`failed: ${program} ${args[0]}${error ? `: ${error.message}` : ""}`);
    process.exit(1);
  }
}
