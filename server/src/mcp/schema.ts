import type { Selectable } from "kysely";
import { type Static, Type } from "typebox";
import { ENVIRONMENTS } from "../auth/scope.ts";
import { FormattedText, Id, Record, Timestamp } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import {
  LONGEST_BASE_PROMPT,
  LONGEST_CHAIN_TEXT,
  LONGEST_SUGGESTION,
  MOST_APPS,
  MOST_CHAINS,
  MOST_RESOURCES,
  MOST_SUGGESTIONS,
  MOST_TOOLS,
} from "./limits.ts";
import { type McpServerTable, POLICIES } from "./table.ts";

const Name = Type.String({ minLength: 1, maxLength: 1000 });
const Description = Type.String({ maxLength: 10_000 });
const Color = Type.String({ maxLength: 100, description: "A CSS color." });

const Suggestion = Type.Object({ name: Name, prompt: Type.String({ maxLength: LONGEST_SUGGESTION }) });

const ChainText = Type.String({ maxLength: LONGEST_CHAIN_TEXT });

const ChainBody = Type.Object({
  _id: Type.Optional(Type.String({ description: "Id of an existing chain, to keep it." })),
  name: Name,
  goals: Type.Optional(ChainText),
  steps: Type.Optional(Type.String({ maxLength: LONGEST_CHAIN_TEXT, description: "One step per line." })),
  precheck: Type.Optional(ChainText),
  successCondition: Type.Optional(ChainText),
  responseFormat: Type.Optional(ChainText),
  onError: Type.Optional(ChainText),
});

const Policy = Type.Optional(
  Type.Enum(POLICIES, {
    description:
      "`allow`: calls run. `deny`: the tool is not offered. `ask`: each call waits for approval. If unset, `safe_mode` decides: with it, tools that write ask. On a server of the organization, a session token can only make it stricter.",
  }),
);

const NAMING = "A session token cannot change it on the organization's servers.";

const Key = Type.String({ minLength: 1, maxLength: 255 });

export const ToolBody = Type.Object({
  id: Key,
  name: Type.Optional(Type.String({ maxLength: 1000, description: NAMING })),
  description: Type.Optional(Type.String({ maxLength: 10_000, description: NAMING })),
  tool_name: Type.Optional(
    FormattedText("^[A-Za-z0-9_-]{1,64}$", "1 to 64 of the characters A-Z, a-z, 0-9, _ and -", {
      description: `Name of the tool instead of the generated one; unique on the server. ${NAMING}`,
    }),
  ),
  policy: Policy,
});

export const AssociatedAppBody = Type.Object({
  slug: Key,
  workflows: Type.Optional(Type.Array(ToolBody)),
  actions: Type.Optional(Type.Array(ToolBody)),
});

// The spec does not show the shape of a resource; any JSON is kept as given.
const Resource = Type.Unsafe<Json>({});

const Settings = {
  agent_name: Type.Optional(Type.String({ maxLength: 1000 })),
  primary_color: Type.Optional(Color),
  secondary_color: Type.Optional(Color),
  base_prompt: Type.Optional(Type.String({ maxLength: LONGEST_BASE_PROMPT })),
  safe_mode: Type.Optional(
    Type.Boolean({
      description:
        "Whether each call of a tool that writes waits for approval, unless its entry says otherwise. On a server of the organization, a session token can turn it on but not off.",
    }),
  ),
  suggestions: Type.Optional(Type.Array(Suggestion, { maxItems: MOST_SUGGESTIONS })),
  chains: Type.Optional(Type.Array(ChainBody, { maxItems: MOST_CHAINS })),
  associated_apps: Type.Optional(
    Type.Array(AssociatedAppBody, {
      maxItems: MOST_APPS,
      description: `Applications with the workflows and actions that become tools, at most ${MOST_TOOLS} in all.`,
    }),
  ),
  resources: Type.Optional(Type.Array(Resource, { maxItems: MOST_RESOURCES })),
};

/** Body of a new MCP server. */
export const NewMcpServer = Type.Object({
  name: Name,
  description: Description,
  ...Settings,
  linked_account_only: Type.Optional(
    Type.Boolean({
      description:
        "With an API key: the server is the named linked account's own, as if created with its session token, and nobody else sees it.",
    }),
  ),
});

