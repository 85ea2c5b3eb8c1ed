import { type Static, Type } from "typebox";
import { MapOf, Record, withExample } from "../../platform/http/route.ts";
import type { FoundAction } from "../catalog/find-actions.ts";
import type { Action, JsonObject, JsonSchema } from "../connector.ts";

const Hints = Type.Object({
  read_only: Type.Boolean({ description: "Whether it changes nothing." }),
  idempotent: Type.Boolean({ description: "Whether repeating it has no further effect." }),
  destructive: Type.Boolean({ description: "Whether it cannot be undone." }),
  open_world: Type.Boolean({ description: "Whether it reaches beyond the customer's own data." }),
});

/** One action of an application (platform-surface 1.2); `audience` and `hints` are ours. */
export const ActionSummary = Record("ActionSummary", {
  action_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tag: Type.Enum(["read", "write", "destructive"], { description: "What the action does." }),
  audience: Type.Enum(["human", "ai", "both"], { description: "Who the action is for." }),
  hints: Hints,
});

/** An action found among those of all applications. */
export const FoundActionSummary = Record("FoundActionSummary", {
  ...ActionSummary.properties,
  application: Type.Object({ slug: Type.String(), name: Type.String() }),
});

/** One input of an action (platform-surface 1.2); everything after `type` is ours. */
export const ActionParameter = Record("ActionParameter", {
  name: Type.String(),
  label: Type.String(),
  required: Type.Boolean(),
  type: Type.Enum(["text", "number", "boolean", "select", "json"]),
  help_text: Type.Optional(Type.String()),
  options: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), value: Type.Unknown() }), {
      description: "The allowed values.",
    }),
  ),
  options_list: Type.Optional(
    Type.String({
      description: "Name of a list of values that the provider offers; read it with `GET …/options/{list}`.",
    }),
  ),
  schema: Type.Unknown({ description: "The JSON Schema (2020-12) of this input." }),
});

/**
 * The result of executing an action; like on the platform, a failure at the provider is reported here with status
 * 200.
 */
export const ActionResult = Record("ActionResult", {
  node_status: Type.Enum(["Success", "Errored"]),
  http_status: Type.Optional(
    Type.Integer({ description: "HTTP status of the provider's response, if any." }),
  ),
  data: Type.Unknown({
    description:
      "The action's result; if `Errored`, an object with `code` (auth, rateLimit, input, remote, timeout or blocked), `message`, `may_retry` and, if the provider asked for it, `retry_after_ms`.",
  }),
});

/** One value that a provider offers for an input. */
export const ActionOption = Record("ActionOption", { name: Type.String(), value: Type.Unknown() });

/** A list of values that a provider offers. */
export const OptionListSummary = Record("OptionListSummary", {
  list: Type.String(),
  needs: Type.Array(Type.String(), { description: "The inputs that it requires to have values." }),
});

/** Wire form of an action in a list. */
export function presentAction(action: Action): Static<typeof ActionSummary> {
  const { readOnly, idempotent, destructive, openWorld } = action.hints;
  return {
    action_id: action.id,
    name: action.title,
    description: action.description,
    tag: destructive ? "destructive" : readOnly ? "read" : "write",
    audience: action.audience,
    hints: { read_only: readOnly, idempotent, destructive, open_world: openWorld },
  };
}

/** Wire form of an action found among those of all applications. */
export function presentFoundAction({ application, action }: FoundAction): Static<typeof FoundActionSummary> {
  const { slug, name } = application.connector.info;
  return { ...presentAction(action), application: { slug, name } };
}

/** Wire form of an action's inputs: required ones first, otherwise in the order of their declaration. */
export function presentParameters({ input }: Action): Static<typeof ActionParameter>[] {
  const required = Array.isArray(input.required) ? input.required : [];
  return Object.entries(objectOf(input.properties))
    .map(([name, value]) => presentParameter(name, objectOf(value), { root: input, required }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

interface Surroundings {
  root: JsonSchema;
  required: readonly unknown[];
}

function presentParameter(
  name: string,
  own: JsonObject,
  { root, required }: Surroundings,
): Static<typeof ActionParameter> {
  const schema = resolve(own, root);
  const values = enumOf(schema);
  const list = own["x-options"] ?? schema["x-options"];
  return {
    name,
    label: textOf(own.title ?? schema.title) ?? labelOf(name),
    required: required.includes(name),
    type: typeof list === "string" || values !== undefined ? "select" : formType(schema),
    help_text: textOf(own.description ?? schema.description),
    options: values?.map((value) => ({ name: String(value), value })),
    options_list: textOf(list),
    schema: withDefinitions(own, root),
  };
}

function formType(schema: JsonObject): "text" | "number" | "boolean" | "json" {
  const types = [schema.type].flat().filter((type) => type !== "null");
  const [type] = types;
  if (types.length !== 1) return "json";
  if (type === "string") return "text";
  if (type === "number" || type === "integer") return "number";
  return type === "boolean" ? "boolean" : "json";
}

function enumOf(schema: JsonObject): JsonObject[string][] | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
  return values.length > 0 && values.every((value) => typeof value !== "object") ? values : undefined;
}

/** Resolves a reference to one of the schema's own definitions; one level is enough for a form. */
function resolve(schema: JsonObject, root: JsonSchema): JsonObject {
  const name = /^#\/\$defs\/([^/]+)$/.exec(textOf(schema.$ref) ?? "")?.[1];
  if (name === undefined) return schema;
  return objectOf(objectOf(root.$defs)[name.replaceAll("~1", "/").replaceAll("~0", "~")]);
}

/** A part of a schema that refers to definitions of the whole schema must include them. */
function withDefinitions(schema: JsonObject, { $defs }: JsonSchema): JsonObject {
  return $defs !== undefined && JSON.stringify(schema).includes('"#/$defs/') ? { ...schema, $defs } : schema;
}

function objectOf(value: unknown): JsonObject {
  // Everything in a JSON Schema is JSON.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** `due_date` and `dueDate` as "Due date", `projectId` as "Project ID". */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z][a-z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll(/([a-z0-9])([A-Z]+)\b/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/\b(?:id|url)\b/gi, (word) => word.toUpperCase())
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const actionExample = {
  body: withExample(MapOf(Type.Unknown(), { description: "Inputs by name; may be omitted." }), {
    queue: 7,
    title: "Printer",
  }),
  reply: withExample(ActionResult, {
    node_status: "Success",
    http_status: 201,
    data: { id: 2, queue: 7, title: "Printer", state: "open" },
  }),
};
