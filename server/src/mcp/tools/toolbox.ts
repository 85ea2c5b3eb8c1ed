import { estimateTokenCount } from "tokenx";
import { type Application, findApplication } from "../../apps/catalog/application.ts";
import type { JsonSchema } from "../../apps/connector.ts";
import { needsConnection } from "../../apps/connector-auth.ts";
import { findLimitProblem } from "../../apps/providers/manifest/check/check-schema.ts";
import { type ConnectionRow, listConnections } from "../../apps/store.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { createConstants } from "../../platform/memory/computed-once.ts";
import { findCallable, findWorkflowsNamed } from "../../workflows/definition/callable.ts";
import type { ServerView } from "../account-view.ts";
import { MOST_APPS, MOST_TOOLS } from "../limits.ts";
import type { AssociatedApp, OfferedTool, Policy } from "../table.ts";
import { createActionTool } from "./action-tool.ts";
import { chooseToolNames, type Nameable } from "./assign-names.ts";
import { type ConnectionContext, withConnectionChoice } from "./connection-choice.ts";
import { createGetExecutionTool } from "./get-execution.ts";
import { withIdFinders } from "./id-finders.ts";
import { createListOptionsTool } from "./list-options.ts";
import { toModelTool } from "./model-schema.ts";
import { buildToolName, RESERVED_NAMES } from "./name.ts";
import { withOptionFields } from "./option-fields.ts";
import { createSearchTools } from "./search-tools.ts";
import type { Naming, ObjectSchema, Tool, ToolDefinition } from "./tool.ts";
import { createWorkflowTool } from "./workflow-tool.ts";

/** Something that a server should offer and cannot. */
export interface Omission {
  readonly slug: string;
  readonly id: string;
  readonly message: string;
}

/** `modern` from protocol version 2026-07-28 on. */
export type ProtocolEra = "modern" | "legacy";

/** Everything that an account's agent can do on a server. */
export interface Toolbox {
  /** All tools that can be called, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** What `tools/list` shows, always in the same order: by era, because the older one has no roots with `allOf`. */
  readonly listed: Readonly<Record<ProtocolEra, readonly ToolDefinition[]>>;
  /** The same as JSON. */
  readonly listJson: (era: ProtocolEra) => string;
  /** The cost of all tools together for an agent, in about so many tokens. */
  readonly tokens: number;
  /** `search`: the list would have been too long. */
  readonly mode: "all" | "search";
  readonly omissions: readonly Omission[];
}

export type ToolboxDeps = Deps;

/** What tools are built from. */
export type ToolSource = Pick<
  ServerView,
  "id" | "safe_mode" | "associated_apps" | "offered_apps" | "changed"
>;

/**
 * Builds the tools of a server for one account, in the order of the record. One that cannot be built does not affect
 * the others.
 */
export async function createToolbox(
  all: ToolboxDeps,
  scope: AccountScope,
  server: ToolSource,
): Promise<Toolbox> {
  const deps = { ...all, sandbox: all.sandbox.forTenant(scope.account.id) };
  const made: ToolboxEntry[] = [];
  const { apps, tooMany } = withinBounds(server.associated_apps);
  const connections = await listConnections(deps.db, scope);
  for (const app of apps) made.push(...(await toolsOf({ deps, scope, app, connections })));
  const names = chooseToolNames(made, await offeredNames(deps, scope, server));
  const tools = new Map<string, Tool>();
  for (const [index, one] of made.entries()) {
    const name = names[index];
    if (!("tool" in one) || name === undefined) continue;
    const policy = policyOf(server, one);
    // Denied tools have kept their names until here, so that the others keep theirs.
    if (policy === "deny") continue;
    const { modelSchemaOf, optionFieldsOf } = deps.toolSchemas;
    const tool = named(withOptionFields(toModelTool(one.tool, modelSchemaOf), optionFieldsOf), name);
    tools.set(name, {
      ...(one.choice ? withConnectionChoice(tool, one.choice) : tool),
      asks: policy === "ask",
    });
  }
  const omissions = [...made.flatMap((one) => ("omission" in one ? [one.omission] : [])), ...tooMany];
  const worded = withIdFinders(tools, deps.toolSchemas.wordingOf);
  return { ...(await assembleToolbox(deps, server.id, worded)), omissions };
}

