import { ApiError } from "../../platform/errors.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { findDataSourceProblem } from "../definition/data-source.ts";
import { type Field, listDeclaredFields } from "../definition/field.ts";
import { parseFieldValue } from "../definition/field-value.ts";
import type { Fields } from "../definition/graph.ts";

/**
 * What is wrong with declared fields whose members have the right types, as a sentence that begins with `where` and
 * names the field; undefined if nothing is.
 */
export function findFieldProblem(slots: readonly Fields[], where: string): string | undefined {
  const nameless = slots.findIndex((slot) => listDeclaredFields([slot]).length === 0);
  if (nameless >= 0) return `${where}.${nameless} needs an id or a name.`;
  const fields = listDeclaredFields(slots);
  const byId = new Map(fields.map((field) => [field.id, field]));
  for (const [index, field] of fields.entries()) {
    if (fields.findIndex(({ id }) => id === field.id) !== index)
      return `${where}: the id "${field.id}" is used more than once.`;
    const problem = parentProblem(field, byId) ?? sourceProblem(field) ?? shapeProblem(field);
    if (problem) return `${where}: field "${field.id}": ${problem}`;
  }
  return undefined;
}

function parentProblem({ id, parent }: Field, byId: ReadonlyMap<string, Field>): string | undefined {
  if (parent === undefined) return undefined;
  const seen = new Set([id]);
  for (let next: string | undefined = parent; next !== undefined; next = byId.get(next)?.parent) {
    if (!byId.has(next)) return `parent "${next}" is not a field here.`;
    if (seen.has(next)) return `its parents lead back to it (${[...seen, next].join(" → ")}).`;
    seen.add(next);
  }
  return byId.get(parent)?.field_type === "password"
    ? `parent "${parent}" is a password, and no field can depend on one.`
    : undefined;
}

function sourceProblem(field: Field): string | undefined {
  for (const { path, source, roots } of listDataSources(field)) {
    const problem = findDataSourceProblem(source, roots);
    if (problem) return `${path}${problem}`;
  }
  return undefined;
}

/** A data source within a field. */
interface Source {
  /** Where it is in the field, such as `rule_columns.rhs.`; empty for the field's own. */
  readonly path: string;
  readonly source: Json;
  /** What its templates may refer to. */
  readonly roots: string[];
}

/** All data sources of a field: its own, and those of its columns. */
export function listDataSources(field: Field): Source[] {
  const own =
    field.data_source === undefined ? [] : [{ path: "", source: field.data_source, roots: ["fields"] }];
  const columns = ["mapping", "rule_columns"] as const;
  return [...own, ...columns.flatMap((name) => sourcesIn(field[name], name))];
}

/**
 * The data sources of a mapping's sides or of rule columns; those of right side and operator can also read the left
 * side.
 */
function sourcesIn(value: Json | undefined, path: string): Source[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, column]) => {
    if (!isObject(column)) return [];
    const roots = path === "rule_columns" && name !== "lhs" ? ["fields", "lhs"] : ["fields"];
    const own = column.data_source === undefined ? [] : [column.data_source];
    const here = own.map((source) => ({ path: `${path}.${name}.`, source, roots }));
    const nested = isObject(column.by_lhs) ? Object.entries(column.by_lhs) : [];
    return [
      ...here,
      ...nested.flatMap(([lhs, one]) =>
        isObject(one) && one.data_source !== undefined
          ? { path: `${path}.${name}.by_lhs.${lhs}.`, source: one.data_source, roots }
          : [],
      ),
    ];
  });
}

function shapeProblem(field: Field): string | undefined {
  const { field_type: type, defaultValue, labels } = field;
  if (type === "map_v2" && !isObject(field.mapping)) return "a map_v2 needs mapping, with lhs and rhs.";
  const values = labels.map(({ value }) => String(value));
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) return `two of its labels have the value ${JSON.stringify(twice)}.`;
  if (defaultValue === undefined) return undefined;
  if (type === "password") return "a password cannot have a defaultValue, because everyone could read it.";
  return defaultProblem(field, defaultValue);
}

function defaultProblem(field: Field, value: Json): string | undefined {
  try {
    parseFieldValue({ ...field, id: "defaultValue" }, value, "its");
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
