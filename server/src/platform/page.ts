import { type Static, Type } from "typebox";

const MAX_LIMIT = 100;

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
