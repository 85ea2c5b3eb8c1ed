import { type Static, Type } from "typebox";
import { badField } from "./errors.ts";
import { DAY_MS, isDay, LAST_MOMENT_MS, parseMoment } from "./moment.ts";

const MAX_LIMIT = 100;
const CURSOR = /^([1-9]\d{0,8})\.([0-9a-f]{24})$/;

/** Paging query of every list: `page` from 1, `limit` 10 by default; more than 100 is treated as 100. */
export const PageQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "Page number, from 1." }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 10,
      description: "Records per page; more than 100 is treated as 100.",
    }),
  ),
});

/** Paging query of a list that may grow without bound, which can also be walked by cursor. */
export const LongPageQuery = Type.Object({
  ...PageQuery.properties,
  after: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "`nextCursor` of the previous page. Cursor paging stays fast at any depth, and neither repeats nor skips records when others are added. `page` is then ignored.",
    }),
  ),
});

/** The page envelope (spec 2.6), to be spread into a list's reply. */
export const PageEnvelope = {
  totalDocs: Type.Integer(),
  limit: Type.Integer(),
  totalPages: Type.Integer(),
  page: Type.Integer(),
  pagingCounter: Type.Integer(),
  hasPrevPage: Type.Boolean(),
  hasNextPage: Type.Boolean(),
  prevPage: Type.Union([Type.Integer(), Type.Null()]),
  nextPage: Type.Union([Type.Integer(), Type.Null()]),
};

/** The same for a list that may grow without bound. */
export const LongPageEnvelope = {
  ...PageEnvelope,
  totalDocsIsEstimate: Type.Optional(
    Type.Boolean({
      description:
        "True if `totalDocs` and `totalPages` are estimates: the list is filtered and has more than 1,000 records.",
    }),
  ),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: "Pass it as `after` to get the next page; null on the last page.",
  }),
};

export interface Page {
  page: number;
  limit: number;
  offset: number;
  /** Id of the row before this page, if the page was requested by cursor. */
  after?: string;
}

/** Turns the paging query into limit and offset. */
export function parsePage(query: Static<typeof PageQuery>): Page {
  const page = query.page ?? 1;
  const limit = Math.min(query.limit ?? 10, MAX_LIMIT);
  return { page, limit, offset: (page - 1) * limit };
}

/** The same for a list that may grow without bound; 400 for an invalid cursor. */
export function parseLongPage(query: Static<typeof LongPageQuery>): Page {
  if (!query.after) return parsePage(query);
  const { page, after } = readCursor(query.after);
  return { ...parsePage({ ...query, page }), after };
}

function readCursor(text: string): { page: number; after: string } {
  const [, page, after] = CURSOR.exec(text) ?? [];
  if (after === undefined)
    throw badField("after", "after must be the nextCursor of another page of this list.");
  return { page: Number(page), after };
}

/** The envelope for one page of `totalDocs` rows (spec 2.6). */
export function buildEnvelope({ page, limit, offset }: Page, totalDocs: number) {
  const totalPages = Math.max(1, Math.ceil(totalDocs / limit));
  return {
    totalDocs,
    limit,
    totalPages,
    page,
    pagingCounter: offset + 1,
    hasPrevPage: page > 1,
    hasNextPage: page < totalPages,
    prevPage: page > 1 ? page - 1 : null,
    nextPage: page < totalPages ? page + 1 : null,
  };
}

/** The envelope of a list that may grow without bound. */
export type LongEnvelope = ReturnType<typeof buildLongEnvelope>;

/**
 * The envelope for the `rows` of one page; `more` says whether any follow. The page corrects an estimated total: it
 * is never less than what was seen, and exact on the last page.
 */
export function buildLongEnvelope(
  page: Page,
  { total, isEstimate }: { total: number; isEstimate: boolean },
  { rows, more }: { rows: readonly { id: string }[]; more: boolean },
) {
  const seen = page.offset + rows.length;
  const isEnd = !more && rows.length > 0;
  const likely = isEnd ? seen : more ? Math.max(total, seen + 1) : Math.min(total, seen);
  const last = rows.at(-1);
  return {
    ...buildEnvelope(page, isEstimate ? likely : total),
    // With a cursor, a page's number is as old as the walk.
    ...(isEstimate && !(isEnd && page.after === undefined) && { totalDocsIsEstimate: true }),
    hasNextPage: more,
    nextPage: more ? page.page + 1 : null,
    nextCursor: more && last ? `${page.page + 1}.${last.id}` : null,
  };
}

/**
 * The moment that `field` of a list's query names: a day or a moment of ISO 8601, in UTC by default, in the years 1
 * to 9999. Undefined if empty or absent; 400 for anything else.
 */
export function parseQueryDate(field: string, text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const date = parseMoment(text);
  if (date) return date;
  throw badField(field, `${field} must be a date such as 2026-01-31 or 2026-01-31T09:30:00.000Z.`);
}

/**
 * The exclusive end when `field` is the end: a day counts as a whole, a moment includes itself. Like
 * `parseQueryDate`.
 */
export function parseQueryEndDate(field: string, text: string | undefined): Date | undefined {
  const end = parseQueryDate(field, text);
  if (!end || !text) return undefined;
  // The last day of all ends a moment early: the database accepts no five-digit year.
  return new Date(Math.min(end.getTime() + (isDay(text) ? DAY_MS : 1), LAST_MOMENT_MS));
}
