// A service where people sign in: with a real OpenID Connect provider, with codes by a real mail server, with personal links.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import http from "node:http";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";
import { SMTPServer } from "smtp-server";
import { Askwell } from "./harness.js";

const PROVIDER = path.join(path.dirname(fileURLToPath(import.meta.url)), "../sign_in/provider");
const SECRET = "the-secret-of-the-client-askwell-in-tests";

const CODE = /Your code: (\d{4} \d{4})/;

const PEOPLE = {
  ada: { email: "ada@example.com", email_verified: true, groups: ["on-call", "askwell-administrators"] },
  cleo: { email: "cleo@example.com", email_verified: true, groups: ["on-call"] },
};

const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

/// Receives mails and hands out the codes in them.
class MailServer {
  static async start() {
    const mail = new MailServer();
    mail.received = [];
    mail.server = new SMTPServer({
      authOptional: true, disabledCommands: ["STARTTLS"],
      onData: async (stream, session, done) => {
        mail.received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: (await stream.toArray()).join("") });
        done();
      },
    });
    await new Promise((done) => mail.server.listen(0, "127.0.0.1", done));
    mail.port = mail.server.server.address().port;
    return mail;
  }

  /// Waits for the next mail to an address, and returns its code.
  async code(address) {
    const end = Date.now() + 30_000;
    for (;;) {
      const at = this.received.findIndex(({ to, text }) => to.includes(address) && CODE.test(text));
      if (at >= 0) return this.received.splice(at, 1)[0].text.match(CODE)[1];
      if (Date.now() > end) throw new Error(`no mail came to ${address}`);
      await new Promise((done) => setTimeout(done, 30));
    }
  }

  stop() { return new Promise((done) => this.server.close(done)); }
}

const config = (issuer, mail) => `
[sign_in]
mail_codes = true

[people]
actions_per_minute = 40

[brand]
name = "Larch & Sons"

[[sign_in.oidc]]
name = "Company SSO"
id = "sso"
issuer = "${issuer}"
client_id = "askwell"
client_secret_file = "SECRET_FILE"
scopes = ["email", "groups"]
allow_private = true

[[notifications.channels]]
kind = "mail"
host = "127.0.0.1"
port = ${mail.port}
encryption = "none"
from = "Askwell <askwell@example.com>"

[[directory.people]]
name = "bob"
addresses = { mail = "bob@example.com" }
`;

/// Starts the provider, the mail server and the service.
export async function startSignIn({ writeSecret }) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const client = { client_id: "askwell", client_secret: SECRET, redirect_uris: [`${base}/sign-in/sso/callback`], post_logout_redirect_uris: [`${base}/sign-in`] };
  const provider = spawn("node", ["provider.mjs", JSON.stringify({ clients: [client], people: PEOPLE })], { cwd: PROVIDER, stdio: ["pipe", "pipe", "ignore"] });
  const issuer = await new Promise((found, fail) => {
    readline.createInterface({ input: provider.stdout }).once("line", found).once("close", () => fail(new Error("the provider did not start: run `npm ci` in tests/sign_in/provider")));
  });
  const mail = await MailServer.start();
  const file = await writeSecret(SECRET);
  const service = await Askwell.start({ config: config(issuer, mail).replace("SECRET_FILE", file), port });
  const stop = async () => {
    await service.stop();
    await mail.stop();
    provider.kill("SIGKILL");
  };
  return { service, mail, base, stop };
}

/// Signs in at the provider, from the sign-in page on.
export async function signInWithProvider(page, base, login) {
  const seen = page.seen.length;
  await page.goto(`${base}/sign-in`);
  await page.getByRole("button", { name: "Company SSO" }).click();
  // Without a script the page is a refresh; either way the browser arrives at the provider.
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.locator("button[type=submit]", { hasText: "Continue" }).click();
  await page.waitForURL(`${base}/inbox`);
  // The provider's own pages look for an icon and for fonts of another site.
  page.seen.length = seen;
}

/// Asks for a code with an address.
export async function requestCode(page, base, address) {
  await page.goto(`${base}/sign-in`);
  await page.getByLabel("Mail address").fill(address);
  await page.getByRole("button", { name: "Mail me a code" }).click();
  await page.getByRole("heading", { name: "Check your mail" }).waitFor();
}

/// Makes a personal link over the API.
export function personalLink(port, person) {
  const body = JSON.stringify({ person });
  const headers = { host: `127.0.0.1:${port}`, "content-type": "application/json" };
  return new Promise((done, fail) => {
    http.request({ host: "127.0.0.1", port, path: "/people/links", method: "POST", headers }, async (response) => {
      const text = (await response.toArray()).join("");
      if (response.statusCode === 200) done(JSON.parse(text));
      else fail(new Error(`no personal link: ${response.statusCode} ${text}`));
    }).once("error", fail).end(body);
  });
}
