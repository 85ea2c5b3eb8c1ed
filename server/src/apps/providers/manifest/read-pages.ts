import type { Json } from "../../../platform/json.ts";
import { type BareCall, ConnectorError, type HttpRequest } from "../../connector.ts";
import { type Exchange, type Prepared, sendRequest } from "./exchange.ts";
import type { Pager, Position } from "./paging.ts";
import type { Scope } from "./template.ts";

/** A list that can be read: its pages and the request that fetches one. */
export interface PagedList {
  pager: Pager;
  prepared: Prepared;
  exchange: Exchange;
}

/** How much of a list is read in one go. */
export interface Reading {
  /** What the request's templates may refer to. */
  scope: Scope;
  /** Where to begin; undefined for the first page. */
  from?: Position;
  maxPages: number;
  /** Sees each page's items and answer; false ends the reading. */
  onPage(items: Json[], answer: Scope): boolean;
}

const LEADS_ELSEWHERE: readonly string[] = ["blocked", "remote"];

/** Reads pages one after the other; returns where the next one begins, undefined after the last. Throws `ConnectorError`. */
export async function readPages(
  { pager, prepared, exchange }: PagedList,
  call: BareCall,
  { scope, from, maxPages, onPage }: Reading,
): Promise<Position | undefined> {
  let position = from;
  for (let count = 0; count < maxPages; count++) {
    const { page, link } = pager.place(position);
    const asked = { ...scope, ...page };
    const request = buildRequest(() => prepared[call.credential.type](asked, link), {
      isGiven: link !== undefined && count === 0,
    });
    const answer = await sendRequest(request, call, { readAnswer: exchange.readAnswer, repeatable: true });
    const { items, next } = pager.read(answer, asked, position);
    position = next;
    if (!onPage(items, answer) || position === undefined) break;
  }
  return position;
}

/** A link that the caller gave, and that leads elsewhere, is the caller's mistake. */
function buildRequest(build: () => HttpRequest, { isGiven }: { isGiven: boolean }): HttpRequest {
  try {
    return build();
  } catch (error) {
    if (!isGiven || !(error instanceof ConnectorError) || !LEADS_ELSEWHERE.includes(error.code)) throw error;
    throw new ConnectorError("input", "cursor must be next_cursor of the answer before.", { cause: error });
  }
}
