import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "../platform/json/json.ts";
import type { PendingTable } from "./table.ts";

type Columns = PendingTable["before"];
type ChangeOfAccount = Pick<PendingTable, "event" | "before" | "after" | "secrets">;

/** Larger values are recorded by their size and digest, as in `audited_value` of migration 0119. */
const LARGEST_VALUE = 256 * 1024;

/**
 * What a change of a linked account says in the log: the columns that differ. Undefined if none does: each time that a
 * user-defined field is sent, its id and times are new, and only its value counts.
 */
export function compareAccount<Change extends ChangeOfAccount>(change: Change): Change | undefined {
  const before = toValues(change.before);
  const after = toValues(change.after);
  const names = Object.keys({ ...before, ...after });
  const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (change.event === "update" && differing.length === 0 && change.secrets.length === 0) return undefined;
  const pick = (values: Readonly<Record<string, Json>>) =>
    Object.fromEntries(differing.map((name) => [name, toAuditedValue(values[name] ?? null)]));
  return {
    ...change,
    before: change.before && differing.length > 0 ? pick(before) : null,
    after: change.after && differing.length > 0 ? pick(after) : null,
  };
}

/** The columns that have a value. */
function toValues(columns: Columns): Record<string, Json> {
  const values = Object.entries(columns ?? {}).map(([name, value]): [string, Json] => [
    name,
    name === "udf" ? toFields(value) : value,
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** User-defined fields by their names; null if there are none. */
function toFields(udf: Json): Json {
  // Records of before migration 0158 have them like this.
  if (!Array.isArray(udf)) return udf;
  const fields = udf.flatMap((field): [string, Json][] =>
    isObject(field) && typeof field.key_name === "string" ? [[field.key_name, field.key_value ?? null]] : [],
  );
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

function toAuditedValue(value: Json): Json {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= LARGEST_VALUE) return value;
  return { left_out_bytes: bytes, sha256: createHash("sha256").update(text).digest("hex") };
}
