import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite, test } from "node:test";

import {
  AlreadyClosedError,
  Askwell,
  InvalidAnswerError,
  InvalidRequestError,
  LimitReachedError,
  NotFoundError,
  ServiceFailedError,
  UnauthorizedError,
} from "askwell";
import { z } from "zod";

import { binary, cleanEnvironment, startService, temporaryFolder } from "./support/service.js";

/** Returns what a promise rejects with. */
const caught = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error);

suite("errors", () => {
  test("each rejection of the service is an error of its class, with what, where and what to do", async (t) => {
    const { askwell, address } = await startService(t);
    const { id } = await askwell.create("Which port?", z.object({ port: z.number().max(65_535) }));
    const invalid = await caught(askwell.call("elicitation/submit", { elicitationId: id, responses: { port: 70_000 } }));
    assert.ok(invalid instanceof InvalidAnswerError);
    assert.deepEqual([invalid.problems[0]?.field, invalid.problems[0]?.constraint, invalid.triesLeft], ["port", "maximum", 2]);
    await askwell.elicitation(id).cancel();
    const closed = await caught(askwell.elicitation(id).cancel());
    assert.ok(closed instanceof AlreadyClosedError && closed.status === "cancelled");
    assert.match(closed.message, new RegExp(`^elicitation/cancel at ${address}: already cancelled.*an outcome never changes`));
    assert.ok((await caught(askwell.status("elic_0"))) instanceof NotFoundError);
    const wrong = await caught(askwell.call("elicitation/create", { prompt: "?", person: "no such name!" }));
    assert.ok(wrong instanceof InvalidRequestError);
    assert.match(wrong.message, /at \/params\/person/);
    assert.ok(wrong.requestId);
  });

  test("keys: the given one is sent, and a missing or wrong one is an UnauthorizedError", async (t) => {
    const data = temporaryFolder(t);
    const create = ["keys", "--data", data, "create", "deployer"];
    const apiKey = execFileSync(binary(), create, { env: cleanEnvironment(data), encoding: "utf8" }).trim();
    const { address } = await startService(t, { data });
    assert.ok(await new Askwell({ service: address, apiKey }).create("Deploy?"));
    for (const options of [{ service: address }, { service: address, apiKey: "ask_wrong" }]) {
      const error = await caught(new Askwell(options).create("Deploy?"));
      assert.ok(error instanceof UnauthorizedError);
      assert.match(error.message, /ASKWELL_KEY/);
    }
  });

  test("a reached limit says when to try again, and is waited for if there is time", async (t) => {
    const { address } = await startService(t, { settings: ["limits.per_window=1", "limits.window_ms=1000"] });
    const hasty = new Askwell({ service: address, retryFor: 0 });
    await hasty.create("One?");
    const error = await caught(hasty.create("Two?"));
    assert.ok(error instanceof LimitReachedError && (error.retryAfter ?? 0) > 0);
    assert.ok(await new Askwell({ service: address, retryFor: "5s" }).create("Three?"));
  });

  test("something else than Askwell at the address is an error that says so", async (t) => {
    const server = createServer((_, response) => response.writeHead(404).end("<html>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const askwell = new Askwell({ service: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const error = await caught(askwell.ask("Deploy?"));
    assert.ok(error instanceof ServiceFailedError);
    assert.match(error.message, /HTTP status 404.*is this the address of Askwell/);
    assert.throws(() => new Askwell({ service: "ftp://127.0.0.1" }), /must begin with http/);
  });
});
