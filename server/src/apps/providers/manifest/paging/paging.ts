import { isObject, type Json } from "../../../../platform/json/json.ts";
import { ConnectorError } from "../../../connector.ts";
import { compileTemplate, findValueAt, type TemplateScope, toText } from "../request/template.ts";
import type { ManifestActionPaging, ManifestPaging } from "../schema/paging-schema.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { parseLinkHeader } from "./link-header.ts";
import type { PageLink } from "./linked-url.ts";

/** Where a page begins: the provider's cursor, a number or an address. */
export type Position = Json;

/** The items of a page, and where the next page begins (undefined after the last). */
export interface ItemPage {
  items: Json[];
  next: Position | undefined;
}

/** How a list is read page by page. */
export interface Pager {
  /** The request, including the placeholder for the position. */
  request: ManifestRequest;
  /** What a page adds to the request's scope, and the page's address if the provider sends one. */
  place(position: Position | undefined): { page: TemplateScope; link?: PageLink };
  /** Reads a response; `scope` is the request's. */
  read(answer: TemplateScope, scope: TemplateScope, position: Position | undefined): ItemPage;
}

type Paging = ManifestPaging & Pick<ManifestActionPaging, "item">;
type NextPosition = (seen: {
  items: Json[];
  answer: TemplateScope;
  scope: TemplateScope;
  position: Position | undefined;
}) => Position | undefined;

/**
 * Compiles a validated paging rule; without one a list is a single page. With `takesMaps` an object in place of the list
 * is one of `key` and `value` per member.
 */
export function compilePaging(
  request: ManifestRequest,
  paging: Paging | undefined,
  items: string,
  { takesMaps = false }: { readonly takesMaps?: boolean } = {},
): Pager {
  const path = items.split(".");
  const next = paging === undefined ? () => undefined : compileNext(paging);
  const first = firstPosition(paging);
  const target = paging?.cursor?.to ?? paging?.page?.to ?? paging?.offset?.to;
  return {
    request: target === undefined ? request : withPlace(request, target),
    place: (position) =>
      paging?.link === undefined
        ? { page: placeOf(position ?? first) }
        : { page: {}, link: linkTo(position, paging.link.path) },
    read: (answer, scope, position) => {
      const found = listAt(answer, path, takesMaps);
      return { items: found, next: next({ items: found, answer, scope, position: position ?? first }) };
    },
  };
}

// Without a position, the parameter is left out of the request instead of sent as null.
function placeOf(at: Position | undefined): TemplateScope {
  return { page: at === undefined ? {} : { at } };
}

function linkTo(position: Position | undefined, path: string | undefined): PageLink | undefined {
  return position === undefined ? undefined : { address: toText(position), path };
}

function firstPosition(paging: Paging | undefined): number | undefined {
  if (paging?.page !== undefined) return paging.page.first ?? 1;
  return paging?.offset === undefined ? undefined : 0;
}

/** The list in a response; providers often omit an empty one. Throws `ConnectorError` for any other value. */
function listAt(answer: TemplateScope, path: readonly string[], takesMaps: boolean): Json[] {
  const value = findValueAt(answer, path);
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null) return [];
  if (takesMaps && isObject(value)) return Object.entries(value).map(([key, item]) => ({ key, value: item }));
  throw new ConnectorError("remote", `The response has no list at ${path.join(".")}.`);
}

const PLACE = "{{ page.at }}";

function withPlace(request: ManifestRequest, target: string): ManifestRequest {
  const [part = "", ...names] = target.split(".");
  const name = names.join(".");
  if (part === "query") return { ...request, query: { ...request.query, [name]: PLACE } };
  if (part === "form") return { ...request, form: { ...request.form, [name]: PLACE } };
  return { ...request, json: withMember(request.json, names) };
}

function withMember(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return PLACE;
  const object = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const member = Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
  return { ...object, [name]: withMember(member, rest) };
}

function compileNext(paging: Paging): NextPosition {
  const { cursor, page, offset, link } = paging;
  if (cursor !== undefined) return nextByCursor(cursor);
  if (page !== undefined) return nextPage(page);
  if (offset !== undefined) return nextOffset(offset);
  return nextLink(link?.from);
}

function nextByCursor({ from, more }: NonNullable<Paging["cursor"]>): NextPosition {
  const path = from.split(".");
  const goesOn = condition(more);
  return ({ items, answer }) => {
    const isMore = goesOn?.(answer);
    if (isMore === false) return undefined;
    const found = findValueAt(path[0] === "last" ? { last: items.at(-1) } : answer, path);
    if (found !== undefined && found !== null && found !== "" && found !== false) return found;
    if (isMore)
      throw new ConnectorError("remote", `There are more pages, but the next one is not at ${from}.`);
    return undefined;
  };
}

function nextPage({ first = 1, size, more, pages }: NonNullable<Paging["page"]>): NextPosition {
  const goesOn = condition(more);
  const total = pages?.split(".");
  const fullSize = compileSize(size);
  return ({ items, answer, scope, position }) => {
    const at = Number(position);
    const last = total === undefined ? Number.NaN : Number(findValueAt(answer, total) ?? Number.NaN);
    let isLast = items.length < (fullSize(scope) ?? 1);
    if (goesOn !== undefined) isLast = !goesOn(answer);
    else if (total !== undefined) isLast = !(at - first + 1 < last);
    return isLast ? undefined : at + 1;
  };
}

function nextOffset({ size, total, more }: NonNullable<Paging["offset"]>): NextPosition {
  const goesOn = condition(more);
  const totalPath = total?.split(".");
  const fullSize = compileSize(size);
  return ({ items, answer, scope, position }) => {
    const end = Number(position) + items.length;
    if (items.length === 0) return undefined;
    let isLast = items.length < (fullSize(scope) ?? 1);
    if (goesOn !== undefined) isLast = !goesOn(answer);
    else if (totalPath !== undefined) isLast = !(end < Number(findValueAt(answer, totalPath) ?? Number.NaN));
    return isLast ? undefined : end;
  };
}

function condition(path: string | undefined): ((answer: TemplateScope) => boolean) | undefined {
  const names = path?.split(".");
  if (names === undefined) return undefined;
  return (answer) => {
    const value = findValueAt(answer, names);
    return value === true || value === "true";
  };
}

function compileSize(size: number | string | undefined): (scope: TemplateScope) => number | undefined {
  if (typeof size !== "string") return () => size;
  const template = compileTemplate(size);
  return (scope) => {
    const value = Number(toText(template.render(scope)) || Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
}

function nextLink(from: string | undefined): NextPosition {
  const path = from?.split(".");
  return ({ answer }) => {
    const link =
      path === undefined
        ? parseLinkHeader(toText(findValueAt(answer, ["headers", "link"])))
        : toText(findValueAt(answer, path));
    return link === "" ? undefined : link;
  };
}
