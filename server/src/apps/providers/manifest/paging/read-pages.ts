import type { Json } from "../../../../platform/json/json.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { type BareCall, ConnectorError, type HttpRequest } from "../../../connector.ts";
import { type Exchange, type RequestBuilders, sendRequest } from "../request/exchange.ts";
import type { TemplateScope } from "../request/template.ts";
import type { Pager, Position } from "./paging.ts";

/** A list that can be read: its pages and the request that fetches one. */
export interface PagedList {
  pager: Pager;
  prepared: RequestBuilders;
  exchange: Exchange;
}

/** How much of a list is read in one go. */
export interface ReadPagesOptions {
  /** What the request's templates may refer to. */
  scope: TemplateScope;
  /** Where to begin; undefined for the first page. */
  from?: Position;
  maxPages: number;
  /** Sees each page's items and answer; false ends the reading. */
  onPage(items: Json[], answer: TemplateScope): boolean;
  /** Whether the failure of a page after the first ends the reading before that page, instead of failing all of it. */
  endsAt?(error: unknown): boolean;
}

// Of all answers together, as they came.
const MOST_BYTES = 10 * 1024 * 1024;
const LEADS_ELSEWHERE: readonly string[] = ["blocked", "remote"];

/** Reads pages one after the other, at most 10 MiB of them; returns where the next one begins, undefined after the last. Throws `ConnectorError`. */
export async function readPages(
  { pager, prepared, exchange }: PagedList,
  call: BareCall,
  { scope, from, maxPages, onPage, endsAt }: ReadPagesOptions,
): Promise<Position | undefined> {
  let position = from;
  const { counting, read } = withinBudget(call);
  for (let count = 0; count < maxPages; count++) {
    const { page, link } = pager.place(position);
    const asked = { ...scope, ...page };
    const request = buildRequest(() => prepared[call.credential.type](asked, link), {
      isGiven: link !== undefined && count === 0,
    });
    const { readAnswer } = exchange;
    const sending = sendRequest(request, counting, { readAnswer, repeatable: true });
    const answer = await sending.catch((error: unknown) => {
      // What no longer fits is read by the next call, which has room for it.
      if (count > 0 && (isTooLarge(error) || endsAt?.(error))) return undefined;
      throw error;
    });
    if (answer === undefined) break;
    const { items, next } = pager.read(answer, asked, position);
    position = next;
    if (!onPage(items, answer) || position === undefined || read() >= MOST_BYTES) break;
  }
  return position;
}

/** A link that the caller gave, and that leads elsewhere, is the caller's mistake. */
function buildRequest(build: () => HttpRequest, { isGiven }: { isGiven: boolean }): HttpRequest {
  try {
    return build();
  } catch (error) {
    if (!isGiven || !(error instanceof ConnectorError) || !LEADS_ELSEWHERE.includes(error.code)) throw error;
    throw new ConnectorError("input", "cursor must be the next_cursor of the previous response.", {
      cause: error,
    });
  }
}

/** A call whose answers together are at most as large as one may be, and how many bytes they were. */
function withinBudget(call: BareCall): { counting: BareCall; read: () => number } {
  let bytes = 0;
  const http: BareCall["http"] = async (request) => {
    const response = await call.http({ ...request, maxResponseBytes: MOST_BYTES - bytes });
    bytes += response.body.byteLength;
    return response;
  };
  return { counting: { ...call, http }, read: () => bytes };
}

function isTooLarge(error: unknown): boolean {
  const cause = error instanceof ConnectorError ? error.cause : undefined;
  return cause instanceof OutboundError && cause.code === "too_large";
}
