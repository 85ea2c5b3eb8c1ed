import type { Body, Reply } from "@junctor/sdk";
import type { UseFormReturnType } from "@mantine/form";

export const SERVERS_PATH = "/api/v2/public/mcp-servers";
/** Tokens that let agents in, and what customers have allowed assistants. */
export const TOKENS = "/api/v2/public/mcp-tokens";
export const GRANTS = "/api/v2/public/mcp-grants";

/** A server's record, as it stands or as a customer sees it. */
export type McpServer = Reply<"get", "/api/v2/public/mcp-servers/{id}">;

/** What the API takes of a server. */
export type ServerBody = Body<"post", typeof SERVERS_PATH>;
export type AppEntry = NonNullable<ServerBody["associated_apps"]>[number];
type Policy = NonNullable<NonNullable<AppEntry["actions"]>[number]["policy"]>;

/** A tool as the form holds it. */
export interface ToolEntry {
  readonly kind: "action" | "workflow";
  readonly slug: string;
  readonly id: string;
  /** Given in place of the action's or workflow's own; empty where it is not. */
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

/** A server as the form holds it. */
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

/** A prompt to begin with. */
export function newPrompt(name = "", prompt = ""): Prompt {
  lastKey += 1;
  return { key: lastKey, name, prompt };
}

/** A tool that was not named or limited yet. */
export function newTool(kind: ToolEntry["kind"], slug: string, id: string): ToolEntry {
  return { kind, slug, id, name: "", description: "", toolName: "", policy: "default" };
}

/** A server as the form shows it. */
export function valuesOf(server: McpServer): ServerValues {
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

/** What the form says, as the API takes it. */
export function fieldsOf(values: ServerValues): Omit<ServerBody, "linked_account_only"> {
  const prompts = values.prompts.filter(({ name, prompt }) => name.trim() !== "" || prompt.trim() !== "");
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    safe_mode: values.safeMode,
    associated_apps: appsOf(values.tools),
    suggestions: prompts.map(({ name, prompt }) => ({ name: name.trim(), prompt })),
    base_prompt: values.basePrompt,
    agent_name: values.agentName.trim(),
    primary_color: values.color.trim(),
  };
}

/** Tools by their applications, in the order in which they come first. */
export function appsOf(tools: readonly ToolEntry[]): AppEntry[] {
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

/** What an entry stands for: an action of an application, or a workflow, whatever stands before its name. */
export function keyOfTool({ kind, slug, id }: Pick<ToolEntry, "kind" | "slug" | "id">): string {
  return kind === "action" ? `action/${slug}/${id}` : `workflow/${id}`;
}
