// Tool approval with the Vercel AI SDK: a person decides on every call of `refund` before it runs, and can change its
// arguments in the second program.
//
//     askwell serve &
//     MODEL=provider/name AI_GATEWAY_API_KEY=… node ai-sdk.js

import { generateText, stepCountIs, tool } from "ai";
import type { LanguageModel } from "ai";
import { editableTools, toolApproval } from "askwell/ai-sdk";
import { z } from "zod";

const tools = {
  refund: tool({
    description: "Refunds an order",
    inputSchema: z.object({ order: z.number(), amount: z.number().max(500) }),
    execute: async ({ order, amount }) => `refunded ${amount} for order ${order}`,
  }),
};

/** Refunds with the consent of a person. */
export async function refund(model: LanguageModel): Promise<string> {
  const { text } = await generateText({
    model,
    prompt: "Refund order 42.",
    tools,
    toolApproval: toolApproval({ tools: ["refund"], timeout: "10m" }),
    stopWhen: stepCountIs(5),
  });
  return text;
}

/** Refunds what a person consents to: the person can change the order and the amount. */
export async function refundAsEdited(model: LanguageModel): Promise<string> {
  const { text } = await generateText({
    model,
    prompt: "Refund order 42.",
    tools: editableTools(tools, { timeout: "10m" }),
    stopWhen: stepCountIs(5),
  });
  return text;
}

const model = process.env["MODEL"];
if (model) console.log(await refund(model));
