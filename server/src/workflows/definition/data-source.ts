import { Type } from "typebox";
import { compileTemplate, TemplateError } from "../../apps/providers/manifest/request/template.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Fields } from "./graph.ts";

/** Options returned by a published workflow. */
interface FromWorkflow {
  readonly type: "workflow";
  /** Id or alias. */
  readonly workflow_id: string;
}

/** An option list of the config's application. */
interface FromList {
  readonly type: "options";
  readonly list: string;
  readonly input?: Fields;
}

/**
 * Options from the result of a read-only action of the config's application; `items`, `name` and `value` are dotted
 * paths.
 */
interface FromAction {
  readonly type: "action";
  readonly action: string;
  readonly input?: Fields;
  /** Path of the list in the result, if it is not the result itself. */
  readonly items?: string;
  readonly name: string;
  readonly value: string;
}

/** The source of a field's options; `input` may contain `{{ fields.<id> }}`. */
export type DataSource = FromWorkflow | FromList | FromAction;

const NEEDED = {
  workflow: ["workflow_id"],
  options: ["list"],
  action: ["action", "name", "value"],
} as const satisfies Record<DataSource["type"], readonly string[]>;

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const PATH = { minLength: 1, maxLength: 200, pattern: "^[^.]+(\\.[^.]+)*$" };

/** A data source in a request; `findDataSourceProblem` says what each kind needs. */
export const DataSourceBody = Type.Object(
  {
    type: Type.Enum(["workflow", "options", "action"], {
      description:
        "`workflow` takes `workflow_id`; `options` takes `list` and `input`; `action` takes `action`, `input`, `items`, `name` and `value`.",
    }),
    workflow_id: Name,
    list: Name,
    action: Name,
    input: Type.Optional(Type.Unsafe<Fields>({ type: "object", additionalProperties: true })),
    items: Type.Optional(Type.String(PATH)),
    name: Type.Optional(Type.String(PATH)),
    value: Type.Optional(Type.String(PATH)),
  },
  { title: "FieldDataSource" },
);

/** A stored data source; undefined for one of another system. */
export function parseDataSource(value: Json | undefined): DataSource | undefined {
  if (!isFields(value)) return undefined;
  const { type, workflow_id, list, action, name, value: path, items } = value;
  const input = isFields(value.input) ? value.input : undefined;
  if (type === "workflow" && isText(workflow_id)) return { type, workflow_id };
  if (type === "options" && isText(list)) return { type, list, input };
  if (type !== "action" || !isText(action) || !isText(name) || !isText(path)) return undefined;
  return { type, action, name, value: path, input, items: isText(items) ? items : undefined };
}

/**
 * What is wrong with a data source whose members have the right types: a member that its kind needs, or a template;
 * `roots` are what templates may refer to.
 */
export function findDataSourceProblem(source: Json, roots: readonly string[]): string | undefined {
  if (!isFields(source)) return undefined;
  const needed = Object.entries(NEEDED).find(([type]) => type === source.type)?.[1] ?? [];
  const missing = needed.find((name) => !isText(source[name]));
  if (missing) return `data_source of type ${source.type} needs ${missing}.`;
  if (source.type === "workflow" || !isFields(source.input)) return undefined;
  try {
    const { paths } = compileTemplate(source.input);
    const wrong = paths.find(([root = "", id]) => !roots.includes(root) || (root === "fields" && !id));
    const known = roots.map((root) => (root === "fields" ? "{{ fields.<id> }}" : `{{ ${root} }}`));
    return (
      wrong && `data_source.input may refer to ${known.join(" and ")} only, not to {{ ${wrong.join(".")} }}.`
    );
  } catch (error) {
    if (error instanceof TemplateError) return `data_source.input: ${error.message}.`;
    throw error;
  }
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
