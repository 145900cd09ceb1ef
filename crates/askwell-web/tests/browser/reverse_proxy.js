// Behind a proxy that speaks TLS and knows who is signed in, as services are run for others.
import { readFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { Askwell, clean, equal, open } from "./harness.js";
import * as forms from "./forms.js";

/// A proxy: speaks TLS to browsers, adds the name of the signed-in person, and removes the header from requests.
class Front {
  static async start() {
    const front = new Front();
    const folder = process.env.ASKWELL_TLS;
    if (!folder) throw new Error("ASKWELL_TLS has to name a folder with certificate.pem and key.pem");
    const [cert, key] = await Promise.all(["certificate.pem", "key.pem"].map((name) => readFile(path.join(folder, name))));
    front.server = https.createServer({ cert, key }, (request, response) => front.pass(request, response));
    await new Promise((ready) => front.server.listen(0, "127.0.0.1", ready));
    front.port = front.server.address().port;
    return front;
  }

  pass(request, response) {
    const { "x-user": _, ...headers } = request.headers;
    // Who is signed in is a cookie here; how people sign in is no part of this.
    const user = /signed-in=([^;]+)/.exec(headers.cookie ?? "")?.[1];
    if (user) headers["x-user"] = user;
    const behind = http.request({ host: "127.0.0.1", port: this.target, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    behind.once("error", () => response.destroy());
    response.once("close", () => behind.destroy());
    request.pipe(behind);
  }

  get base() { return `https://localhost:${this.port}`; }

  stop() {
    this.server.close();
    this.server.closeAllConnections();
  }
}

async function signedIn(browser, front, name, options = {}) {
  const page = await open(browser, { ignoreHTTPSErrors: true, ...options });
  if (name) await page.context().addCookies([{ name: "signed-in", value: name, url: front.base }]);
  return page;
}

export const tests = {
  async "reverse proxy: people who are signed in answer over TLS"(browser) {
    const front = await Front.start();
    const service = await Askwell.start({ settings: { public_url: front.base, "people.identity": "proxy", "people.header": "x-user" } });
    service.host = `localhost:${front.port}`;
    front.target = service.port;
    const { url, id } = await service.ask(forms.conditional);
    equal(url.startsWith(front.base + "/f/"), true, "the link leads through the proxy");

    const anonymous = await signedIn(browser, front, null, { extraHTTPHeaders: { "x-user": "owner@example.com" } });
    await anonymous.goto(url);
    await anonymous.getByRole("heading", { name: "Please sign in" }).waitFor();
    await clean(anonymous, "not signed in, with a forged header");
    await anonymous.context().close();

    const page = await signedIn(browser, front, "owner@example.com");
    await page.goto(url);
    const cookie = (await page.context().cookies()).find(({ name }) => name.includes("askwell"));
    equal(
      [cookie?.name, cookie?.secure, cookie?.httpOnly, cookie?.sameSite, cookie?.path, cookie?.domain],
      ["__Host-askwell", true, true, "Lax", "/", "localhost"],
      "a cookie that only this host can set, over TLS alone",
    );
    equal(await page.evaluate(() => document.cookie.includes("askwell")), false, "no script reads it");
    await page.getByLabel("By post").check({ force: true });
    await page.getByLabel("Street and number").fill("1 Main Street");
    await clean(page, "a form over TLS");
    await page.getByRole("button", { name: "Review your answer" }).click();

    const other = await signedIn(browser, front, "other@example.com");
    await other.goto(url);
    await other.getByLabel("Delivery").or(other.getByRole("radiogroup", { name: "Delivery" })).first().waitFor();

    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
    await clean(page, "sent over TLS");
    // The event that says so came through the proxy.
    await other.getByText("This was already answered by owner@example.com.").waitFor();
    const { status, answers } = await service.status(id);
    equal([status, answers.address], ["completed", "1 Main Street"], "the answer");
    const { history } = await service.call("elicitation/history", { elicitationId: id });
    equal(JSON.stringify(history).includes("owner@example.com"), true, "the trail names who it was");

    await service.ask(forms.approval);
    await other.goto(front.base + "/inbox");
    await other.getByText("other@example.com").waitFor();
    await other.getByRole("link", { name: forms.approval.title, exact: true }).click();
    await other.getByRole("button", { name: "Take", exact: true }).click();
    await other.getByText("You have taken this.").waitFor();
    await clean(other, "the inbox over TLS");

    // Under another name the pages do not answer, so a browser cannot bypass the proxy.
    const around = await fetch(`http://127.0.0.1:${service.port}${new URL(url).pathname}`, { headers: { "x-user": "owner@example.com" } });
    equal(around.status, 421, "around the proxy");
    for (const one of [page, other]) await one.context().close();
    await service.stop();
    front.stop();
  },
};
