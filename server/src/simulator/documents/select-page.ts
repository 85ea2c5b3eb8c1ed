import type { JsonObject } from "../../apps/connector.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import type { PlayedOperation } from "./read-played-operations.ts";

const SIZES = /^(page_?)?(limit|size)$|^per_?page$|^(max_?)?results$|^count$|^first$/i;
const PAGES = /^page(_?(number|num|no))?$/i;
const OFFSETS = /^(offset|skip|start|start_?at|start_?index)$/i;
const CURSORS =
  /^(cursor|after|starting_?after|next|next_?cursor|(next_?)?page_?token|continuation_?token|bookmark)$/i;
const NEXT =
  /^(next|next_?cursor|next_?page|(next_?)?page_?token|next_?token|cursor|after|end_?cursor|continuation_?token)$/i;
const MORE = /^(has_?more|has_?next(_?page)?|more)$/i;
const TOTALS = /^(total|total_?(count|results|items|size)|count|size)$/i;
const USUAL_SIZE = 20;

/** A page of a list, and what its answer says of the others. */
export interface RecordPage {
  readonly items: readonly JsonObject[];
  readonly total: number;
  /** The value of the parameter that asks for the next page; undefined on the last one. */
  readonly next: { readonly name: string; readonly value: string } | undefined;
}

/** The page that a request asks for, by the parameters that the document declares; all records if it declares none. */
export function selectPage(
  { parameters }: Pick<PlayedOperation, "parameters">,
  query: URLSearchParams,
  records: readonly JsonObject[],
): RecordPage {
  const declared = (names: RegExp) =>
    parameters.find(({ name, place }) => place === "query" && names.test(name));
  const [size, page, offset, cursor] = [SIZES, PAGES, OFFSETS, CURSORS].map(declared);
  const total = records.length;
  if (size === undefined && page === undefined && cursor === undefined && offset === undefined)
    return { items: records, total, next: undefined };
  const most = Number(query.get(size?.name ?? "") ?? size?.schema.default ?? USUAL_SIZE) || USUAL_SIZE;
  const first = page?.schema.default === 0 || page?.schema.minimum === 0 ? 0 : 1;
  const asked = Number(query.get(page?.name ?? "") ?? first);
  const from =
    page !== undefined && query.has(page.name)
      ? (asked - first) * most
      : Number(query.get(cursor?.name ?? "") ?? query.get(offset?.name ?? "") ?? 0);
  const start = Number.isFinite(from) ? Math.max(0, from) : total;
  const end = start + most;
  const items = records.slice(start, end);
  const by = cursor ?? offset ?? page;
  if (end >= total || by === undefined) return { items, total, next: undefined };
  const value = by === page ? asked + 1 : end;
  return { items, total, next: { name: by.name, value: String(value) } };
}

/** An answer whose members about pages are true of the page; `url` is what was asked. */
export function describePage(answer: Json, { items, total, next }: RecordPage, url: URL): Json {
  if (!isObject(answer)) return answer;
  const pairs = Object.entries(answer).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value];
    if (MORE.test(name)) return [name, next !== undefined];
    if (NEXT.test(name)) return [name, describeNext(value, next, url)];
    if (TOTALS.test(name) && typeof value === "number")
      return [name, /total/i.test(name) ? total : items.length];
    return [name, isObject(value) ? describePage(value, { items, total, next }, url) : value];
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function describeNext(example: Json, next: RecordPage["next"], url: URL): Json {
  if (isObject(example))
    return next === undefined ? null : describePage(example, { items: [], total: 0, next }, url);
  if (next === undefined) return null;
  if (typeof example === "number") return Number(next.value);
  if (!/^https?:/.test(String(example))) return next.value;
  const following = new URL(url);
  following.searchParams.set(next.name, next.value);
  return following.href;
}
