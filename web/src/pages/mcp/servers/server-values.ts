import type { Body, Reply } from "@junctor/sdk";
import type { UseFormReturnType } from "@mantine/form";

export const SERVERS_PATH = "/api/v2/public/mcp-servers";
/** Tokens for agents, and what customers have allowed assistants. */
export const TOKENS = "/api/v2/public/mcp-tokens";
export const GRANTS = "/api/v2/public/mcp-grants";

/** A server's record, or a customer's view of it. */
export type McpServer = Reply<"get", "/api/v2/public/mcp-servers/{id}">;

/** The fields that the API takes for a server. */
export type ServerBody = Body<"post", typeof SERVERS_PATH>;
export type AppEntry = NonNullable<ServerBody["associated_apps"]>[number];
type Policy = NonNullable<NonNullable<AppEntry["actions"]>[number]["policy"]>;

/** A tool in the form. */
export interface ToolEntry {
  readonly kind: "action" | "workflow";
  readonly slug: string;
  readonly id: string;
  /** Replaces the action's or workflow's own; empty if it does not. */
  readonly name: string;
  readonly description: string;
  readonly toolName: string;
  readonly policy: Policy | "default";
}

interface Prompt {
  readonly key: number;
  name: string;
  prompt: string;
}

/** A server in the form. */
export interface ServerValues {
  name: string;
  description: string;
  whom: "all" | "one";
  account: string | undefined;
  safeMode: boolean;
  tools: ToolEntry[];
  prompts: Prompt[];
  basePrompt: string;
  agentName: string;
  color: string;
}

/** The form while it is filled in. */
export type ServerFormState = UseFormReturnType<ServerValues>;

/** The form's names of the API's fields. */
export const API_NAMES = {
  linked_account_id: "account",
  safe_mode: "safeMode",
  associated_apps: "tools",
  suggestions: "prompts",
  base_prompt: "basePrompt",
  agent_name: "agentName",
  primary_color: "color",
} as const;

export const EMPTY: ServerValues = {
  name: "",
  description: "",
  whom: "all",
  account: undefined,
  safeMode: true,
  tools: [],
  prompts: [],
  basePrompt: "",
  agentName: "",
  color: "",
};

let lastKey = 0;

/** A suggestion. */
export function newPrompt(name = "", prompt = ""): Prompt {
  lastKey += 1;
  return { key: lastKey, name, prompt };
}

/** A tool without a name or policy of its own yet. */
export function newTool(kind: ToolEntry["kind"], slug: string, id: string): ToolEntry {
  return { kind, slug, id, name: "", description: "", toolName: "", policy: "default" };
}

/** The form values of a server. */
export function getValues(server: McpServer): ServerValues {
  return {
    name: server.name,
    description: server.description,
    whom: server.linked_account_id === undefined ? "all" : "one",
    account: server.linked_account_id,
    safeMode: server.safe_mode,
    tools: server.associated_apps.flatMap(({ slug, workflows, actions }) => [
      ...workflows.map((entry) => entryOf("workflow", slug, entry)),
      ...actions.map((entry) => entryOf("action", slug, entry)),
    ]),
    prompts: server.suggestions.map(({ name, prompt }) => newPrompt(name, prompt)),
    basePrompt: server.base_prompt ?? "",
    agentName: server.agent_name ?? "",
    color: server.primary_color ?? "",
  };
}

type StoredTool = McpServer["associated_apps"][number]["actions"][number];

function entryOf(kind: ToolEntry["kind"], slug: string, entry: StoredTool): ToolEntry {
  const { id, name, description, tool_name: toolName = "", policy = "default" } = entry;
  return { kind, slug, id, name, description, toolName, policy };
}

/** The form's values, as the API takes them. */
export function getFields(values: ServerValues): Omit<ServerBody, "linked_account_only"> {
  const prompts = values.prompts.filter(({ name, prompt }) => name.trim() !== "" || prompt.trim() !== "");
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    safe_mode: values.safeMode,
    associated_apps: getApps(values.tools),
    suggestions: prompts.map(({ name, prompt }) => ({ name: name.trim(), prompt })),
    base_prompt: values.basePrompt,
    agent_name: values.agentName.trim(),
    primary_color: values.color.trim(),
  };
}

/** Tools by application, in the order of their first occurrence. */
export function getApps(tools: readonly ToolEntry[]): AppEntry[] {
  const apps = new Map<string, Required<AppEntry>>();
  for (const { kind, slug, id, name, description, toolName, policy } of tools) {
    const app = apps.get(slug) ?? { slug, workflows: [], actions: [] };
    apps.set(slug, app);
    const entry = {
      id,
      ...(name && { name }),
      ...(description && { description }),
      ...(toolName && { tool_name: toolName }),
      ...(policy !== "default" && { policy }),
    };
    (kind === "action" ? app.actions : app.workflows).push(entry);
  }
  return [...apps.values()];
}

/** What an entry stands for: an action of an application, or a workflow, whatever application lists it. */
export function keyOfTool({ kind, slug, id }: Pick<ToolEntry, "kind" | "slug" | "id">): string {
  return kind === "action" ? `action/${slug}/${id}` : `workflow/${id}`;
}
