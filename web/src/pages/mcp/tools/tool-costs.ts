import type { Reply } from "@junctor/sdk";
import { keyOfTool, type ToolEntry } from "../servers/server-values.ts";

/** The tools of entries, with the cost of each. */
export type ToolPreview = Reply<"post", "/api/v2/public/mcp-servers/preview">;
type Tool = ToolPreview["docs"][number];

/** The result for an entry: a tool, or why it is not one. */
export interface EntryOutcome {
  readonly tool?: Tool;
  readonly problem?: string;
}

/** The result for each entry, by its key; nothing for denied ones. */
export function getOutcomes(
  entries: readonly ToolEntry[],
  { docs, unavailable_tools: unavailable }: ToolPreview,
): ReadonlyMap<string, EntryOutcome> {
  const problems = new Map(unavailable.map(({ slug, id, message }) => [`${slug}/${id}`, message]));
  const actions = new Map(docs.map((tool) => [`${tool.slug}/${tool.action_id}`, tool]));
  const workflows = new Map(docs.map((tool) => [tool.workflow_id, tool]));
  // Entries named by alias can be matched only by their order.
  const ids = new Set(entries.map(({ id }) => id));
  const named = docs.filter(({ kind, workflow_id: id = "" }) => kind === "workflow" && !ids.has(id));
  const outcomes = new Map<string, EntryOutcome>();
  const slugs = [...new Set(entries.map(({ slug }) => slug))];
  for (const entry of slugs.flatMap((slug) => entries.filter((one) => one.slug === slug))) {
    const problem = problems.get(`${entry.slug}/${entry.id}`);
    if (problem !== undefined) outcomes.set(keyOfTool(entry), { problem });
    else if (entry.policy === "deny") continue;
    else {
      const tool =
        entry.kind === "action"
          ? actions.get(`${entry.slug}/${entry.id}`)
          : (workflows.get(entry.id) ?? named.shift());
      outcomes.set(keyOfTool(entry), tool ? { tool } : {});
    }
  }
  return outcomes;
}
