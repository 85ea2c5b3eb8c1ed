import { Readable } from "node:stream";
import { formatCsvLine } from "../audit-log/export.ts";
import type { Scope } from "../auth/scope.ts";
import { presentUsage } from "./schema.ts";
import type { UsageRow } from "./store.ts";

export const USAGE_FORMATS = ["csv", "jsonl", "cloudevents"] as const;
export type UsageFormat = (typeof USAGE_FORMATS)[number];

/** The media type and the end of the file name of each format. */
export const USAGE_FILES: Readonly<Record<UsageFormat, { readonly type: string; readonly ending: string }>> =
  {
    csv: { type: "text/csv", ending: "csv" },
    jsonl: { type: "application/jsonl", ending: "jsonl" },
    cloudevents: { type: "application/jsonl", ending: "events.jsonl" },
  };

const COLUMNS = ["id", "linked_account_id", "day", "meter", "value", "is_final"];

/** Usage as a file, streamed page by page so that its size does not matter. */
export function createUsageStream(
  pages: AsyncIterable<readonly UsageRow[]>,
  scope: Scope,
  format: UsageFormat,
): Readable {
  return Readable.from(renderPages(pages, scope, format), { objectMode: false });
}

async function* renderPages(
  pages: AsyncIterable<readonly UsageRow[]>,
  scope: Scope,
  format: UsageFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield formatCsvLine(COLUMNS);
  for await (const rows of pages) yield rows.map((row) => renderRow(row, scope, format)).join("");
}

function renderRow(row: UsageRow, scope: Scope, format: UsageFormat): string {
  if (format === "cloudevents") return `${JSON.stringify(toCloudEvent(row, scope))}\n`;
  const record = presentUsage(row);
  if (format === "jsonl") return `${JSON.stringify(record)}\n`;
  const { _id, linked_account_id, day, meter, value, is_final } = record;
  return formatCsvLine([_id, linked_account_id, day, meter, String(value), String(is_final)]);
}

/**
 * Usage as an event of CloudEvents 1.0, which billing systems take. `source` and `id` are always the same for a row, so
 * that one that is sent again counts once. It dates from the end of its day: a subscription that began on that day pays
 * for it (D557).
 */
export function toCloudEvent({ id, accountId, day, meter, value }: UsageRow, { orgId, environment }: Scope) {
  return {
    specversion: "1.0",
    id,
    source: `urn:junctor:${orgId}:${environment}`,
    type: `junctor.usage.${meter}`,
    subject: accountId,
    time: `${day}T23:59:59Z`,
    datacontenttype: "application/json",
    data: { meter, day, value },
  };
}
