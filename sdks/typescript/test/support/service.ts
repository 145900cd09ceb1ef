/** Starts real services for tests. Every one of them ends with its test. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

import { Askwell } from "askwell";
import { SimulatedPerson } from "askwell/testing";

const GENEROUS = ["limits.per_window=1000000", "limits.open_total=1000000", "limits.open_per_client=1000000"];

/** A running service. */
export interface Service {
  readonly address: string;
  readonly askwell: Askwell;
  /** The home folder of the service, with its descriptor. */
  readonly home: string;
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>;
  /** Asks the process to stop. */
  stop(): Promise<void>;
}

/** What a service is started with. */
export interface ServiceOptions {
  readonly data?: string;
  /** The port of a service that has ended. */
  readonly port?: string;
  readonly settings?: readonly string[];
  readonly config?: string;
  readonly home?: string;
}

/** The environment without settings of Askwell. */
export function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(ASKWELL|XDG)_/.test(name));
  return { ...Object.fromEntries(kept), HOME: home, NO_COLOR: "1" };
}

/** Starts a service and waits until it listens. */
export async function startService(test: TestContext, options: ServiceOptions = {}): Promise<Service> {
  const home = options.home ?? temporaryFolder(test);
  const place = options.data ? ["--data", options.data] : ["--memory"];
  const settings = [...GENEROUS, ...(options.settings ?? [])].flatMap((setting) => ["--set", setting]);
  const config = options.config ? ["--config", options.config] : [];
  const args = ["serve", "--listen", `127.0.0.1:${options.port ?? 0}`, ...config, ...place, ...settings];
  const child = spawn(binary(), args, { cwd: home, env: cleanEnvironment(home), stdio: ["ignore", "ignore", "pipe"] });
  const end = (signal: NodeJS.Signals) => ended(child, signal);
  test.after(() => end("SIGKILL"));
  const address = await listening(child);
  const askwell = new Askwell({ service: address });
  return { address, askwell, home, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

/** Returns the program under test. */
export function binary(): string {
  const program = process.env["ASKWELL_BINARY"];
  if (!program) throw new Error("set ASKWELL_BINARY to the program, such as target/debug/askwell");
  return program;
}

/** Returns a folder that is removed after the test. */
export function temporaryFolder(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "askwell-sdk-"));
  test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return folder;
}

/** Lets a simulated person answer at a service until the test ends. */
export function answering(test: TestContext, service: Service, person: SimulatedPerson): SimulatedPerson {
  const stop = new AbortController();
  const done = person.answerAt(service.askwell, stop.signal);
  test.after(async () => {
    stop.abort();
    await done;
  });
  return person;
}

/** Returns the only open elicitation, as soon as there is one. */
export async function firstOpen(askwell: Askwell): Promise<string> {
  for await (const event of askwell.events({ after: 0 })) {
    if (event.type === "created") return event.elicitationId;
  }
  throw new Error("the event stream ended");
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      const found = /listens on (http:\/\/[^\s]+)/.exec(log);
      if (found?.[1]) resolve(found[1]);
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`the service did not start:\n${log}`)));
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