/** The entries that tools are built from; records from before there were limits may have more. */
function withinBounds(all: readonly AssociatedApp[]): { apps: AssociatedApp[]; tooMany: Omission[] } {
  const message = `A server has at most ${MOST_APPS} applications and ${MOST_TOOLS} tools.`;
  const tooMany: Omission[] = [];
  let room = MOST_TOOLS;
  const take = (slug: string, entries: readonly OfferedTool[]): OfferedTool[] => {
    const taken = entries.slice(0, room);
    room -= taken.length;
    for (const { id } of entries.slice(taken.length)) tooMany.push({ slug, id, message });
    return taken;
  };
  const apps = all.map(({ slug, workflows, actions }, index) => {
    if (index === MOST_APPS) room = 0;
    return { slug, workflows: take(slug, workflows), actions: take(slug, actions) };
  });
  return { apps: apps.filter(({ workflows, actions }) => workflows.length + actions.length > 0), tooMany };
}

/**
 * The organization's names of its tools, whether the account has kept them or not: without changes, all names are its
 * own.
 */
async function offeredNames(
  { db }: ToolboxDeps,
  scope: AccountScope,
  { offered_apps: apps, changed }: ToolSource,
): Promise<Nameable[]> {
  if (!changed.includes("associated_apps")) return [];
  const ids = apps.flatMap(({ workflows }) => workflows.map(({ id }) => id));
  const workflows = await findWorkflowsNamed(db, scope, ids);
  return apps.flatMap((app) => [
    ...app.workflows.map((entry) => nameableWorkflow(app, entry, workflows.get(entry.id))),
    ...app.actions.map((entry) => nameableOf(app, entry, { kind: "action", name: entry.id })),
  ]);
}

function named(tool: Tool, name: string): Tool {
  return tool.definition.name === name ? tool : { ...tool, definition: { ...tool.definition, name } };
}

/** The entry's policy; otherwise a server in safe mode has a person approve everything that writes. */
function policyOf({ safe_mode }: ToolSource, { tool, entry }: { tool: Tool; entry: OfferedTool }): Policy {
  if (entry.policy !== undefined) return entry.policy;
  return safe_mode && !tool.definition.annotations.readOnlyHint ? "ask" : "allow";
}

/** The result of one entry of the record. */
type ToolboxEntry = Nameable &
  (
    | { readonly tool: Tool; readonly entry: OfferedTool; readonly choice?: ConnectionContext }
    | { readonly omission: Omission }
  );

interface Source {
  readonly deps: ToolboxDeps;
  readonly scope: AccountScope;
  readonly app: AssociatedApp;
  readonly application: Application | undefined;
  /** All of the account's. */
  readonly connections: readonly ConnectionRow[];
}

async function toolsOf(source: Omit<Source, "application">): Promise<ToolboxEntry[]> {
  const application = await findApplication(source.deps, source.scope, source.app.slug);
  const workflows = await workflowTools({ ...source, application });
  return [...workflows, ...actionTools({ ...source, application })];
}

async function workflowTools({ deps, scope, app, application }: Source): Promise<ToolboxEntry[]> {
  if (app.workflows.length === 0) return [];
  const ids = app.workflows.map(({ id }) => id);
  const found = new Map((await findCallable(deps.db, scope, ids)).map((one) => [one.asked, one]));
  const missing = ids.filter((id) => !found.has(id));
  const unpublished = await findWorkflowsNamed(deps.db, scope, missing);
  return app.workflows.map((entry) => {
    const workflow = found.get(entry.id);
    const nameable = nameableWorkflow(app, entry, workflow ?? unpublished.get(entry.id));
    if (!workflow)
      return omitted(app, entry, nameable, "There is no published workflow with this id for the customer.");
    const { name: title, description, input } = workflow;
    const problem = findLimitProblem(input) ?? deps.toolSchemas.inputProblemOf(input);
    if (problem !== undefined || !isOfObjects(input))
      return omitted(app, entry, nameable, `The schema of its input ${problem}.`);
    const naming = namingOf(entry, nameable, { title, description });
    const called = { ...workflow, input, application: application?.connector.info.name ?? app.slug };
    return { ...nameable, tool: createWorkflowTool(deps, called, naming), entry };
  });
}

