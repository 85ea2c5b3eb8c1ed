import type { MockAnswer, MockRequest } from "./mock-vendor.ts";

/** Handles a mock's route; `params` are the decoded segments that matched `*` in its path. */
export type MockHandler = (request: MockRequest, params: readonly string[]) => MockAnswer;

/** The routes of a mock, such as `GET /things/*`, with `*` for one segment or a part of one. */
export type MockRoutes = Readonly<Record<string, MockHandler>>;

/** Answers with the first matching route; `unknown` is the vendor's answer to any other method or path. */
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

/** An integer parameter of a query within two bounds; undefined if the vendor would refuse its value. */
export function wholeNumber(
  text: string | null,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number | undefined {
  if (text === null) return fallback;
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
}

/** The form in a request's body; undefined for any other content type. */
export function formBody(request: MockRequest): URLSearchParams | undefined {
  const type = request.headers["content-type"] ?? "";
  return /^application\/x-www-form-urlencoded\b/.test(type) ? new URLSearchParams(request.body) : undefined;
}

/** The credentials of basic authentication, as `user:password`; empty if there are none. */
export function basicOf(request: MockRequest): string {
  const encoded = /^Basic (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return Buffer.from(encoded, "base64").toString("utf8");
}

/**
 * Makes `count` things from the numbers 1, 2, 3 and so on. A list longer than its largest page proves that further
 * pages are read.
 */
export function numbered<Thing>(count: number, make: (n: number) => Thing): Thing[] {
  return Array.from({ length: count }, (_, i) => make(i + 1));
}
