import { isObject } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";
import type { ManifestApply, ManifestField, ManifestOAuth2 } from "../../manifest/schema/auth-schema.ts";
import type { Manifest } from "../../manifest/schema/manifest-schema.ts";
import type { OpenApiDocument } from "../document.ts";
import { OpenApiError } from "../openapi-error.ts";
import { getMember, toObject, toShortText } from "../read-json.ts";
import {
  type ConnectionScheme,
  readConnectionSchemes,
  readSchemes,
  type SecurityScheme,
} from "./connection-schemes.ts";
import { listLikelyCredentials } from "./credential-parameters.ts";
import { createKeyFields, type KeyApply, type KeyWay } from "./key-fields.ts";

/** How customers connect, and which parameters carry the credential (`header:name`, `query:name`). */
export interface Security {
  /** Without any member, customers cannot connect until the importer has said how. */
  auth: Manifest["auth"];
  carriers: ReadonlySet<string>;
  /** What customers enter before they go to the provider. */
  settings: ManifestField[];
  /** The names of the document's schemes that each way to connect sends; absent if they are not the document's. */
  ways?: readonly (readonly string[])[];
}

/** What determines how customers connect. */
export interface SecurityChoice {
  /** The operations that were chosen. */
  operations: readonly JsonObject[];
  /** The parameters of these operations. */
  parameters: readonly JsonObject[];
  /** The name of the only scheme to use, or a scheme that replaces the document's. */
  scheme?: string | JsonObject;
  /** The base of relative addresses. */
  baseUrl: string;
}

const MOST_SCOPES = 200;

const ASK = "customers cannot connect until you say how they sign in.";

/**
 * Reads the document's security schemes; warns of those that cannot be used. Throws `OpenApiError` if a requested
 * scheme does not exist or a given one cannot be used.
 */
export function readSecurity(document: OpenApiDocument, choice: SecurityChoice): Security {
  const { scheme } = choice;
  if (isObject(scheme) && scheme.type === "none")
    return { auth: { keybased: { fields: [] } }, carriers: new Set(), settings: [] };
  const ways = chooseWays(document, choice);
  const keys = createKeyFields("credentials");
  const keyWays = withoutRepeated(ways.flatMap((way) => keys.read(way) ?? []));
  const oauth = chooseOAuth(document, ways, { baseUrl: choice.baseUrl, isOnly: keyWays.length === 0 });
  const used = new Set([
    ...ways.filter((way) => keys.read(way) !== undefined),
    ...(oauth ? [oauth.way] : []),
  ]);
  if (used.size === 0 && isObject(scheme)) {
    throw new OpenApiError(
      "security_scheme cannot be used: send an apiKey in header or query, http basic or bearer, oauth2 with authorizationCode or clientCredentials, or none.",
    );
  }
  const unused = ways
    .filter((way) => !used.has(way))
    .map((way) => way.map(({ name }) => name).join(" with "));
  if (used.size === 0) warnOfNone(document, unused, choice.parameters);
  else
    for (const name of unused)
      document.warn(`The security scheme ${name} cannot be used: connecting by it is not offered.`);
  const keybased = keyWays.length === 0 ? undefined : buildKeybased(keys.fields, keyWays);
  const applies = [
    ...keyWays.map(({ apply }) => apply),
    ...(oauth?.oauth2.apply ? [oauth.oauth2.apply] : []),
  ];
  return {
    auth: { ...(keybased && { keybased }), ...(oauth && { oauth2: oauth.oauth2 }) },
    carriers: new Set(applies.flatMap(listCredentialParameters)),
    settings: oauth?.settings ?? [],
    ...(!isObject(scheme) && { ways: [...used].map((way) => way.map(({ name }) => name)) }),
  };
}

function warnOfNone(
  document: OpenApiDocument,
  unused: readonly string[],
  parameters: readonly JsonObject[],
): void {
  const likely = listLikelyCredentials(parameters);
  const hint = likely.length === 0 ? "" : ` Parameters that look like a credential: ${likely.join(", ")}.`;
  const why =
    unused.length > 0
      ? `None of the security schemes can be used (${unused.join(", ")})`
      : "The document has no securitySchemes";
  document.warn(`${why}: ${ASK}${hint}`);
}

/** The parameters that carry a credential. */
export function listCredentialParameters({ headers = {}, query = {} }: ManifestApply): string[] {
  return [
    ...Object.keys(headers).map((name) => `header:${name.toLowerCase()}`),
    ...Object.keys(query).map((name) => `query:${name.toLowerCase()}`),
  ];
}

function chooseWays(document: OpenApiDocument, { scheme, operations }: SecurityChoice): ConnectionScheme[] {
  if (isObject(scheme)) return [[{ name: "security_scheme", source: scheme, scopes: [] }]];
  const schemes = readSchemes(document);
  if (scheme !== undefined && !schemes.has(scheme)) {
    const names = [...schemes.keys()].join(", ") || "none";
    throw new OpenApiError(`There is no security scheme ${scheme}; the document has: ${names}.`);
  }
  return readConnectionSchemes(document, schemes, { operations, only: scheme });
}

