import type {
  Exchange,
  Mock,
  MockAnswer,
  MockRequest,
  MockVendor,
} from "../../../../connectors/mock-vendor.ts";

const NOWHERE = "/not-an-endpoint";

/**
 * A mock remembers what the most used requests do. For all others that the vendor's page of the connector describes,
 * this is the answer documented there, the same each time; undefined for requests that it does not describe.
 */
export function findDocumentedAnswer(vendor: MockVendor, request: MockRequest): MockAnswer | undefined {
  const rated = listExchanges(vendor)
    .map((exchange) => ({ exchange, rating: rateExchange(exchange, request) }))
    .filter(({ rating }) => rating > 0)
    .sort((a, b) => b.rating - a.rating);
  const best = rated[0]?.exchange;
  if (best === undefined) return undefined;
  const { answer: body, status = body === undefined ? 204 : 200, headers } = best;
  return { status, headers, body };
}

/** Whether `answer` is the one that a vendor has for addresses which there are not; `probe` is a mock to compare with. */
export function isUnknownThere(probe: Mock, request: MockRequest, answer: MockAnswer): boolean {
  if (answer.status >= 400 && readGraphql(request.body) !== undefined) return true;
  const unknown = probe.answer({ ...request, path: NOWHERE });
  const textOf = ({ status, body }: MockAnswer, path: string) =>
    JSON.stringify([status, body]).replaceAll(path, "");
  return textOf(answer, request.path) === textOf(unknown, NOWHERE);
}

function listExchanges({ calls = [] }: MockVendor): readonly Exchange[] {
  return calls.flatMap((call): readonly Exchange[] => {
    if ("polls" in call) return call.polls.flat();
    if ("pages" in call) return call.pages;
    return call.before ? [call.before, call] : [call];
  });
}

/** 0 if an exchange is no example of the request; else the higher, the more of the two is the same. */
function rateExchange({ sends, body }: Exchange, request: MockRequest): number {
  const [method = "", address = ""] = sends.split(" ");
  const url = new URL(address, "https://vendor.example");
  if (method !== request.method) return 0;
  const path = ratePath(url.pathname, request.path);
  if (path === 0) return 0;
  const graphql = readGraphql(request.body);
  if (graphql !== undefined)
    return squeeze((body as { query?: unknown } | undefined)?.query) === squeeze(graphql) ? path + 1 : 0;
  const same = [...url.searchParams].filter(([name, value]) => request.query.get(name) === value);
  const sent = typeof body === "object" && JSON.stringify(body) === request.body ? 1 : 0;
  return path + same.length + sent;
}

/** Ids may differ: segments with a digit in the example. */
function ratePath(example: string, path: string): number {
  const [wanted, given] = [example.split("/"), path.split("/")];
  if (wanted.length !== given.length) return 0;
  const differing = wanted.filter(
    (segment, index) => decodeURIComponent(segment) !== safeDecode(given[index]),
  );
  if (differing.some((segment) => !/\d/.test(segment))) return 0;
  return 100 - 10 * differing.length;
}

function safeDecode(segment = ""): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // no encoding at all
  }
}

function readGraphql(body: string): string | undefined {
  if (!body.startsWith("{")) return undefined;
  try {
    const { query } = JSON.parse(body);
    return typeof query === "string" && query.includes("{") ? query : undefined;
  } catch {
    return undefined; // not JSON, so not GraphQL
  }
}

function squeeze(text: unknown): string {
  return String(text).replace(/\s+/g, " ").trim();
}