function actionTools({ deps, app, application, connections }: Source): ToolboxEntry[] {
  const choice = application && choiceOf(application, connections);
  return app.actions.map((entry) => {
    const nameable = nameableOf(app, entry, { kind: "action", name: entry.id });
    if (!application?.enabled)
      return omitted(app, entry, nameable, "The application does not exist or is not enabled.");
    const action = application.connector.info.actions.find(({ id }) => id === entry.id);
    if (!action) return omitted(app, entry, nameable, "The application has no such action.");
    const { input } = action;
    const problem = deps.toolSchemas.inputProblemOf(input);
    if (problem !== undefined || !isOfObjects(input))
      return omitted(app, entry, nameable, `The schema of its input ${problem}.`);
    const naming = namingOf(entry, nameable, action);
    const tool = createActionTool(deps, application, { ...action, input }, naming);
    return { ...nameable, tool, entry, choice };
  });
}

/** Undefined where connections make no difference (D515). */
function choiceOf(
  { connector: { info } }: Application,
  connections: readonly ConnectionRow[],
): ConnectionContext | undefined {
  if (!needsConnection(info.auth)) return undefined;
  return { application: info.name, connections: connections.filter(({ slug }) => slug === info.slug) };
}

function isOfObjects(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === "object";
}

/** What an entry stands for, and its name: `name` is undefined if it is not known. */
function nameableOf(
  { slug }: AssociatedApp,
  { id, tool_name }: OfferedTool,
  { kind, name }: { kind: "action" | "workflow"; name: string | undefined },
): Nameable {
  const made = name === undefined ? undefined : buildToolName(slug, name, kind);
  // Records from before a name was reserved may still have it.
  const given = tool_name !== undefined && RESERVED_NAMES.has(tool_name) ? undefined : tool_name;
  return { id: `${slug}/${kind}/${id}`, given, made };
}

function nameableWorkflow(
  app: AssociatedApp,
  entry: OfferedTool,
  workflow: { readonly id: string; readonly name: string | null } | undefined,
): Nameable {
  const name = entry.name || (workflow?.name ?? undefined);
  return { ...nameableOf(app, entry, { kind: "workflow", name }), same: workflow?.id ?? entry.id };
}

/** The record's description of a tool takes precedence over its author's. */
function namingOf(
  { name, description }: OfferedTool,
  { given, made = "" }: Nameable,
  own: { readonly title: string; readonly description: string },
): Naming {
  return {
    name: given ?? made,
    title: name || own.title,
    description: description || own.description || own.title,
  };
}

function omitted(
  { slug }: AssociatedApp,
  { id }: OfferedTool,
  nameable: Nameable,
  message: string,
): ToolboxEntry {
  return { ...nameable, omission: { slug, id, message } };
}

async function assembleToolbox(
  deps: ToolboxDeps,
  serverId: string,
  made: ReadonlyMap<string, Tool>,
): Promise<Omit<Toolbox, "omissions">> {
  const own = [createGetExecutionTool(deps, serverId)];
  if ([...made.values()].some(({ optionFields }) => optionFields !== undefined))
    own.push(createListOptionsTool(made));
  const tools = new Map(made);
  for (const tool of own) tools.set(tool.definition.name, tool);
  const all = [...tools.values()];
  const tokens = all.reduce((sum, { definition }) => sum + countTokens(deps, definition), 0);
  if (tokens <= deps.config.mcpTokenBudget) return { tools, ...listByEra(all), tokens, mode: "all" };
  const search = createSearchTools(tools);
  for (const tool of search) tools.set(tool.definition.name, tool);
  return { tools, ...listByEra([...search, ...own]), tokens, mode: "search" };
}

function listByEra(tools: readonly Tool[]): Pick<Toolbox, "listed" | "listJson"> {
  const listed = {
    modern: tools.map(({ definition, composedInput: inputSchema }) =>
      inputSchema ? { ...definition, inputSchema } : definition,
    ),
    legacy: tools.map(({ definition }) => definition),
  };
  return { listed, listJson: createConstants((era) => JSON.stringify(listed[era])) };
}

/** The cost of a tool's definition for an agent, in about so many tokens. */
export function countTokens(
  { toolSchemas: { tokensOf } }: Pick<Deps, "toolSchemas">,
  { inputSchema, outputSchema, ...rest }: ToolDefinition,
): number {
  const ofOutput = outputSchema ? tokensOf(outputSchema) : 0;
  return estimateTokenCount(JSON.stringify(rest)) + tokensOf(inputSchema) + ofOutput;
}
