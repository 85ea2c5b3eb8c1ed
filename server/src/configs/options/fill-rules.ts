import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { type Column, type Field, getColumn, getRuleColumns } from "../../workflows/definition/field.ts";
import type { FieldValues } from "../../workflows/definition/stored-values.ts";
import type { ConfigView, FieldError } from "../schema.ts";
import {
  type AskSource,
  createOptionSource,
  getChoice,
  getClearValues,
  withChosenConnection,
} from "./fill-options.ts";
import type { OptionDeps } from "./look-up-options.ts";
import { fetchConditionColumns } from "./rule-options.ts";

/** How many left sides of one field are looked up at once; the columns of further ones stay as declared. */
const MOST_LEFT_SIDES = 20;

/** The left sides that a field's conditions use; the workflow's id is undefined for a field of the application. */
export type LeftSidesOf = (
  field: Field,
  stored: FieldValues,
  workflowId: string | undefined,
) => readonly string[];

/**
 * A config whose rules have, for these left sides, the operators and right sides from data sources and code, as
 * `by_lhs` of their columns. Failures are among the errors. Call it with no transaction open.
 */
export async function fetchRuleColumns(
  deps: OptionDeps & Pick<Deps, "sandbox">,
  scope: AccountScope,
  view: ConfigView,
  leftSidesOf: LeftSidesOf,
): Promise<{ view: ConfigView; errors: FieldError[] }> {
  const ask = createOptionSource(deps, scope, view.row, {});
  const sandbox = deps.sandbox.forTenant(scope.account.id);
  const errors: FieldError[] = [];
  const fill = (fields: readonly Field[], values: FieldValues, stored: FieldValues, workflowId?: string) =>
    Promise.all(
      fields.map(async (field) => {
        if (field.field_type !== "rule_engine") return field;
        const lefts = [...new Set(leftSidesOf(field, stored, workflowId))];
        const source = withChosenConnection(ask, view, workflowId);
        const filled = await fillField({ sandbox }, source, { field, values, lefts });
        const { id, name } = field;
        if (filled.problem !== undefined) errors.push({ id, name, error: { message: filled.problem } });
        return filled.field;
      }),
    );
  const shared = getClearValues(view.fields, view.row.fields);
  const [fields, ...ofWorkflows] = await Promise.all([
    fill(view.fields, shared, view.row.fields),
    ...view.workflows.map(({ id, fields: own }) => {
      const stored = getChoice(view, id).fields;
      return fill(own, { ...shared, ...getClearValues(own, stored) }, stored, id);
    }),
  ]);
  const workflows = view.workflows.map((workflow, index) => ({
    ...workflow,
    fields: ofWorkflows[index] ?? workflow.fields,
  }));
  return { view: { ...view, fields: fields ?? view.fields, workflows }, errors };
}

async function fillField(
  deps: Pick<Deps, "sandbox">,
  ask: AskSource,
  { field, values, lefts }: { field: Field; values: FieldValues; lefts: readonly string[] },
): Promise<{ field: Field; problem?: string }> {
  const columns = getRuleColumns(field);
  const isOpen = (lhs: string) =>
    [columns.operator, columns.rhs].some((column) => getColumn(column, lhs).source !== undefined);
  const asked = lefts.filter((lhs) => columns.code !== undefined || isOpen(lhs)).slice(0, MOST_LEFT_SIDES);
  if (asked.length === 0) return { field };
  const found = await Promise.all(
    asked.map(async (left) => ({
      ...(await fetchConditionColumns(deps, ask, { field, values, lhs: left })),
      left,
    })),
  );
  const problem = found.find(({ error }) => error !== undefined)?.error?.message;
  const side = (name: "operator" | "rhs") =>
    withLeftSides(field.rule_columns, name, new Map(found.map((one) => [one.left, one[name]])));
  const given = isObject(field.rule_columns) ? field.rule_columns : {};
  return {
    field: { ...field, rule_columns: { ...given, operator: side("operator"), rhs: side("rhs") } },
    problem,
  };
}

/** The column with the values for each of these left sides. */
function withLeftSides(
  columns: Json | undefined,
  name: "operator" | "rhs",
  found: ReadonlyMap<string, Column>,
): Json {
  const given = isObject(columns) ? columns[name] : undefined;
  const column = isObject(given) ? given : {};
  const declared = isObject(column.by_lhs) ? column.by_lhs : {};
  const filled = [...found].map(([lhs, one]) => [lhs, columnJson(one)]);
  return { ...column, by_lhs: { ...declared, ...Object.fromEntries(filled) } };
}

/** A column in the form in which fields declare it; `readColumn` parses it. */
function columnJson({ source, options, ...column }: Column): Json {
  const members = {
    ...column,
    options: options?.map(({ name, value }) => ({ name, value })),
    data_source: source && { ...source },
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Json;
}
