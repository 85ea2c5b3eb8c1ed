import type { IncomingHttpHeaders } from "node:http";
import { ApiError, badRequest } from "../platform/errors.ts";
import type { PublicAddress } from "../platform/http/cookie.ts";
import { validateText } from "../platform/http/json-body.ts";
import type { App } from "../platform/http/route.ts";
import { isSameText } from "../platform/secret-text.ts";

const FORM_LIMIT_BYTES = 100 * 1024;
const MOST_VALUES = 1000;

/** Reads forms on the routes of this plugin only; 413 beyond 100 KB, 400 for what cannot be stored. */
export function useForms(pages: App): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
    async (_request: unknown, text: string) => parseForm(text),
  );
}

/** The form of a request; an empty one if none was sent. */
export function readForm({ body }: { body: unknown }): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/**
 * Whether a form comes from our own page: it carries the page's token, and browsers name the site it comes from.
 * A client that sends neither header is not a browser; then the token alone decides, unless only browsers are allowed.
 */
export function isOwnForm(
  { publicUrl }: PublicAddress,
  { headers }: { headers: IncomingHttpHeaders },
  { given, expected, fromBrowser = false }: { given: string; expected: string; fromBrowser?: boolean },
): boolean {
  if (!isSameText(given, expected)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined) return !fromBrowser;
  // A server may be reachable under a name other than the public one, such as from its own machine.
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}

function parseForm(text: string): URLSearchParams {
  const form = new URLSearchParams(text);
  if (form.size > MOST_VALUES)
    throw new ApiError("payload_too_large", "PAYLOAD_TOO_LARGE", "Too many values.");
  for (const [name, value] of form) {
    validateText(name);
    validateText(value);
    if (name === "__proto__") throw badRequest("This name is not allowed.");
  }
  return form;
}
