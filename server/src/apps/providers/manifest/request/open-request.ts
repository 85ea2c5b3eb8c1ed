import { isObject, type Json } from "../../../../platform/json/json.ts";
import { CLIENT_HEADERS } from "../../../../platform/outbound/request-head.ts";
import { ConnectorError } from "../../../connector.ts";
import { HEADER_NAME, HEADER_VALUE } from "./header.ts";
import { findValueAt, parseText, type TemplateScope, type TextPart, toText } from "./template.ts";

/** The parts of a request that are known only when it is sent: a path below the base address, query and headers. */
export interface OpenParts {
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
}

type Paths = Readonly<Record<"path" | "query" | "headers", TextPart | undefined>>;

// A caller's value would replace the credential or be sent beside it.
const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie"];
const REFUSED = [...CLIENT_HEADERS, ...CREDENTIAL_HEADERS, "proxy-authenticate", "accept-encoding"];

/**
 * Compiles the sources of the open parts; the returned reader throws `ConnectorError` (`input`) for parts that must not
 * be sent.
 */
export function compileOpenParts(
  open: Readonly<Partial<Record<"path" | "query" | "headers", string>>>,
): (scope: TemplateScope) => OpenParts {
  const placeOf = (text: string | undefined) => (text === undefined ? undefined : parseText(text)[0]);
  const paths: Paths = {
    path: placeOf(open.path),
    query: placeOf(open.query),
    headers: placeOf(open.headers),
  };
  const read = (scope: TemplateScope, path: TextPart | undefined) =>
    path === undefined || typeof path === "string" ? undefined : findValueAt(scope, path);
  return (scope) => ({
    path: openPath(toText(read(scope, paths.path))),
    query: Object.entries(objectOf(read(scope, paths.query), "query")).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((item): [string, string][] =>
        item === null ? [] : [[name, toText(item)]],
      ),
    ),
    headers: openHeaders(objectOf(read(scope, paths.headers), "headers")),
  });
}

/** Validates a caller's path: it must stay below the base address, however a server decodes it. */
function openPath(path: string): string {
  if (path === "") return "";
  const refuse = (why: string) => new ConnectorError("input", `The path ${why}.`);
  if (!path.isWellFormed()) throw refuse("is not valid text");
  if (/[\s\\?#]|\p{Cc}/u.test(path)) throw refuse("must not contain ?, #, \\, spaces or control characters");
  // An encoded slash is part of a name (`group%2Fproject`), but a server may decode it and find a step upwards.
  const plain = path.replace(/%2e/gi, ".").replace(/%2f|%5c/gi, "/");
  if (plain.split("/").some((segment) => segment === "." || segment === "..")) {
    throw refuse("must not contain . or ..");
  }
  return path.startsWith("/") ? path : `/${path}`;
}

function openHeaders(headers: Readonly<Record<string, Json>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([given, json]) => {
      const name = given.toLowerCase();
      const value = toText(json);
      if (!HEADER_NAME.test(name)) throw new ConnectorError("input", "A header name is not valid.");
      if (REFUSED.includes(name)) throw new ConnectorError("input", `The header ${name} must not be set.`);
      if (!HEADER_VALUE.test(value)) {
        throw new ConnectorError(
          "input",
          `The header ${name} contains characters that headers cannot carry.`,
        );
      }
      return [name, value];
    }),
  );
}

function objectOf(value: Json | undefined, what: string): Readonly<Record<string, Json>> {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  throw new ConnectorError("input", `${what} must be an object of names and values.`);
}
