import { type Static, Type } from "typebox";
import { badRequest } from "./errors.ts";

const MAX_LIMIT = 100;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/** Paging query of every list: `page` from 1, `limit` 10 by default; more than 100 is treated as 100 (D10). */
export const PageQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "Page number, from 1." }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, default: 10, description: "Rows a page; more than 100 is treated as 100." }),
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

export interface Page {
  page: number;
  limit: number;
  offset: number;
}

/** Turns the paging query into limit and offset. */
export function pageOf(query: Static<typeof PageQuery>): Page {
  const page = query.page ?? 1;
  const limit = Math.min(query.limit ?? 10, MAX_LIMIT);
  return { page, limit, offset: (page - 1) * limit };
}

/** The envelope for one page of `totalDocs` rows (spec 2.6). */
export function envelope({ page, limit, offset }: Page, totalDocs: number) {
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

/**
 * The moment that a list's query names in `field`: a day or a moment of ISO 8601, UTC unless it says otherwise,
 * in the years 1 to 9999. Empty or absent asks for nothing; 400 for anything else.
 */
export function readDate(field: string, text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const zoned = DAY.test(text) || /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const ms = MOMENT.test(text) && isDay(text.slice(0, 10)) ? Date.parse(zoned) : Number.NaN;
  if (ms >= FIRST_MOMENT && ms <= LAST_MOMENT) return new Date(ms);
  throw badRequest(`${field} must be a date such as 2026-01-31 or 2026-01-31T09:30:00.000Z.`);
}

/** The first moment that no longer counts when `field` is the end: a day counts whole, a moment counts itself. As readDate. */
export function readEndDate(field: string, text: string | undefined): Date | undefined {
  const end = readDate(field, text);
  if (!end || !text) return undefined;
  // The last day of all ends a moment early: the database takes no year of five digits.
  return new Date(Math.min(end.getTime() + (DAY.test(text) ? DAY_MS : 1), LAST_MOMENT));
}

/** Date.parse takes 31 February for a day in March. */
function isDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
