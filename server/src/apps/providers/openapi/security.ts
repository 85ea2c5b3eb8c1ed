import { isObject } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import type { ManifestApply, ManifestField, ManifestOAuth2 } from "../manifest/schema/auth-schema.ts";
import type { Manifest } from "../manifest/schema/manifest-schema.ts";
import { type OpenApiDocument, resolveReferences } from "./document.ts";
import { OpenApiError } from "./openapi-error.ts";
import { getMember, toList, toObject, toShortText } from "./read-json.ts";
import { toFieldName } from "./servers.ts";

/** How customers connect, and which parameters carry the credential (`header:name`, `query:name`). */
export interface Security {
  auth: Manifest["auth"];
  carriers: ReadonlySet<string>;
}

interface SecurityScheme {
  name: string;
  source: JsonObject;
  /** The scopes that the chosen operations need. */
  scopes: string[];
}

/** One way to connect: all of these schemes together. */
type ConnectionScheme = readonly SecurityScheme[];

/** What determines how customers connect. */
export interface SecurityChoice {
  /** The operations that were chosen. */
  operations: readonly JsonObject[];
  /** The name of the only scheme to use, or a scheme that replaces the document's. */
  scheme?: string | JsonObject;
  /** The base of relative addresses. */
  baseUrl: string;
}

const MOST_SCOPES = 200;

const NO_SCHEMES =
  'The document has no securitySchemes: requests carry no credential. If customers need one, send security_scheme, such as {"type":"http","scheme":"bearer"}.';

/**
 * Reads the document's security schemes; warns of those that cannot be used. Throws `OpenApiError` if a requested
 * scheme does not exist or a given one cannot be used.
 */
export function readSecurity(document: OpenApiDocument, choice: SecurityChoice): Security {
  const ways = chooseWays(document, choice);
  const auth: Manifest["auth"] = {};
  const carriers = new Set<string>();
  for (const way of ways) {
    const keybased = auth.keybased === undefined ? keybasedOf(way) : undefined;
    if (keybased !== undefined) {
      auth.keybased = { fields: keybased.fields, apply: keybased.apply };
      for (const carrier of listCredentialParameters(keybased.apply)) carriers.add(carrier);
    }
    auth.oauth2 ??= oauth2Of(way, choice.baseUrl);
  }
  if (auth.keybased === undefined && auth.oauth2 === undefined) {
    if (isObject(choice.scheme)) {
      throw new OpenApiError(
        "security_scheme cannot be used: send an apiKey in header or query, http basic or bearer, or oauth2 with authorizationCode or clientCredentials.",
      );
    }
    if (ways.length > 0) {
      const names = ways.flat().map(({ name }) => name);
      document.warn(
        `None of the security schemes can be used (${[...new Set(names)].join(", ")}): requests carry no credential.`,
      );
    }
    auth.keybased = { fields: [] };
  }
  if (auth.oauth2 === undefined) delete auth.oauth2;
  return { auth, carriers };
}

/** The parameters that carry a credential. */
export function listCredentialParameters({ headers = {}, query = {} }: ManifestApply): string[] {
  return [
    ...Object.keys(headers).map((name) => `header:${name.toLowerCase()}`),
    ...Object.keys(query).map((name) => `query:${name.toLowerCase()}`),
  ];
}

function chooseWays(document: OpenApiDocument, choice: SecurityChoice): ConnectionScheme[] {
  const { scheme } = choice;
  if (isObject(scheme)) return [[{ name: "security_scheme", source: scheme, scopes: [] }]];
  const schemes = readSchemes(document);
  if (scheme !== undefined && !schemes.has(scheme)) {
    const names = [...schemes.keys()].join(", ") || "none";
    throw new OpenApiError(`There is no security scheme ${scheme}; there are: ${names}.`);
  }
  if (schemes.size === 0) document.warn(NO_SCHEMES);
  return readWays(document, schemes, { ...choice, scheme });
}

function readSchemes(document: OpenApiDocument): Map<string, JsonObject> {
  const declared = toObject(toObject(document.root.components).securitySchemes);
  return new Map(
    Object.entries(declared).flatMap(([name, value]) => {
      const source = resolveReferences(document, value);
      return source === undefined ? [] : [[name, source] as const];
    }),
  );
}

