import type { Json } from "../../../../platform/json/json.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { type BareCall, ConnectorError, type HttpRequest } from "../../../connector.ts";
import { type Exchange, type RequestBuilders, sendRequest } from "../request/exchange.ts";
import type { TemplateScope } from "../request/template.ts";
import { createPageTrail, type NextPage } from "./page-trail.ts";
import type { Pager } from "./paging.ts";

/** A readable list: its pages and the request that fetches one. */
export interface PagedList {
  pager: Pager;
  prepared: RequestBuilders;
  exchange: Exchange;
}

/** How much of a list to read at once. */
export interface ReadPagesOptions {
  /** What the request's templates may refer to. */
  scope: TemplateScope;
  /** Where to begin; undefined for the first page. */
  from?: NextPage;
  maxPages: number;
  /** Receives each page's items and response; returning false stops reading. */
  onPage(items: Json[], answer: TemplateScope): boolean;
  /** Whether a failure after the first page stops reading before the failed page instead of failing everything. */
  endsAt?(error: unknown): boolean;
}

// For all response bodies together.
const MOST_BYTES = 10 * 1024 * 1024;
const LEADS_ELSEWHERE: readonly string[] = ["blocked", "remote"];

/**
 * Reads pages in sequence, at most 10 MiB of them; returns where the next page begins, undefined after the last. An
 * empty page is not the end. Throws `ConnectorError`, and `PageLoopError` for a page that was read before.
 */
export async function readPages(
  { pager, prepared, exchange }: PagedList,
  call: BareCall,
  { scope, from, maxPages, onPage, endsAt }: ReadPagesOptions,
): Promise<NextPage | undefined> {
  let page = from;
  const trail = createPageTrail(from);
  const { counting, read } = withinBudget(call);
  for (let count = 0; count < maxPages; count++) {
    const { page: place, link } = pager.place(page?.position);
    const asked = { ...scope, ...place };
    const request = buildRequest(() => prepared[call.credential.type](asked, { link }), {
      isGiven: link !== undefined && count === 0,
    });
    const { readAnswer } = exchange;
    const sending = sendRequest(request, counting, { readAnswer, repeatable: true });
    const answer = await sending.catch((error: unknown) => {
      // A page that no longer fits is left to the next call, which has room for it.
      if (count > 0 && (isTooLarge(error) || endsAt?.(error))) return undefined;
      throw error;
    });
    if (answer === undefined) break;
    const { items, next } = pager.read(answer, asked, page?.position);
    const wantsMore = onPage(items, answer);
    if (wantsMore) trail.refuseRepeated(next);
    page = trail.follow(next);
    if (!wantsMore || page === undefined || read() >= MOST_BYTES) break;
  }
  return page;
}

/** If the caller's cursor holds a link that leads elsewhere, the error is the caller's. */
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

/** Limits all responses of a call together to the size that one may have, and counts their bytes. */
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
