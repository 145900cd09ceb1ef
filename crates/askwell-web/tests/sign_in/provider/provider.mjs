// A real OpenID Connect provider on a free port of this machine. The first argument is JSON: the clients, and the
// claims of each person by login. It prints its issuer and ends with its standard input.
import http from "node:http";
import Provider from "oidc-provider";

const { clients, people } = JSON.parse(process.argv[2]);
const server = http.createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients,
    scopes: ["openid", "email", "profile", "groups"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username"], groups: ["groups"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ["a key for the cookies of the tests"] },
  });
  server.on("request", provider.callback());
  console.log(issuer);
});
process.stdin.on("end", () => process.exit(0)).resume();
