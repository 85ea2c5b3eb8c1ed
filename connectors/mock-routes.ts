import type { MockAnswer, MockRequest } from "./mock-vendor.ts";

/** What a mock does at one place; `params` are the decoded segments that stood for `*` in its path. */
export type MockHandler = (request: MockRequest, params: readonly string[]) => MockAnswer;

/** The places of a mock: `GET /things/*`, with `*` for one segment or a part of one. */
export type MockRoutes = Readonly<Record<string, MockHandler>>;

/** Answers with the first place that fits; `unknown` is what the vendor says to any other method or path. */
export function answerFrom(routes: MockRoutes, request: MockRequest, unknown: MockAnswer): MockAnswer {
  for (const [route, handler] of Object.entries(routes)) {
    const params = paramsOf(route, `${request.method} ${request.path}`);
    if (params !== undefined) return handler(request, params);
  }
  return unknown;
}

function paramsOf(route: string, endpoint: string): string[] | undefined {
  const parts = route.split("*").map((part) => part.replace(/[.+?()[\]{}|\\^$]/g, "\\$&"));
  const match = new RegExp(`^${parts.join("([^/]+)")}$`).exec(endpoint);
  return match?.slice(1).map(decodeURIComponent);
}

/** A whole number of a query between two bounds; undefined where the vendor would refuse what it holds. */
export function wholeNumber(
  text: string | null,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number | undefined {
  if (text === null) return fallback;
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
}

/** The form in a request's body; undefined where the content type is something else. */
export function formBody(request: MockRequest): URLSearchParams | undefined {
  const type = request.headers["content-type"] ?? "";
  return /^application\/x-www-form-urlencoded\b/.test(type) ? new URLSearchParams(request.body) : undefined;
}

/** The user name and password of basic authentication, as `user:password`; empty where there is none. */
export function basicOf(request: MockRequest): string {
  const encoded = /^Basic (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return Buffer.from(encoded, "base64").toString("utf8");
}

/** So many things, made from their numbers: 1, 2, 3 and so on. A list that is longer than its largest page shows that it is read on. */
export function numbered<Thing>(count: number, make: (n: number) => Thing): Thing[] {
  return Array.from({ length: count }, (_, i) => make(i + 1));
}
