import { isDeepStrictEqual } from "node:util";
import { badField } from "../platform/errors.ts";
import { type Field, getMapping, getRuleColumns } from "../workflows/definition/field.ts";
import {
  type FieldValues,
  getEffectiveValue,
  getStoredValue,
  hasParentValue,
} from "../workflows/definition/stored-values.ts";

/**
 * `merged` without the values that no longer fit the fields they depend on: a field has no value while its parent
 * has none, and a fetched choice is dropped when its parent's value changes, unless the request sets it. Throws 400
 * for a value whose parent has none, unless the request is what emptied the parent.
 */
export function removeStaleChildren(
  declared: readonly Field[],
  { stored, merged, given }: { stored: FieldValues; merged: FieldValues; given: FieldValues },
  where: string,
): FieldValues {
  const settled: FieldValues = { ...merged };
  const emptied = new Set(Object.keys(given));
  for (const field of parentsFirst(declared)) {
    const { id, parent } = field;
    if (parent === undefined || getStoredValue(settled, id) === undefined) continue;
    const isGiven = getStoredValue(given, id) !== undefined;
    if (!hasParentValue(declared, settled, field)) {
      if (isGiven && !emptied.has(parent))
        throw badField(`${where}.${id}`, `${where}.${id} needs a value of ${parent} first.`);
      delete settled[id];
      emptied.add(id);
    } else if (!isGiven && hasSource(field) && wasChanged(declared, parent, stored, settled)) {
      delete settled[id];
      emptied.add(id);
    }
  }
  return settled;
}

function parentsFirst(declared: readonly Field[]): Field[] {
  const depth = ({ parent }: Field): number => {
    let levels = 0;
    for (let id = parent; id !== undefined && levels <= declared.length; levels++)
      id = declared.find((one) => one.id === id)?.parent;
    return levels;
  };
  return [...declared].sort((a, b) => depth(a) - depth(b));
}

function wasChanged(
  declared: readonly Field[],
  id: string,
  before: FieldValues,
  after: FieldValues,
): boolean {
  const field = declared.find((one) => one.id === id);
  const valueIn = (values: FieldValues) => field && getEffectiveValue(declared, values, field);
  return !isDeepStrictEqual(valueIn(before), valueIn(after));
}

function hasSource(field: Field): boolean {
  const { lhs, rhs } = getMapping(field);
  const columns = getRuleColumns(field);
  const ofRules = [columns.lhs, columns.operator, columns.rhs].some(({ source }) => source);
  return Boolean(field.data_source ?? lhs.source ?? rhs.source) || ofRules;
}
