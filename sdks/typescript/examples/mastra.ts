// Tool approval with Mastra: a person decides on every tool call of a run before it is made, and can change its
// arguments in the second program.
//
//     askwell serve &
//     MODEL=provider/name node mastra.js          # with the API key of the provider

import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { approveToolCalls, editableTool } from "askwell/mastra";
import { z } from "zod";

const createRefundTool = () =>
  createTool({
    id: "refund",
    description: "Refunds an order",
    inputSchema: z.object({ order: z.number(), amount: z.number().max(500) }),
    execute: async ({ order, amount }) => `refunded ${amount} for order ${order}`,
  });
const clerk = { id: "clerk", name: "clerk", instructions: "You refund orders." };

/** Refunds with the consent of a person. */
export async function refund(model: MastraModelConfig): Promise<string> {
  const agent = new Agent({ ...clerk, model, tools: { refund: createRefundTool() } });
  // A run that waits for approval is kept in the storage.
  const mastra = new Mastra({ agents: { clerk: agent }, storage: new InMemoryStore(), logger: false });
  const stored = mastra.getAgent("clerk");
  const output = await stored.generate("Refund order 42.", { requireToolApproval: true });
  const done = await approveToolCalls(stored, output, { timeout: "10m" });
  return done.text;
}

/** Refunds what a person consents to: the person can change the order and the amount. */
export async function refundAsEdited(model: MastraModelConfig): Promise<string> {
  const tool = editableTool(createRefundTool(), { timeout: "10m" });
  const agent = new Agent({ ...clerk, model, tools: { refund: tool } });
  return (await agent.generate("Refund order 42.")).text;
}

const model = process.env["MODEL"];
if (model) console.log(await refund(model));
