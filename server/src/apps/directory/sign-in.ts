import type { JsonObject } from "../connector.ts";
import type { DirectoryEntry } from "./entry-schema.ts";
import { splitQuery, toTemplate } from "./places.ts";

/** The ways to sign in, in words that every page has a text for. */
export const SIGN_INS = ["oauth2", "client_credentials", "key", "basic", "open"] as const;
/** One of the ways to sign in to an application of the directory. */
export type DirectorySignIn = (typeof SIGN_INS)[number];

/** How customers connect, the proposed way first. */
export function listSignIns(entry: DirectoryEntry): DirectorySignIn[] {
  const found = Object.keys(entry).flatMap((member): DirectorySignIn[] => {
    if (member === "oauth2") return [entry.oauth2?.grant ?? "oauth2"];
    return member === "key" || member === "basic" || member === "open" ? [member] : [];
  });
  return found;
}

/** The `auth` of a manifest. */
export function buildSignIn(entry: DirectoryEntry): JsonObject {
  const { oauth2 } = entry;
  const keybased = buildKeybased(entry);
  const [first] = listSignIns(entry);
  return {
    ...(keybased !== undefined && { keybased }),
    ...(oauth2 !== undefined && { oauth2: buildOAuth2(oauth2) }),
    ...(keybased !== undefined &&
      oauth2 !== undefined && {
        default: first === "oauth2" || first === "client_credentials" ? "oauth2" : "keybased",
      }),
  };
}

/** Fields that customers fill in, and where they go. */
interface KeyWay {
  readonly label: string;
  readonly fields: readonly JsonObject[];
  readonly apply: JsonObject;
}

function buildKeybased(entry: DirectoryEntry): JsonObject | undefined {
  const ways = [...keyWays(entry), ...basicWays(entry)];
  const [only] = ways;
  if (only === undefined) return entry.open ? { fields: [] } : undefined;
  // An open API may also take a credential, which is then left out if it is not entered.
  const optional: JsonObject = entry.open ? { required: false } : {};
  if (ways.length === 1)
    return { fields: only.fields.map((field) => ({ ...field, ...optional })), apply: only.apply };
  return {
    fields: ways.flatMap(({ fields }) => fields.map((field) => ({ ...field, required: false }))),
    ways: ways.map(({ label, fields, apply }) => ({
      label,
      needs: fields.map(({ name }) => name ?? ""),
      apply,
    })),
  };
}

function keyWays({ key }: DirectoryEntry): KeyWay[] {
  if (key === undefined) return [];
  const keys = (Array.isArray(key) ? key : [key]).map((one, index) => ({
    name: index === 0 ? "api_key" : `api_key_${index + 1}`,
    label: "API key",
    ...one,
  }));
  const headers: JsonObject = {};
  const query: JsonObject = {};
  for (const { name, header, query: parameter, value } of keys) {
    const credential = `{{ credentials.${name} }}`;
    const isBearer = header === undefined && parameter === undefined;
    const sent = (value ?? (isBearer ? "Bearer {key}" : "{key}")).replace("{key}", credential);
    if (parameter === undefined) headers[header ?? "Authorization"] = sent;
    else query[parameter] = sent;
  }
  const fields = keys.map(({ name, label, help }) => ({
    name,
    label,
    ...(help !== undefined && { help_text: help }),
  }));
  const apply = {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  return [{ label: keys.map(({ label }) => label).join(", "), fields, apply }];
}

function basicWays({ basic }: DirectoryEntry): KeyWay[] {
  if (basic === undefined) return [];
  const parts = (["username", "password"] as const).map((name) => {
    const part = basic[name];
    if (typeof part !== "string") return { name, value: part?.value ?? "", fields: [] };
    // A key that stands alone is secret wherever it is sent.
    const isSecret = name === "password" || typeof basic.password !== "string";
    const field = { name, label: part, type: isSecret ? "password" : "text" };
    return { name, value: `{{ credentials.${name} }}`, fields: [field] };
  });
  const apply = { basic: Object.fromEntries(parts.map(({ name, value }) => [name, value])) };
  const fields = parts.flatMap((part) => part.fields);
  return [{ label: fields.map(({ label }) => label).join(", "), fields, apply }];
}

function buildOAuth2(oauth2: NonNullable<DirectoryEntry["oauth2"]>): JsonObject {
  const { grant, authorize, token, revoke, scopes, separator, client, pkce, params, callback } = oauth2;
  const isOwnClient = grant === "client_credentials";
  return {
    ...(isOwnClient && { grant }),
    ...(authorize !== undefined && { authorize_url: toTemplate(authorize) }),
    token_url: toTemplate(token),
    ...(revoke !== undefined && { revoke_url: toTemplate(revoke) }),
    ...(scopes !== undefined && { scopes }),
    ...(separator !== undefined && { scope_separator: separator }),
    ...(client !== undefined && { client_auth: client }),
    ...(pkce !== undefined && { pkce }),
    ...(params !== undefined && { authorize_params: params }),
    ...(oauth2.token_params !== undefined && { token_params: oauth2.token_params }),
    ...(callback !== undefined && { callback: callback.map((name) => ({ name })) }),
    ...(oauth2.accounts !== undefined && { accounts: buildAccounts(oauth2.accounts) }),
    ...(isOwnClient && {
      fields: [
        { name: "client_id", label: "Client ID", type: "text" },
        { name: "client_secret", label: "Client secret" },
      ],
      client_id: "{{ credentials.client_id }}",
      client_secret: "{{ credentials.client_secret }}",
    }),
  };
}

type Accounts = NonNullable<NonNullable<DirectoryEntry["oauth2"]>["accounts"]>;

function buildAccounts({ url, name, detail, settings, ...list }: Accounts): JsonObject {
  const [, base = "", whole = "/"] = /^(https:\/\/[^/]+)(\/.*)$/.exec(url) ?? [];
  const { path, query } = splitQuery(whole);
  return {
    request: { method: "GET", base_url: toTemplate(base), path: toTemplate(path), ...query },
    ...list,
    name: `{{ item.${name} }}`,
    ...(detail !== undefined && { detail: `{{ item.${detail} }}` }),
    settings: Object.fromEntries(
      Object.entries(settings).map(([key, text]) => [key, text.replace(/\{([^{}]+)\}/g, "{{ item.$1 }}")]),
    ),
  };
}
