import { Readable } from "node:stream";
import { presentAuditDetail } from "./schema.ts";
import type { AuditRow } from "./store.ts";

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The media types of exports. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv",
  jsonl: "application/jsonl",
};

const COLUMNS = [
  "id",
  "at",
  "action",
  "operation",
  "actor_kind",
  "actor_id",
  "actor_name",
  "address",
  "user_agent",
  "environment",
  "object_type",
  "object_id",
  "object_name",
  "linked_account_id",
  "fields",
  "secrets",
  "before",
  "after",
  "sequence",
  "hash",
];

/** Records as a file, streamed page by page so that its size does not matter. */
export function exportStream(pages: AsyncIterable<readonly AuditRow[]>, format: ExportFormat): Readable {
  return Readable.from(format === "csv" ? csvOf(pages) : linesOf(pages), { objectMode: false });
}

async function* linesOf(pages: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  for await (const rows of pages)
    yield rows.map((row) => `${JSON.stringify(presentAuditDetail(row))}\n`).join("");
}

async function* csvOf(pages: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  yield formatCsvLine(COLUMNS);
  for await (const rows of pages) yield rows.map((row) => formatCsvLine(cellsOf(row))).join("");
}

function cellsOf(row: AuditRow): (string | null)[] {
  const { _id, at, action, operation, actor, address, user_agent, environment, object, ...rest } =
    presentAuditDetail(row);
  const { linked_account_id, fields, secrets, before, after, sequence, hash } = rest;
  return [
    _id,
    at,
    action,
    operation,
    actor.kind,
    actor.id,
    actor.name,
    address,
    user_agent,
    environment,
    object.type,
    object.id,
    object.name,
    linked_account_id,
    fields.join(" "),
    secrets.join(" "),
    jsonCell(before),
    jsonCell(after),
    String(sequence),
    hash,
  ];
}

function jsonCell(value: object | null): string | null {
  return value && JSON.stringify(value);
}

/**
 * A line of RFC 4180. A cell that a spreadsheet would read as a formula gets a leading apostrophe, which makes it
 * text.
 */
export function formatCsvLine(cells: readonly (string | null)[]): string {
  const quoted = cells.map((cell) => {
    if (cell === null) return "";
    const safe = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(",")}\r\n`;
}
