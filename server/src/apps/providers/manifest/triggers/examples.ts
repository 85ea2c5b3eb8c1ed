import type { Json } from "../../../../platform/json/json.ts";
import type { ConnectorCall } from "../../../connector.ts";
import { compilePaging } from "../paging/paging.ts";
import { readPages } from "../paging/read-pages.ts";
import { buildTemplateScope, type Exchange } from "../request/exchange.ts";
import { compileTemplate } from "../request/template.ts";
import type { ManifestPoll } from "../schema/trigger-schema.ts";
import { buildNow, compileItem } from "./poll.ts";
import type { PolledItem } from "./poll-memory.ts";
import { comparePositions } from "./position.ts";

const MOST_EXAMPLES = 10;
// Lists may begin with empty pages.
const MOST_PAGES = 3;
// A list that begins at the moment of the first poll would be empty.
const BACK_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Reads what a polled trigger has lately had to tell, as the data of its events, newest first as far as the first page
 * with items says; `name` is the application's, for messages. Throws `ConnectorError`.
 */
export function compileExamples(
  source: ManifestPoll,
  exchange: Exchange,
  name: string,
): (call: ConnectorCall) => Promise<Json[]> {
  const pager = compilePaging(source.request, source.paging, source.items ?? source.paging?.items ?? "body");
  const list = { pager, prepared: exchange.prepare(pager.request), exchange };
  const start = source.start === undefined ? undefined : compileTemplate(source.start);
  const readItem = compileItem(source, name);
  return async (call) => {
    const given = buildTemplateScope(call);
    const since = start?.render({ ...given, now: buildNow(call.now() - BACK_MS) }) ?? null;
    const scope = { ...given, now: buildNow(call.now()), ...(since !== null && { cursor: since }) };
    const found: PolledItem[] = [];
    await readPages(list, call, {
      scope,
      maxPages: MOST_PAGES,
      onPage: (items) => {
        found.push(...items.map((item, i) => readItem(item, found.length + i + 1)));
        return found.length === 0;
      },
    });
    return found
      .sort(newestFirst)
      .slice(0, MOST_EXAMPLES)
      .map(({ data }) => data);
  };
}

/** Items without a position stay as the provider lists them. */
function newestFirst(one: PolledItem, other: PolledItem): number {
  if (one.position === null || other.position === null) return 0;
  return comparePositions(other.position, one.position);
}
