import type { Static } from "typebox";
import { badField } from "../platform/errors.ts";
import { MOST_TOOLS } from "./limits.ts";
import type { AssociatedAppBody, McpServerBody, ToolBody } from "./schema.ts";
import type { AssociatedApp, OfferedTool } from "./table.ts";
import { RESERVED_NAMES } from "./tools/name.ts";

/** What a body sets on a server, without fields that records do not have; absent ones stay as they are. */
export type McpServerInput = ReturnType<typeof readServer>;
export type ChainInput = NonNullable<McpServerInput["chains"]>[number];

/** The record's fields in `body`, with empty texts and lists for omitted parts. */
export function readServer(body: Static<typeof McpServerBody>) {
  const { agent_name, primary_color, secondary_color, base_prompt, safe_mode } = body;
  const associated_apps = body.associated_apps?.map(readApp);
  const problem = toolsProblem(associated_apps ?? []);
  if (problem) throw badField("associated_apps", problem);
  return {
    name: body.name,
    description: body.description,
    agent_name,
    primary_color,
    secondary_color,
    base_prompt,
    safe_mode,
    suggestions: body.suggestions?.map(({ name, prompt }) => ({ name, prompt })),
    chains: body.chains?.map((chain) => ({
      _id: chain._id,
      name: chain.name,
      goals: chain.goals ?? "",
      steps: chain.steps ?? "",
      precheck: chain.precheck ?? "",
      successCondition: chain.successCondition ?? "",
      responseFormat: chain.responseFormat ?? "",
      onError: chain.onError ?? "",
    })),
    associated_apps,
    resources: body.resources,
  };
}

function readApp({ slug, workflows, actions }: Static<typeof AssociatedAppBody>): AssociatedApp {
  return { slug, workflows: (workflows ?? []).map(readTool), actions: (actions ?? []).map(readTool) };
}

function readTool(body: Static<typeof ToolBody>): OfferedTool {
  const { id, name = "", description = "", tool_name, policy } = body;
  return { id, name, description, ...(tool_name !== undefined && { tool_name }), ...(policy && { policy }) };
}

/** What is wrong with the entries as a whole; undefined if nothing is. */
function toolsProblem(apps: readonly AssociatedApp[]): string | undefined {
  const tools = apps.flatMap(({ workflows, actions }) => [...workflows, ...actions]);
  if (tools.length > MOST_TOOLS)
    return `associated_apps: a server has at most ${MOST_TOOLS} workflows and actions.`;
  const names = new Set<string>();
  for (const { tool_name: name } of tools) {
    if (name === undefined) continue;
    if (names.has(name)) return `tool_name "${name}" is given to two tools.`;
    if (RESERVED_NAMES.has(name)) return `tool_name "${name}" is the name of a tool that every server has.`;
    names.add(name);
  }
  return undefined;
}
