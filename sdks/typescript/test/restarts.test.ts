import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Askwell, KeyConflictError, ServiceUnreachableError, unwrap } from "askwell";
import { z } from "zod";

import { collect } from "./support/collect.js";
import { cleanEnvironment, firstOpen, startService, temporaryFolder } from "./support/service.js";

const portOf = (address: string) => new URL(address).port;

suite("restarts", () => {
  test("killing the service during ask yields one answer", async (t) => {
    const data = temporaryFolder(t);
    let service = await startService(t, { data });
    const port = portOf(service.address);
    const asking = service.askwell.ask("Deploy?", z.boolean(), { timeout: "10m" });
    const id = await firstOpen(service.askwell);
    for (let kills = 0; kills < 3; kills++) {
      await service.kill();
      service = await startService(t, { data, port });
    }
    await service.askwell.call("elicitation/submit", { elicitationId: id, responses: { answer: true } });
    assert.equal(unwrap(await asking), true);
    const all = await collect(service.askwell.list());
    assert.deepEqual(all.map((entry) => [entry.elicitationId, entry.status]), [[id, "completed"]]);
  });

  test("a graceful stop during ask is survived, too", async (t) => {
    const data = temporaryFolder(t);
    const first = await startService(t, { data });
    const asking = first.askwell.ask("Deploy?", z.boolean(), { timeout: "10m" });
    const id = await firstOpen(first.askwell);
    await first.stop();
    const { askwell } = await startService(t, { data, port: portOf(first.address) });
    await askwell.call("elicitation/submit", { elicitationId: id, responses: { answer: false } });
    assert.equal(unwrap(await asking), false);
  });

  test("ask waits for a service that is just being restarted", async (t) => {
    const data = temporaryFolder(t);
    const first = await startService(t, { data });
    await first.kill();
    const asking = first.askwell.ask("Deploy?", z.boolean());
    const { askwell } = await startService(t, { data, port: portOf(first.address) });
    const id = await firstOpen(askwell);
    await askwell.call("elicitation/submit", { elicitationId: id, responses: { answer: true } });
    assert.equal(unwrap(await asking), true);
  });

  test("a program that crashes and asks again with the same key gets the same question and its answer", async (t) => {
    const service = await startService(t);
    const program = fileURLToPath(new URL("./support/asking-program.js", import.meta.url));
    const run = () => {
      const env = { ...cleanEnvironment(temporaryFolder(t)), ASKWELL_SERVICE: service.address };
      const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.setEncoding("utf8");
      return child;
    };
    const first = run();
    const [id] = (await once(first.stdout, "data")) as [string];
    first.kill("SIGKILL");
    await once(first, "exit");
    await service.askwell.call("elicitation/submit", { elicitationId: id.trim(), responses: { answer: true } });
    const second = run();
    const said = (await collect(second.stdout)).join("");
    assert.equal(said, `${id.trim()}\naccepted true\n`);
    assert.equal((await collect(service.askwell.list())).length, 1);
  });

  test("another question with the same key is a KeyConflictError that names the elicitation", async (t) => {
    const { askwell } = await startService(t);
    const first = await askwell.create("Deploy 1?", z.boolean(), { key: "deploy" });
    const error = await askwell.create("Deploy 2?", z.boolean(), { key: "deploy" }).catch((caught: unknown) => caught);
    assert.ok(error instanceof KeyConflictError);
    assert.equal(error.elicitationId, first.id);
  });

  test("a call that gets no response is repeated", async (t) => {
    const service = await startService(t);
    let calls = 0;
    const silentAtFirst: typeof fetch = (input, init) => {
      if (calls++ > 0) return fetch(input, init);
      return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    };
    const askwell = new Askwell({ service: service.address, fetch: silentAtFirst, callTimeout: "2s" });
    assert.ok(await askwell.create("Deploy?"));
    assert.equal(calls, 2);
  });

  test("without a service the error says how to start one", async (t) => {
    const service = await startService(t);
    await service.kill();
    const askwell = new Askwell({ service: service.address, retryFor: 0 });
    const error = await askwell.ask("Deploy?", z.boolean()).catch((caught: unknown) => caught);
    assert.ok(error instanceof ServiceUnreachableError);
    assert.match(error.message, new RegExp(`no Askwell service answers at ${service.address}.*askwell serve`));
  });
});
