/** Tool approval for the Vercel AI SDK. */

import { askApproval, askEditedApproval, ToolCallDeniedError } from "./approval.js";
import type { ApprovalOptions } from "./approval.js";

export { ToolCallDeniedError } from "./approval.js";
export type { Approval, ApprovalOptions } from "./approval.js";

/** A tool call of the AI SDK, as far as it is used here. */
interface AiToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input?: unknown;
}

/** The status of a tool call that a person has decided on. */
export interface ToolApprovalDecision {
  readonly type: "approved" | "denied";
  readonly reason?: string;
}

/**
 * Returns a function for the option `toolApproval` of `generateText`, `streamText` and agents (AI SDK 7): a person
 * decides on every tool call before it runs, or on those of the given tools.
 */
export function toolApproval(
  options: ApprovalOptions & { readonly tools?: readonly string[] } = {},
): (call: { readonly toolCall: AiToolCall }) => Promise<ToolApprovalDecision | undefined> {
  const { tools, ...rest } = options;
  return async ({ toolCall }) => {
    if (tools && !tools.includes(toolCall.toolName)) return undefined;
    const { approved, reason } = await askApproval({ ...toolCall, input: toolCall.input }, rest);
    return { type: approved ? "approved" : "denied", ...(reason === undefined ? {} : { reason }) };
  };
}

/** A message with the decisions of a person, to continue a conversation with. */
export interface ToolApprovalMessage {
  role: "tool";
  content: { type: "tool-approval-response"; approvalId: string; approved: boolean; reason?: string }[];
}

/**
 * Asks for every approval request in the content of a result, and returns the message to continue with; nothing if
 * there is no request. For tools with `needsApproval` (AI SDK 6 and 7).
 */
export async function answerApprovalRequests(
  content: readonly { readonly type: string }[],
  options: ApprovalOptions = {},
): Promise<ToolApprovalMessage | undefined> {
  const requests = content.filter((part) => part.type === "tool-approval-request") as unknown as {
    approvalId: string;
    toolCall: AiToolCall;
  }[];
  if (requests.length === 0) return undefined;
  const answers = requests.map(async ({ approvalId, toolCall }) => {
    const { approved, reason } = await askApproval({ ...toolCall, input: toolCall.input }, options);
    const because = reason === undefined ? {} : { reason };
    return { type: "tool-approval-response" as const, approvalId, approved, ...because };
  });
  return { role: "tool", content: await Promise.all(answers) };
}

/** What is used of the options that the AI SDK runs a tool with. */
interface AiToolExecution {
  readonly toolCallId: string;
}

/**
 * Returns the tools such that a person decides on each call and can edit its arguments before it runs. The AI SDK has
 * no way to change the input of an approved call, so that the question is asked when the tool runs: do not use
 * `toolApproval` or `needsApproval` for these tools, too. The model reads a denial as the error of the tool.
 */
export function editableTools<const Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  options: ApprovalOptions = {},
): Tools {
  const wrapped = Object.entries(tools).map(([toolName, tool]) => {
    const { execute, inputSchema } = tool as {
      execute?: (input: unknown, execution: AiToolExecution) => unknown;
      inputSchema?: unknown;
    };
    if (!execute) return [toolName, tool];
    const approved = async (given: unknown, execution: AiToolExecution): Promise<unknown> => {
      const call = { toolName, toolCallId: execution.toolCallId, input: given };
      const { approved, reason, input } = await askEditedApproval(call, inputSchema, options);
      if (!approved) throw new ToolCallDeniedError(reason);
      return execute(input, execution);
    };
    return [toolName, { ...tool, execute: approved }];
  });
  return Object.fromEntries(wrapped) as Tools;
}
