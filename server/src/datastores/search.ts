import { badRequest } from "../platform/errors.ts";
import { isObject, type Json } from "../platform/json/json.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import type { DatastoreRecord } from "./store.ts";

// Regular expressions from users can run forever (D244), so they run where they can be stopped.
const LIMITS = { cpuMs: 900, wallMs: 5000, memoryMiB: 96 };

const CODE = `
  let patterns;
  try {
    patterns = sought.map((text) => new RegExp(text, "i"));
  } catch (error) {
    return { wrong: String(error.message) };
  }
  const found = [];
  for (let row = 0; row < rows.length; row++)
    if (patterns.every((pattern, column) => rows[row][column] !== null && pattern.test(rows[row][column])))
      found.push(row);
  return { found };
`;

/**
 * The records in which every field of `sought` matches its regular expression, ignoring case (platform-surface
 * 3.8); none if it is empty. 400 for an invalid regular expression and for one that takes more than a second.
 */
export async function searchRecords(
  sandbox: Sandbox,
  records: readonly DatastoreRecord[],
  sought: Readonly<Record<string, string>>,
): Promise<DatastoreRecord[]> {
  const fields = Object.keys(sought);
  if (fields.length === 0) return [];
  const rows = records.map((record) => fields.map((field) => textOf(record, field)));
  const result = await sandbox.run({
    code: CODE,
    globals: { sought: Object.values(sought), rows },
    limits: LIMITS,
  });
  if (!result.ok)
    throw badRequest(
      result.error.kind === "timeout"
        ? "The search took too long: simplify its regular expressions."
        : "The records are too large to be searched.",
    );
  const { wrong, found } = readFound(result.value);
  if (wrong !== undefined) throw badRequest(`This is not a regular expression: ${wrong}.`);
  const rowsFound = new Set(found);
  return records.filter((_, row) => rowsFound.has(row));
}

function readFound(value: Json): { wrong?: string; found?: Json[] } {
  if (!isObject(value)) return {};
  return {
    wrong: typeof value.wrong === "string" ? value.wrong : undefined,
    found: Array.isArray(value.found) ? value.found : undefined,
  };
}

/** The text to search: numbers and the like as written, lists and objects as JSON. */
function textOf({ record_id, fields }: DatastoreRecord, field: string): string | null {
  const value = Object.hasOwn(fields, field) ? fields[field] : field === "record_id" ? record_id : undefined;
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
