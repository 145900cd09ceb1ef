import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { TestContext } from "node:test";

import { Askwell, unwrap } from "askwell";
import { answers, SimulatedPerson } from "askwell/testing";
import { z } from "zod";

import { answering, firstOpen, startService, temporaryFolder } from "./support/service.js";

/** Sets variables for the time of a test. */
function setVariables(test: TestContext, variables: Record<string, string | undefined>): void {
  const before = { ...process.env };
  test.after(() => void (process.env = before));
  for (const name of ["ASKWELL_SERVICE", "ASKWELL_URL", "ASKWELL_KEY", "XDG_STATE_HOME"]) delete process.env[name];
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
}

const descriptorIn = (home: string) => join(home, ".local", "state", "askwell", "service.json");

/** Refuses every connection and remembers the addresses. */
function refusing(addresses: string[]): typeof fetch {
  return async (input) => {
    addresses.push(new URL(String(input)).origin);
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
  };
}

suite("finding the service", () => {
  test("a program finds the service of its user without settings", async (t) => {
    const service = await startService(t);
    answering(t, service, new SimulatedPerson(answers(true)));
    setVariables(t, { HOME: service.home });
    const askwell = new Askwell();
    assert.equal(unwrap(await askwell.ask("Deploy?", z.boolean())), true);
    assert.equal(askwell.address, service.address);
  });

  test("a wait follows the service to another port and another key", async (t) => {
    const data = temporaryFolder(t);
    const first = await startService(t, { data });
    setVariables(t, { HOME: first.home });
    const asking = new Askwell().ask("Deploy?", z.boolean());
    const id = await firstOpen(first.askwell);
    await first.stop();
    const second = await startService(t, { data, home: first.home });
    assert.notEqual(second.address, first.address);
    await second.askwell.call("elicitation/submit", { elicitationId: id, responses: { answer: true } });
    assert.equal(unwrap(await asking), true);
  });

  test("ASKWELL_SERVICE and ASKWELL_KEY come before the descriptor, and an explicit address before both", async (t) => {
    const service = await startService(t);
    setVariables(t, { HOME: service.home, ASKWELL_SERVICE: "http://127.0.0.1:9/", ASKWELL_KEY: "ask_environment" });
    const sent: [string, string | null][] = [];
    const record: typeof fetch = async (input, init) => {
      sent.push([String(input), new Headers(init?.headers).get("authorization")]);
      return Response.json({ result: { elicitationId: "elic_0" } });
    };
    await new Askwell({ fetch: record }).create("Deploy?");
    await new Askwell({ fetch: record, service: "https://ask.example.com" }).create("Deploy?");
    assert.deepEqual(sent, [
      ["http://127.0.0.1:9/rpc", "Bearer ask_environment"],
      ["https://ask.example.com/rpc", null],
    ]);
    process.env["ASKWELL_SERVICE"] = "none";
    assert.throws(() => new Askwell(), /ASKWELL_SERVICE is `none`/);
  });

  test("a descriptor that is left over, foreign, too large or of another version is ignored", async (t) => {
    const service = await startService(t);
    const real = JSON.parse(readFileSync(descriptorIn(service.home), "utf8")) as Record<string, unknown>;
    await service.kill();
    const home = temporaryFolder(t);
    mkdirSync(join(home, ".local", "state", "askwell"), { recursive: true });
    setVariables(t, { HOME: home });
    for (const [changes, mode, asked] of [
      [{ pid: process.pid }, 0o600, true],
      [{}, 0o600, false],
      [{ pid: process.pid }, 0o622, false],
      [{ pid: process.pid, version: 2 }, 0o600, false],
      [{ pid: process.pid, padding: "x".repeat(70_000) }, 0o600, false],
    ] as const) {
      writeFileSync(descriptorIn(home), JSON.stringify({ ...real, ...changes }));
      chmodSync(descriptorIn(home), mode);
      const addresses: string[] = [];
      const askwell = new Askwell({ fetch: refusing(addresses), retryFor: 0 });
      await assert.rejects(askwell.create("Deploy?"), /no Askwell service answers at http:\/\/127.0.0.1:8787/);
      assert.equal(addresses.includes(service.address), asked, JSON.stringify(changes).slice(0, 60));
    }
  });

  test("another program at the address of a descriptor does not get the key", async (t) => {
    const service = await startService(t);
    const home = temporaryFolder(t);
    mkdirSync(join(home, ".local", "state", "askwell"), { recursive: true });
    const real = JSON.parse(readFileSync(descriptorIn(service.home), "utf8")) as Record<string, unknown>;
    writeFileSync(descriptorIn(home), JSON.stringify({ ...real, instance: "another" }), { mode: 0o600 });
    setVariables(t, { HOME: home });
    const keys: (string | null)[] = [];
    const record: typeof fetch = async (input, init) => {
      keys.push(new Headers(init?.headers).get("authorization"));
      if (String(input).startsWith(service.address)) return fetch(input, init);
      throw new TypeError("refused");
    };
    await assert.rejects(new Askwell({ fetch: record, retryFor: 0 }).create("Deploy?"));
    assert.ok(keys.length > 0 && keys.every((key) => key === null));
  });
});