/** Body of the update: given fields are set, others stay (spec 4.1). */
export const McpServerBody = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  ...Settings,
});

/** Answer to the creation of an MCP server. */
export const CreatedMcpServer = Record("CreatedMcpServer", {
  _id: Id,
  name: Type.String(),
  description: Type.String(),
});

/** A row of the list of MCP servers. */
export const McpServerSummary = Record("McpServerSummary", {
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const Tool = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tool_name: Type.Optional(Type.String()),
  policy: Policy,
});

/** What belongs to the live server, beside the record itself. */
const Live = {
  url: Type.String({ description: "URL that agents connect to, with a bearer token." }),
  tool_count: Type.Optional(Type.Integer({ description: "Number of tools that the account's agents have." })),
  tool_tokens: Type.Optional(
    Type.Integer({ description: "Estimated cost of the full tool list for an agent, in tokens." }),
  ),
  tool_mode: Type.Optional(
    Type.Enum(["all", "search"], {
      description: "`search`: the list would be too long, so tools are found with `search_tools`.",
    }),
  ),
  unavailable_tools: Type.Optional(
    Type.Array(Type.Object({ slug: Type.String(), id: Type.String(), message: Type.String() }), {
      description: "Entries of `associated_apps` that are currently not tools, and why.",
    }),
  ),
  client_configuration: Type.Object(
    {
      claude: Type.String(),
      claude_code: Type.String(),
      chatgpt: Type.String(),
      cursor: Type.String(),
      vscode: Type.String(),
      with_token: Type.Object(
        { claude_code: Type.String(), cursor: Type.String(), vscode: Type.String() },
        { description: "The same, with a token instead of a sign-in." },
      ),
    },
    { description: "Settings for common clients in which the customer signs in." },
  ),
};

/** An MCP server on the wire (spec 2.1, platform-surface 3.10). */
export const McpServer = Record("McpServer", {
  _id: Id,
  name: Type.String(),
  description: Type.String(),
  associated_org_id: Id,
  environment: Type.Enum(ENVIRONMENTS),
  agent_name: Type.Optional(Type.String()),
  primary_color: Type.Optional(Type.String()),
  secondary_color: Type.Optional(Type.String()),
  base_prompt: Type.Optional(Type.String()),
  safe_mode: Type.Boolean(),
  suggestions: Type.Array(Type.Object({ name: Type.String(), prompt: Type.String() })),
  chains: Type.Array(
    Type.Object({
      name: Type.String(),
      goals: Type.String(),
      steps: Type.String({ description: "One step per line." }),
      precheck: Type.String(),
      successCondition: Type.String(),
      responseFormat: Type.String(),
      onError: Type.String(),
      _id: Id,
    }),
  ),
  associated_apps: Type.Array(
    Type.Object({ slug: Type.String(), workflows: Type.Array(Tool), actions: Type.Array(Tool) }),
  ),
  resources: Type.Array(Resource),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: Type.Integer({ description: "Revision; increases with each change." }),
  linked_account_id: Type.Optional(
    Type.String({
      description:
        "Only with an API key: the linked account that owns it; absent on the organization's servers.",
    }),
  ),
  linked_account_changes: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "Only with an API key: the fields that the linked account changed for itself with its session token. The others are the organization's.",
    }),
  ),
  ...Live,
});

export type McpServerRow = Selectable<McpServerTable>;
export type McpServerSummaryRow = Pick<
  McpServerRow,
  "id" | "name" | "description" | "created_at" | "updated_at"
>;

/** Wire form of an MCP server (spec 2.1). */
export function presentServer(
  row: McpServerRow,
): Omit<Static<typeof McpServer>, "url" | "client_configuration"> {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    associated_org_id: row.org_id,
    environment: row.environment,
    agent_name: row.agent_name ?? undefined,
    primary_color: row.primary_color ?? undefined,
    secondary_color: row.secondary_color ?? undefined,
    base_prompt: row.base_prompt ?? undefined,
    safe_mode: row.safe_mode,
    suggestions: row.suggestions,
    chains: row.chains,
    associated_apps: row.associated_apps,
    resources: row.resources,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    __v: row.revision,
  };
}

/** The short form of the list (platform-surface 3.10). */
export function presentSummary(row: McpServerSummaryRow): Static<typeof McpServerSummary> {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