/** The same key in the same places is one way, however many schemes say so. */
function withoutRepeated(ways: readonly KeyWay[]): KeyWay[] {
  return [...new Map(ways.map((way) => [JSON.stringify(way.apply), way] as const)).values()];
}

function buildKeybased(fields: ManifestField[], ways: readonly KeyWay[]): Manifest["auth"]["keybased"] {
  const [first, ...others] = ways;
  if (others.length === 0) return { fields, apply: first?.apply };
  const help = `Fill in one of: ${ways.map(({ label }) => label).join("; ")}.`.slice(0, 500);
  return {
    fields: fields.map((field) => {
      const text = [help, field.help_text].filter((part) => part !== undefined).join(" ");
      return { ...field, required: false, help_text: text.slice(0, 1000) };
    }),
    ways: ways.map(({ fields: names, label, apply }) => ({
      label: label.slice(0, 200),
      // A field that one way can do without, such as an empty password, stays optional.
      needs: names.filter((name) => fields.find((field) => field.name === name)?.required !== false),
      apply,
    })),
  };
}

interface OAuthWay {
  way: ConnectionScheme;
  oauth2: ManifestOAuth2;
  settings: ManifestField[];
}

/** The first way by OAuth2 that can be used; keys that it needs as well are entered before the consent. */
function chooseOAuth(
  document: OpenApiDocument,
  ways: readonly ConnectionScheme[],
  { baseUrl, isOnly }: { baseUrl: string; isOnly: boolean },
): OAuthWay | undefined {
  const found = ways.flatMap((way) => oauthOf(way, baseUrl) ?? []);
  const [first] = [...found].sort((a, b) => rankOf(a.oauth2) - rankOf(b.oauth2));
  if (first === undefined) return undefined;
  const flows = Object.keys(toObject(first.source.flows));
  const left = flows.filter(
    (flow) => flow !== (first.oauth2.authorize_url ? "authorizationCode" : "clientCredentials"),
  );
  if (left.length > 0)
    document.warn(`OAuth2 uses the grant ${first.oauth2.grant}; the document also has ${left.join(", ")}.`);
  const settings = first.settings.map((field) => ({
    ...field,
    secret: true,
    ...(!isOnly && { required: false }),
  }));
  return { ...first, settings };
}

/** Customers' own consent goes before a client that sees everything. */
function rankOf({ grant }: ManifestOAuth2): number {
  return grant === "authorization_code" ? 0 : 1;
}

function oauthOf(way: ConnectionScheme, baseUrl: string): (OAuthWay & { source: JsonObject }) | undefined {
  const isOAuth = ({ source }: SecurityScheme) => toShortText(source.type)?.toLowerCase() === "oauth2";
  const [scheme, ...more] = way.filter(isOAuth);
  const oauth2 = scheme && more.length === 0 ? oauth2Of(scheme, baseUrl) : undefined;
  if (scheme === undefined || oauth2 === undefined) return undefined;
  const rest = way.filter((one) => one !== scheme);
  if (rest.length === 0) return { way, oauth2, settings: [], source: scheme.source };
  const keys = createKeyFields("settings");
  const beside = keys.read(rest);
  if (beside === undefined || beside.apply.basic !== undefined) return undefined;
  return {
    way,
    oauth2: { ...oauth2, apply: withToken(beside.apply) },
    settings: keys.fields,
    source: scheme.source,
  };
}

function withToken({ headers, query }: KeyApply): ManifestApply {
  return {
    headers: { ...headers, Authorization: "Bearer {{ credentials.access_token }}" },
    ...(query && { query }),
  };
}

function oauth2Of(scheme: SecurityScheme, baseUrl: string): ManifestOAuth2 | undefined {
  const flows = toObject(scheme.source.flows);
  const code = oauthFlow(toObject(getMember(flows, "authorizationCode")), scheme, baseUrl);
  if (code?.authorize_url !== undefined) return { grant: "authorization_code", ...code };
  const client = oauthFlow(toObject(getMember(flows, "clientCredentials")), scheme, baseUrl);
  if (client === undefined) return undefined;
  const { authorize_url: _none, ...rest } = client;
  return { grant: "client_credentials", ...rest };
}

function oauthFlow(flow: JsonObject, { scopes: needed }: SecurityScheme, baseUrl: string) {
  const authorizeUrl = addressOf(flow.authorizationUrl, baseUrl);
  const tokenUrl = addressOf(flow.tokenUrl, baseUrl);
  if (tokenUrl === undefined) return undefined;
  const scopes = needed.length > 0 ? needed : Object.keys(toObject(flow.scopes));
  return {
    ...(authorizeUrl !== undefined && { authorize_url: authorizeUrl }),
    token_url: tokenUrl,
    scopes: scopes.filter((scope) => scope !== "").slice(0, MOST_SCOPES),
  };
}

function addressOf(value: unknown, baseUrl: string): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const base = baseUrl.includes("{{") ? undefined : baseUrl;
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  return /^https?:$/.test(url.protocol) && !url.href.includes("{{") ? url.href : undefined;
}
