/** A program that asks with a key. Tests kill it and start it again. */

import { ask } from "askwell";
import { z } from "zod";

const outcome = await ask("Deploy?", z.boolean(), { key: "deploy-7", onCreated: ({ id }) => console.log(id) });
console.log(outcome.status, outcome.status === "accepted" ? outcome.value : "");
