import type { Application } from "../../apps/catalog/application.ts";
import type { JsonSchema } from "../../apps/connector.ts";
import { createInputCheck, type InputCheck } from "../../apps/providers/manifest/input/input-check.ts";
import type { Deps } from "../../deps.ts";
import { toPlainSchema } from "../../platform/json/plain-schema.ts";
import type { SlowCheck } from "../../platform/json/schema-check.ts";
import { parseActionName } from "../definition/action-name.ts";
import { type Fields, NO_ACTION, type WorkflowNode, type WorkflowTrigger } from "../definition/graph.ts";
import { isReserved, OWN_EVENTS } from "../definition/own-events.ts";
import { createNodeProblem, type MissingItem, type Stage, type WorkflowProblem } from "./problem.ts";
import { hasExpression } from "./validate.ts";

const ACTION = "action";

/** The existing applications, by slug. */
export type Applications = ReadonlyMap<string, Application>;

/** The nodes to check, together with the workflow's application. */
interface Uses {
  readonly nodes: readonly WorkflowNode[];
  readonly slug: string | null;
}

/** The slugs of the applications that actions and triggers name. */
export function collectApplications({ nodes, slug }: Uses): Set<string> {
  const named = nodes.flatMap((node) => [
    findActionApplication(node, slug),
    ...(node.triggers ?? []).map(findTriggerApplication),
  ]);
  return new Set(named.filter((one) => one !== undefined));
}

/** The slug of the application whose action a node runs; undefined if it names none. */
export function findActionApplication(node: WorkflowNode, workflowSlug: string | null): string | undefined {
  return isAction(node) ? (parseActionName(node.action, workflowSlug)?.slug ?? undefined) : undefined;
}

/**
 * The slug of the application whose event starts a workflow; undefined for the organization's own events and reserved
 * ones.
 */
export function findTriggerApplication(trigger: WorkflowTrigger): string | undefined {
  return trigger.application === OWN_EVENTS || isReserved(trigger) ? undefined : trigger.application;
}

/** What actions and triggers are compared with. */
interface ApplicationContext extends Pick<Deps, "inputChecksOf"> {
  readonly checkSlowly: SlowCheck;
  readonly applications: Applications;
  /** Names of the organization's own events. */
  readonly ownEvents: ReadonlySet<string>;
  readonly stage: Stage;
}

/**
 * Problems of actions and triggers: applications, actions, triggers and events that do not exist, and inputs that do
 * not fit.
 */
export async function findApplicationProblems(
  { nodes, slug }: Uses,
  known: ApplicationContext,
): Promise<WorkflowProblem[]> {
  const problems: WorkflowProblem[] = [];
  for (const node of nodes) {
    if (node.type === ACTION) problems.push(...(await actionProblems(node, slug, known)));
    for (const [index, trigger] of (node.triggers ?? []).entries())
      problems.push(...(await triggerProblems(node, trigger, `triggers.${index}`, known)));
  }
  return problems;
}

async function actionProblems(
  node: WorkflowNode,
  workflowSlug: string | null,
  known: ApplicationContext,
): Promise<WorkflowProblem[]> {
  const { applications, stage } = known;
  const problem = (text: string, lacks?: MissingItem) => [
    createNodeProblem(node, "action", `action ${text}`, lacks),
  ];
  if (!isAction(node)) return stage === "publish" ? problem("must name the action to run.") : [];
  const named = parseActionName(node.action, workflowSlug);
  if (!named) return problem(`"${node.action}" does not name an action: write <application>/<action>.`);
  const { slug, actionId } = named;
  if (slug === null) {
    const text = `"${actionId}" names no application, and the workflow has none: write <application>/<action>.`;
    return stage === "publish" ? problem(text) : [];
  }
  const application = applications.get(slug);
  if (!application)
    return problem(`"${node.action}": there is no application "${slug}".`, { kind: "application", id: slug });
  const { actions, provider } = application.connector.info;
  const action = actions.find(({ id }) => id === actionId);
  // The tools of an MCP server are known only after a customer has connected.
  if (!action && provider === "mcp") return [];
  if (!action) return problem(`"${node.action}": the application "${slug}" has no action "${actionId}".`);
  const ofInput = await inputProblems(known, action.input, node.data ?? {});
  return ofInput.map(({ key, text }) => {
    const field = ["data", ...key].join(".");
    return createNodeProblem(node, field, `${field}: ${text}`);
  });
}

