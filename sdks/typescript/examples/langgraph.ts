// A LangGraph.js graph that stops for a person: interrupt, question, resume.
//
//     askwell serve &
//     node langgraph.js

import { Annotation, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { invokeWithPeople } from "askwell/langgraph";
import { z } from "zod";

const State = Annotation.Root({ version: Annotation<string>, log: Annotation<string[]>({ reducer: (a, b) => a.concat(b) }) });

const Decision = z.object({ go: z.boolean(), where: z.enum(["eu", "us"]) });

const graph = new StateGraph(State)
  .addNode("approve", ({ version }) => {
    const { go, where } = interrupt(`Deploy ${version}?`, { responseSchema: Decision }) as z.infer<typeof Decision>;
    return { log: [go ? `deploy ${version} to ${where}` : "do nothing"] };
  })
  .addNode("announce", () => {
    const words = interrupt("What shall we announce?") as string;
    return { log: [`announce: ${words}`] };
  })
  .addEdge(START, "approve")
  .addEdge("approve", "announce")
  .addEdge("announce", END)
  // In production: a checkpointer with a database, so that a restarted program continues.
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: crypto.randomUUID() } };
const { log } = await invokeWithPeople(graph, { version: "1.4.2", log: [] }, config, { timeout: "1h" });
console.log(log.join("\n"));
