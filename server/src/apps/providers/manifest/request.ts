import type { Json } from "../../../platform/json.ts";
import { ConnectorError, type HttpRequest } from "../../connector.ts";
import { type AddressTemplate, compileAddress, hostAllowed, renderAddress } from "./address.ts";
import type { ManifestApply } from "./auth-schema.ts";
import type { ManifestRequest } from "./schema-parts.ts";
import {
  compileTemplate,
  lookUp,
  parseText,
  type Scope,
  type Template,
  type TextPart,
  toText,
} from "./template.ts";

type Named = readonly (readonly [string, Template])[];

/** What all requests of a manifest share. */
export interface RequestDefaults {
  baseUrl: string;
  hosts: readonly string[] | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Builds one HTTP request from a scope; throws `ConnectorError`. */
export type RequestBuilder = (scope: Scope) => HttpRequest;

/** Adds a credential to a request in the making. */
export interface Application {
  headers: Named;
  query: Named;
  basic?: { username: Template; password: Template };
}

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Parses the templates that say where a credential goes. */
export function compileApply(apply: ManifestApply): Application {
  return {
    headers: compileMap(apply.headers ?? {}),
    query: compileMap(apply.query ?? {}),
    basic: apply.basic && {
      username: compileTemplate(apply.basic.username),
      password: compileTemplate(apply.basic.password),
    },
  };
}

function compileMap(map: Readonly<Record<string, unknown>>): Named {
  // Manifests are JSON, so every member is.
  return Object.entries(map).map(([name, value]) => [name, compileTemplate(value as Json)] as const);
}

/** Parses a request template once; the builder is then cheap. */
export function compileRequest(
  request: ManifestRequest,
  defaults: RequestDefaults,
): (apply: Application) => RequestBuilder {
  const base = compileAddress(request.base_url ?? defaults.baseUrl);
  const path = parseText(request.path);
  const query = compileMap(request.query ?? {});
  const headers = compileMap({ ...defaults.headers, ...request.headers });
  const writeBody = compileBody(request);
  return (apply) => (scope) => {
    const url = buildUrl(base, path, scope, defaults.hosts);
    for (const [name, value] of pairs([...query, ...apply.query], scope))
      url.searchParams.append(name, value);
    const body = writeBody(scope);
    const sent = buildHeaders([...headers, ...apply.headers], scope);
    if (apply.basic !== undefined) sent.authorization = basicHeader(apply.basic, scope);
    if (body !== undefined) sent["content-type"] ??= body.type;
    return { method: request.method, url: url.href, headers: sent, body: body?.text };
  };
}

function buildUrl(
  base: AddressTemplate,
  path: readonly TextPart[],
  scope: Scope,
  hosts: readonly string[] | undefined,
): URL {
  const start = new URL(renderAddress(base, scope));
  const url = new URL(start.href.replace(/\/+$/, "") + renderPath(path, scope));
  if (url.origin !== start.origin || !hostAllowed(url.host, hosts ?? [start.host])) {
    throw new ConnectorError("blocked", `This application may not call ${url.host}.`);
  }
  return url;
}

function renderPath(path: readonly TextPart[], scope: Scope): string {
  const text = path
    .map((part) => (typeof part === "string" ? part : pathSegment(toText(lookUp(scope, part)), part)))
    .join("");
  // `..` would climb out of the template's path, whatever it is made of.
  if (text.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    throw new ConnectorError("input", "A value that goes into the address may not be . or ..");
  }
  return text;
}

function pathSegment(value: string, path: readonly string[]): string {
  if (value === "") throw new ConnectorError("input", `${path.at(-1)} is needed and may not be empty.`);
  if (!value.isWellFormed()) throw new ConnectorError("input", `${path.at(-1)} is not valid text.`);
  return encodeURIComponent(value);
}

function pairs(named: Named, scope: Scope): [string, string][] {
  return named.flatMap(([name, template]) => {
    const value = template.render(scope);
    if (value === undefined || value === null) return [];
    const items = Array.isArray(value) ? value : [value];
    return items.map((item): [string, string] => [name, toText(item)]);
  });
}

function buildHeaders(named: Named, scope: Scope): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of pairs(named, scope)) {
    if (!HEADER_VALUE.test(value)) {
      throw new ConnectorError(
        "input",
        `The header ${name} would hold line breaks or characters it cannot carry.`,
      );
    }
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function basicHeader(
  { username, password }: { username: Template; password: Template },
  scope: Scope,
): string {
  const pair = `${toText(username.render(scope))}:${toText(password.render(scope))}`;
  return `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
}

type Body = { text: string; type: string };

function compileBody(request: ManifestRequest): (scope: Scope) => Body | undefined {
  if (request.form !== undefined) {
    const template = compileTemplate(request.form as Json); // manifests are JSON
    return (scope) => ({
      text: formText(template.render(scope)),
      type: "application/x-www-form-urlencoded",
    });
  }
  if (request.json === undefined) return () => undefined;
  const template = compileTemplate(request.json as Json); // manifests are JSON
  return (scope) => ({ text: JSON.stringify(template.render(scope) ?? {}), type: "application/json" });
}

/** Nested values become `a[b]=c` and `a[0]=c`, the form that the vendors with form bodies document. */
function formText(value: Json | undefined): string {
  const form = new URLSearchParams();
  const add = (name: string, item: Json): void => {
    if (item === null) return;
    if (typeof item === "object") {
      for (const [key, member] of Object.entries(item)) add(name === "" ? key : `${name}[${key}]`, member);
    } else form.append(name, toText(item));
  };
  add("", value ?? {});
  return form.toString();
}
