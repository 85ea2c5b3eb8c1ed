import { FileError } from "../../../../files/file-value.ts";
import { NO_FILES, type SentFiles } from "../../../../files/sent-files.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { ConnectorError, type HttpRequest } from "../../../connector.ts";
import type { SettingChoices } from "../../../connector-auth.ts";
import { type PageLink, resolveLink } from "../paging/linked-url.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { type AddressTemplate, compileAddress, isAllowedHost, renderAddress } from "./address.ts";
import type { CredentialApplier } from "./apply.ts";
import { compileBody } from "./body.ts";
import { toHeaderValue } from "./header.ts";
import { compileOpenParts, type OpenParts } from "./open-request.ts";
import { applyTextStyles, toQueryPairs } from "./styles.ts";
import {
  compileTemplate,
  findValueAt,
  parseText,
  type TemplateScope,
  type TextPart,
  toText,
  type ValueTemplate,
} from "./template.ts";

type NamedTemplates = readonly (readonly [string, ValueTemplate])[];

/** What all requests of a manifest share. */
export interface RequestDefaults {
  baseUrl: string;
  hosts: readonly string[] | undefined;
  headers: Readonly<Record<string, string>>;
  choices?: SettingChoices;
}

/** What a request is built from besides a scope: the address of a further page, or the files that its body sends. */
export interface RequestExtras {
  link?: PageLink;
  files?: SentFiles;
}

/** Builds one HTTP request from a scope; throws `ConnectorError`. */
export type RequestBuilder = (scope: TemplateScope, extras?: RequestExtras) => HttpRequest;

const NOTHING_OPEN: OpenParts = { path: "", query: [], headers: {} };

/** Compiles the values of a map of templates. */
export function compileNamedTemplates(map: Readonly<Record<string, unknown>>): NamedTemplates {
  // Manifests are JSON, and so are their members.
  return Object.entries(map).map(([name, value]) => [name, compileTemplate(value as Json)] as const);
}

/** Compiles a request template once, so that building requests is cheap. */
export function compileRequest(
  request: ManifestRequest,
  defaults: RequestDefaults,
): (apply: CredentialApplier) => RequestBuilder {
  const base = compileAddress(request.base_url ?? defaults.baseUrl, defaults.choices);
  const path = parseText(request.path);
  const query = compileNamedTemplates(request.query ?? {});
  const headers = compileNamedTemplates({ ...defaults.headers, ...request.headers });
  const writeBody = compileBody(request);
  const readOpen = request.open === undefined ? () => NOTHING_OPEN : compileOpenParts(request.open);
  const styleOf = compileStyles(request, query);
  return (apply) =>
    (given, { link, files = NO_FILES } = {}) => {
      const scope = applyTextStyles(request.styles, given);
      const open = readOpen(scope);
      const place: RequestAddress = { base, hosts: defaults.hosts, path: renderPath(path, scope, open.path) };
      const url = link === undefined ? buildUrl(place, scope) : linkedUrl(place, scope, link);
      const credential = apply(scope);
      const own = link === undefined ? [...renderPairs(query, scope, styleOf), ...open.query] : [];
      for (const [name, value] of own) url.searchParams.append(name, value);
      // A link may repeat the credential, and a caller may try to send a different one.
      for (const [name] of credential.query) url.searchParams.delete(name);
      for (const [name, value] of credential.query) url.searchParams.append(name, value);
      refuseCredentialHeaders(open.headers, credential.headers);
      const body = toInputError(() => writeBody(scope, files));
      const sent = { ...buildHeaders(headers, scope), ...open.headers, ...credential.headers };
      // The type of a multipart body says what separates its parts.
      if (body?.type.startsWith("multipart/")) sent["content-type"] = body.type;
      else if (body !== undefined) sent["content-type"] ??= body.type;
      return { method: request.method, url: url.href, headers: sent, body: body?.content };
    };
}

function toInputError<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (cause) {
    throw cause instanceof FileError ? new ConnectorError("input", cause.message, { cause }) : cause;
  }
}

interface RequestAddress {
  base: AddressTemplate;
  hosts: readonly string[] | undefined;
  path: string;
}

function buildUrl({ base, hosts, path }: RequestAddress, scope: TemplateScope): URL {
  const start = new URL(renderAddress(base, scope));
  const url = new URL(start.href.replace(/\/+$/, "") + path);
  if (url.origin !== start.origin || !isAllowedHost(url.host, hosts ?? [start.host])) {
    throw new ConnectorError("blocked", `This application may not call ${url.host}.`);
  }
  return url;
}

function linkedUrl({ base, hosts, path }: RequestAddress, scope: TemplateScope, link: PageLink): URL {
  const start = new URL(renderAddress(base, scope));
  const own = buildUrl({ base, hosts, path }, scope);
  return resolveLink(link, { own, below: start.pathname, hosts: hosts ?? [start.host] });
}

function renderPath(path: readonly TextPart[], scope: TemplateScope, open: string): string {
  const text = path
    .map((part) => (typeof part === "string" ? part : pathSegment(toText(findValueAt(scope, part)), part)))
    .join("");
  // `..` would leave the template's path, whether it is constant or from a value.
  if (text.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    throw new ConnectorError("input", "A value that becomes part of the address must not be . or ..");
  }
  return open === "" ? text : text.replace(/\/+$/, "") + open;
}

function pathSegment(value: string, path: readonly string[]): string {
  if (value === "") throw new ConnectorError("input", `${path.at(-1)} is required and must not be empty.`);
  if (!value.isWellFormed()) throw new ConnectorError("input", `${path.at(-1)} is not valid text.`);
  return encodeURIComponent(value);
}

/** The names and texts of a map: a list repeats its name, and members without a value are left out. */
export function renderPairs(
  named: NamedTemplates,
  scope: TemplateScope,
  styleOf: QueryStyles = {},
): [string, string][] {
  return named.flatMap(([name, template]) => {
    const value = template.render(scope);
    return value === undefined ? [] : toQueryPairs(name, value, styleOf[name]);
  });
}

type QueryStyles = NonNullable<ManifestRequest["styles"]>;

/** The styles of parameters that are a whole input. */
function compileStyles({ styles = {} }: ManifestRequest, query: NamedTemplates): QueryStyles {
  return Object.fromEntries(
    query.flatMap(([name, { paths }]) => {
      const [root, input = "", ...rest] = paths[0] ?? [];
      const style = root === "input" && rest.length === 0 && Object.hasOwn(styles, input) && styles[input];
      return style ? [[name, style]] : [];
    }),
  );
}

function buildHeaders(named: NamedTemplates, scope: TemplateScope): Record<string, string> {
  return Object.fromEntries(
    renderPairs(named, scope).map(([name, value]) => [name.toLowerCase(), toHeaderValue(name, value)]),
  );
}

function refuseCredentialHeaders(
  given: Readonly<Record<string, string>>,
  credential: Readonly<Record<string, string>>,
): void {
  const taken = Object.keys(given).find((name) => Object.hasOwn(credential, name));
  if (taken === undefined) return;
  throw new ConnectorError("input", `The header ${taken} carries the credential and must not be set.`);
}