async function triggerProblems(
  node: WorkflowNode,
  trigger: WorkflowTrigger,
  field: string,
  known: ApplicationContext,
): Promise<WorkflowProblem[]> {
  const { applications, ownEvents, stage } = known;
  const { application: slug, event, input = {} } = trigger;
  if (isReserved(trigger)) return [];
  if (slug === OWN_EVENTS) {
    // It may be defined after the workflow is written.
    if (stage === "save" || ownEvents.has(event)) return [];
    const text = `${field}.event: there is no event "${event}"; define it first.`;
    return [createNodeProblem(node, `${field}.event`, text, { kind: "event", id: event })];
  }
  const application = applications.get(slug);
  const offered = application?.connector.info.triggers.find(({ id }) => id === event);
  if (offered)
    return (await inputProblems(known, offered.input, input)).map(({ key, text }) => {
      const place = [field, "input", ...key].join(".");
      return createNodeProblem(node, place, `${place}: ${text}`);
    });
  if (stage === "save") return [];
  if (application) {
    const text = `${field}.event: the application "${slug}" has no trigger "${event}".`;
    return [createNodeProblem(node, `${field}.event`, text)];
  }
  const text = `${field}.application: there is no application "${slug}"; events of your own have the application "${OWN_EVENTS}".`;
  return [createNodeProblem(node, `${field}.application`, text, { kind: "application", id: slug })];
}

function isAction({ type, action }: WorkflowNode): boolean {
  return type === ACTION && action !== NO_ACTION && action !== "";
}

/** `key` is the path of the problem in the input, at most one name long. */
interface InputProblem {
  readonly key: readonly string[];
  readonly text: string;
}

/** Problems of an input without its expressions; missing members count only for publishing. */
async function inputProblems(
  { inputChecksOf, checkSlowly, stage }: ApplicationContext,
  schema: JsonSchema,
  input: Fields,
): Promise<InputProblem[]> {
  const { members, whole } = inputChecksOf(schema);
  const fixed = Object.entries(input).filter(([, value]) => !hasExpression(value));
  const wrong: InputProblem[] = [];
  for (const [key, value] of fixed) {
    const text = await members({ [key]: value }, checkSlowly);
    if (text !== undefined) wrong.push({ key: [key], text: `${text}.` });
  }
  if (stage === "save") return wrong;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required
    .filter((name) => !Object.hasOwn(input, name))
    .map((name): InputProblem => ({ key: [name], text: `${name} is required.` }));
  const found = [...wrong, ...missing];
  if (found.length > 0 || fixed.length < Object.keys(input).length) return found;
  const text = await whole(input, checkSlowly);
  return text === undefined ? [] : [{ key: [], text: `${text}.` }];
}

/** Compiled checks of an action's or trigger's input. */
export interface InputChecks {
  /** Of any of the input's members by themselves. */
  readonly members: InputCheck;
  readonly whole: InputCheck;
}

const OF_MEMBERS = [
  "type",
  "properties",
  "patternProperties",
  "additionalProperties",
  "propertyNames",
  "$defs",
  "definitions",
];

declare module "../../deps.ts" {
  interface Features {
    /** Schemas live as long as their connector, and so do their checks, which take milliseconds to compile. */
    readonly inputChecksOf: (schema: JsonSchema) => InputChecks;
  }
}

/** Compiles the checks of an input, so far as it has no expressions. */
export function createInputChecks(schema: JsonSchema): InputChecks {
  const members = Object.entries(withPlainReferences(schema)).filter(([name]) => OF_MEMBERS.includes(name));
  return {
    members: createInputCheck(Object.fromEntries(members), "cheap"),
    whole: createInputCheck(schema, "cheap"),
  };
}

/** A schema whose references lead to nothing but `$defs` and itself; as it is, if it is too large or cannot be applied. */
function withPlainReferences(schema: JsonSchema): JsonSchema {
  try {
    return toPlainSchema(schema, "cheap");
  } catch {
    // The check of it says so, or checks less.
    return schema;
  }
}
