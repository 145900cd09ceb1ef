/** Tool approval for Mastra agents. */

import { askApproval, askEditedApproval, ToolCallDeniedError } from "./approval.js";
import type { ApprovalOptions } from "./approval.js";

export { ToolCallDeniedError } from "./approval.js";
export type { ApprovalOptions } from "./approval.js";

/** The output of `agent.generate`, as far as it is used here. */
interface AgentOutput {
  readonly finishReason?: string | undefined;
  readonly runId?: string | undefined;
  readonly suspendPayload?: unknown;
}

/** What is used of an agent. */
interface ApprovingAgent<O> {
  approveToolCallGenerate(options: { runId: string; toolCallId?: string }): Promise<O>;
  declineToolCallGenerate(options: { runId: string; toolCallId?: string; reason?: string }): Promise<O>;
}

/** More tool calls of one run are not asked about. */
const MOST_APPROVALS = 100;

/**
 * Continues a run that waits for the approval of tool calls until it is finished: a person decides on each call. Pass
 * the output of `agent.generate(…, { requireToolApproval: true })`.
 */
export async function approveToolCalls<O extends AgentOutput>(
  agent: ApprovingAgent<O>,
  output: O,
  options: ApprovalOptions = {},
): Promise<O> {
  let current = output;
  for (let count = 0; count < MOST_APPROVALS && current.finishReason === "suspended"; count++) {
    const { runId } = current;
    const call = current.suspendPayload as { toolCallId?: string; toolName?: string; args?: unknown } | undefined;
    if (!runId || !call?.toolCallId || !call.toolName) return current;
    const { toolCallId, toolName, args } = call;
    const { approved, reason } = await askApproval({ toolName, toolCallId, input: args }, options);
    current = approved
      ? await agent.approveToolCallGenerate({ runId, toolCallId })
      : await agent.declineToolCallGenerate({ runId, toolCallId, ...(reason === undefined ? {} : { reason }) });
  }
  return current;
}

/** What is used of a tool. */
interface MastraTool {
  readonly id: string;
  readonly inputSchema?: unknown;
  // The parameters of a tool's function depend on its schemas.
  execute?: ((...args: never[]) => unknown) | undefined;
}

/**
 * Makes a person decide on each call of a tool and lets them edit its arguments before it runs. Mastra has no way to
 * change the input of an approved call, so that the question is asked when the tool runs: do not use
 * `requireToolApproval` for this tool, too. The model reads a denial as the error of the tool. Returns the tool.
 */
export function editableTool<T extends MastraTool>(tool: T, options: ApprovalOptions = {}): T {
  const execute = tool.execute as ((input: unknown, context: unknown) => unknown) | undefined;
  if (!execute) return tool;
  const approved = async (given: unknown, context?: { agent?: { toolCallId?: string } }): Promise<unknown> => {
    // A tool that runs outside an agent has no id for its call, so that each run is a question of its own.
    const toolCallId = context?.agent?.toolCallId ?? crypto.randomUUID();
    const call = { toolName: tool.id, toolCallId, input: given };
    const { approved, reason, input } = await askEditedApproval(call, tool.inputSchema, options);
    if (!approved) throw new ToolCallDeniedError(reason);
    return execute.call(tool, input, context);
  };
  tool.execute = approved as unknown as T["execute"];
  return tool;
}
