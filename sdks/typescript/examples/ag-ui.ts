// A host of AG-UI agents that lets people answer interrupts on Askwell's pages. With an agent of yours:
//
//     await runWithPeople(new HttpAgent({ url: "https://agent.example.com/run" }));

import type { AbstractAgent } from "@ag-ui/client";
import type { Interrupt } from "@ag-ui/core";
import { answerInterrupts } from "askwell/ag-ui";

/** Runs an agent, and runs it again with the answers of people until it waits for nothing more. */
export async function runWithPeople(agent: AbstractAgent): Promise<void> {
  let interrupts = await run(agent, {});
  while (interrupts.length > 0) {
    const resume = await answerInterrupts(interrupts, { timeout: "1h" });
    interrupts = await run(agent, { resume });
  }
}

/** Runs an agent once and returns what it waits for. */
async function run(agent: AbstractAgent, parameters: NonNullable<Parameters<AbstractAgent["runAgent"]>[0]>): Promise<Interrupt[]> {
  let interrupts: Interrupt[] = [];
  await agent.runAgent(parameters, {
    onRunFinishedEvent: ({ event }) => {
      interrupts = event.outcome?.type === "interrupt" ? event.outcome.interrupts : [];
    },
  });
  return interrupts;
}