/** The ways to connect that the document requires, the most common first. */
function readWays(
  { root }: OpenApiDocument,
  schemes: ReadonlyMap<string, JsonObject>,
  { operations, scheme }: SecurityChoice & { scheme?: string },
): ConnectionScheme[] {
  const lists = operations
    .map((operation) => operation.security ?? root.security)
    .flatMap((list) => toList(list));
  const asked = lists.filter(isObject).filter((way) => Object.keys(way).length > 0);
  // Many documents declare schemes and forget to require them.
  const requirements =
    asked.length > 0 ? asked : [...schemes.keys()].map((name): JsonObject => ({ [name]: [] }));
  const ways = new Map<string, { schemes: Map<string, Set<string>>; count: number }>();
  for (const requirement of requirements) {
    const names = Object.keys(requirement).filter((name) => scheme === undefined || name === scheme);
    if (names.length === 0) continue;
    const key = [...names].sort().join(" ");
    const way = ways.get(key) ?? { schemes: new Map<string, Set<string>>(), count: 0 };
    ways.set(key, way);
    way.count += 1;
    for (const name of names) {
      const scopes = way.schemes.get(name) ?? new Set<string>();
      way.schemes.set(name, scopes);
      for (const scope of toList(requirement[name])) if (typeof scope === "string") scopes.add(scope);
    }
  }
  return [...ways.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ schemes: parts }) =>
      [...parts].map(([name, scopes]) => ({ name, source: schemes.get(name) ?? {}, scopes: [...scopes] })),
    );
}

interface KeyAuth {
  fields: ManifestField[];
  apply: ManifestApply & { headers?: Record<string, string>; query?: Record<string, string> };
}

function keybasedOf(way: ConnectionScheme): KeyAuth | undefined {
  const result: KeyAuth = { fields: [], apply: {} };
  return way.every((scheme) => addKey(result, scheme)) ? result : undefined;
}

function addKey({ fields, apply }: KeyAuth, { source }: SecurityScheme): boolean {
  const type = toShortText(source.type)?.toLowerCase();
  const kind = toShortText(source.scheme)?.toLowerCase();
  const help = toShortText(source.description);
  const add = (wanted: string, label: string, more: Partial<ManifestField> = {}): string => {
    let name = toFieldName(wanted);
    for (let i = 2; fields.some((field) => field.name === name); i++)
      name = `${toFieldName(wanted).slice(0, 60)}_${i}`;
    fields.push({ name, label, ...(help !== undefined && { help_text: help }), ...more });
    return `{{ credentials.${name} }}`;
  };
  if (type === "http" && kind === "bearer") {
    apply.headers = { ...apply.headers, Authorization: `Bearer ${add("token", "Token")}` };
    return true;
  }
  if (type === "http" && kind === "basic") {
    apply.basic = {
      username: add("username", "User name", { type: "text", secret: false }),
      password: add("password", "Password", { required: false }),
    };
    return true;
  }
  const name = toShortText(source.name, 100);
  if (type !== "apikey" || name === undefined) return false;
  if (source.in === "header") apply.headers = { ...apply.headers, [name]: add(name, name) };
  else if (source.in === "query") apply.query = { ...apply.query, [name]: add(name, name) };
  else return false;
  return true;
}

function oauth2Of(way: ConnectionScheme, baseUrl: string): ManifestOAuth2 | undefined {
  const [scheme] = way;
  if (
    way.length !== 1 ||
    scheme === undefined ||
    toShortText(scheme.source.type)?.toLowerCase() !== "oauth2"
  ) {
    return undefined;
  }
  const flows = toObject(scheme.source.flows);
  const code = getMember(flows, "authorizationCode");
  const client = getMember(flows, "clientCredentials");
  const flow = toObject(code ?? client);
  const tokenUrl = addressOf(flow.tokenUrl, baseUrl);
  const authorizeUrl = addressOf(flow.authorizationUrl, baseUrl);
  if (tokenUrl === undefined || (code !== undefined && authorizeUrl === undefined)) return undefined;
  const scopes = scheme.scopes.length > 0 ? scheme.scopes : Object.keys(toObject(flow.scopes));
  return {
    grant: code === undefined ? "client_credentials" : "authorization_code",
    ...(code !== undefined && { authorize_url: authorizeUrl }),
    token_url: tokenUrl,
    scopes: scopes.filter((scope) => scope !== "").slice(0, MOST_SCOPES),
  };
}

function addressOf(value: unknown, baseUrl: string): string | undefined {
  if (typeof value !== "string" || !URL.canParse(value, baseUrl.includes("{{") ? undefined : baseUrl))
    return undefined;
  const url = new URL(value, baseUrl.includes("{{") ? undefined : baseUrl);
  return /^https?:$/.test(url.protocol) && !url.href.includes("{{") ? url.href : undefined;
}
