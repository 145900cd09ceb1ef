#!/usr/bin/env node
// Finds and runs the program of the platform package, wherever the package manager put it.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const platform = `${process.platform}-${process.arch}`;

function findProgram() {
  if (process.env.ASKWELL_BINARY) return process.env.ASKWELL_BINARY;
  const name = process.platform === "win32" ? "askwell.exe" : "askwell";
  try {
    return createRequire(import.meta.url).resolve(`@askwell/${platform}/bin/${name}`);
  } catch {
    console.error(
      `askwell: there is no program for ${platform}: the package @askwell/${platform} is not installed.\n` +
        "Install askwell without --omit=optional and without a lock file of another platform, use another\n" +
        "package (pip install askwell, cargo install askwell-cli), or set ASKWELL_BINARY to the program's path.",
    );
    process.exit(2);
  }
}

const program = findProgram();
const child = spawn(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`askwell: cannot start ${program}: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 2)));
