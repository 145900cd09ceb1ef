// A service for a team behind a proxy that signs people in, and the decisions that its people are asked for.
import { Askwell } from "./harness.js";

const CONFIG = `
[people]
identity = "proxy"
header = "x-user"
groups_header = "x-groups"

[pages]
allowed_link_hosts = ["ci.example.com"]

[brand]
name = "Larch & Sons"
accent_light = "#3346b0"
accent_dark = "#aab4f5"
footer = "Help: extension 4410"
links = ["Privacy https://example.com/privacy"]
clients = ["anonymous; Release desk; #8a3b12; #f4b183"]

[[notifications.channels]]
kind = "command"
command = ["/bin/true"]

[[directory.people]]
name = "ada"
addresses = { command = "ada" }

[[directory.people]]
name = "bob"
addresses = { command = "bob" }

[[directory.groups]]
name = "on-call"
members = ["ada", "bob"]
`;

/// Starts the service. Decisions are held for `undo` milliseconds.
export const startTeam = ({ undo = 10_000, config = CONFIG, ...where } = {}) => Askwell.start({ ...where, config, settings: { "pages.undo_ms": undo } });

/// Who opens a page.
export const as = (person, options = {}) => ({ ...options, extraHTTPHeaders: { "x-user": person, "x-groups": options.groups ?? "on-call,askwell-operators" } });

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A decision with every kind of evidence.
export const decision = {
  id: "deploy", title: "Deploy storefront 4.2.0 to production?",
  description: "Release 4.2.0 has run on staging for **26 hours**.\n\n- Error rate: `0.02 %`\n- One database change, which can be undone",
  decision: { approve: "Deploy", reject: "Hold back", comment: "required_to_reject" },
  fields: [
    { id: "facts", type: "display", label: "Key facts", content: "| What | Value |\n|---|---|\n| Version | 4.1.7 → **4.2.0** |\n| Where | Production, eu-west and eu-north |\n| Checks | 212 of 212 passed |" },
    { id: "change", type: "display", label: "Change to the deployment", content: "```diff\n@@ -12,5 +12,5 @@ storefront\n storefront:\n-  tag: \"4.1.7\"\n+  tag: \"4.2.0\"\n   replicas: 6\n```" },
    { id: "links", type: "display", label: "Links", content: "[Test report](https://ci.example.com/812)\n\n[Elsewhere](https://other.example.net/x)" },
    { id: "picture", type: "display", label: "Load", image: { type: "image/png", data: PIXEL, description: "The load of the last day" } },
  ],
};

/// A decision with nothing but its title.
export const short = (title, more = {}) => ({ id: "short", title, decision: {}, ...more });
