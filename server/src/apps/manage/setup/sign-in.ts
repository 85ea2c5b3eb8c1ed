import type { Static } from "typebox";
import { isObject } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import type { AuthType } from "../../connector-auth.ts";
import { toList, toObject, toShortText } from "../../providers/openapi/read-json.ts";
import { toFieldName } from "../../providers/openapi/servers.ts";
import type { SignIn, SignInBody } from "./setup-schema.ts";

type SignInChange = Static<typeof SignInBody>;

const CREDENTIAL = /^(.*?)\s*\{\{\s*credentials\.(\w+)\s*\}\}$/;
// The members of OAuth2 that a form shows; the others stay as they are.
const OAUTH2_SHOWN = ["grant", "authorize_url", "token_url", "scopes"];

/** How customers connect, as far as a form can show it; `missing` if nobody has said, `custom` for anything else. */
export function readSignIn({ auth, settings }: JsonObject): Static<typeof SignIn> {
  const { keybased, oauth2, your_app: yourApp } = toObject(auth);
  if (keybased === undefined && oauth2 === undefined && yourApp === undefined) return { kind: "missing" };
  if (yourApp !== undefined || JSON.stringify(auth).includes("settings.")) return { kind: "custom" };
  if (oauth2 !== undefined)
    return keybased === undefined && settings === undefined
      ? readOAuth2(toObject(oauth2))
      : { kind: "custom" };
  return readKey(toObject(keybased)) ?? { kind: "custom" };
}

function readOAuth2(oauth2: JsonObject): Static<typeof SignIn> {
  const { grant = "authorization_code", authorize_url, token_url, scopes, client_id, fields } = oauth2;
  if (grant !== "authorization_code" || client_id !== undefined || fields !== undefined)
    return { kind: "custom" };
  return {
    kind: "oauth2",
    authorize_url: toShortText(authorize_url, 2000),
    token_url: toShortText(token_url, 2000),
    scopes: toList(scopes).filter((one) => typeof one === "string"),
  };
}

function readKey({ fields, apply, ways, token }: JsonObject): Static<typeof SignIn> | undefined {
  if (ways !== undefined || token !== undefined) return undefined;
  const list = toList(fields).filter(isObject);
  const { headers, query, basic } = toObject(apply);
  const sent = [...Object.entries(toObject(headers)), ...Object.entries(toObject(query))];
  if (list.length === 0 && apply === undefined) return { kind: "none" };
  if (isObject(basic)) return sent.length === 0 && list.length === 2 ? { kind: "basic" } : undefined;
  const [place] = sent;
  const [field] = list;
  if (place === undefined || field === undefined || sent.length > 1 || list.length > 1) return undefined;
  const [name, value] = place;
  const [, prefix, credential] = CREDENTIAL.exec(`${value}`) ?? [];
  if (credential === undefined || credential !== field.name) return undefined;
  const texts = { label: toShortText(field.label), help: toShortText(field.help_text) };
  if (query !== undefined) return prefix === "" ? { kind: "query", name, ...texts } : undefined;
  const isBearer = name.toLowerCase() === "authorization" && prefix === "Bearer";
  return isBearer ? { kind: "bearer", ...texts } : { kind: "header", name, prefix, ...texts };
}

/** The `auth` of a manifest; what the form does not show stays as it was, the name of the key's field included. */
export function buildAuth(signIn: SignInChange, earlier: JsonObject = {}): JsonObject {
  if (signIn.kind === "none") return { keybased: { fields: [] } };
  if (signIn.kind === "oauth2") return { oauth2: buildOAuth2(signIn, toObject(earlier.oauth2)) };
  if (signIn.kind === "basic") return buildBasic(toObject(earlier.keybased));
  const { label, help } = signIn;
  const before = findKeyField(earlier);
  const wanted = signIn.kind === "bearer" ? "token" : (signIn.name ?? "key");
  const name = before?.name ?? toFieldName(wanted);
  const shown = label?.trim() || toShortText(before?.label) || (signIn.kind === "bearer" ? "Token" : wanted);
  const { help_text: _help, ...kept } = before ?? {};
  const field = { ...kept, name, label: shown, ...(help?.trim() && { help_text: help.trim() }) };
  const value = `{{ credentials.${name} }}`;
  return { keybased: { fields: [field], apply: placeKey(signIn, value) } };
}

function placeKey({ kind, name = "", prefix = "" }: SignInChange, value: string): JsonObject {
  if (kind === "query") return { query: { [name.trim()]: value } };
  if (kind === "bearer") return { headers: { Authorization: `Bearer ${value}` } };
  return { headers: { [name.trim()]: `${prefix.trim()} ${value}`.trim() } };
}

/** The only field of a way to connect with one key. */
function findKeyField({ keybased }: JsonObject): JsonObject | undefined {
  const known = readKey(toObject(keybased));
  if (known === undefined || known.kind === "none" || known.kind === "basic") return undefined;
  const [field] = toList(toObject(keybased).fields);
  return isObject(field) ? field : undefined;
}

function buildBasic(earlier: JsonObject): JsonObject {
  if (readKey(earlier)?.kind === "basic") return { keybased: earlier };
  return {
    keybased: {
      fields: [
        { name: "username", label: "User name", type: "text", secret: false },
        { name: "password", label: "Password", required: false },
      ],
      apply: { basic: { username: "{{ credentials.username }}", password: "{{ credentials.password }}" } },
    },
  };
}

function buildOAuth2({ authorize_url, token_url, scopes }: SignInChange, earlier: JsonObject): JsonObject {
  const kept = Object.entries(earlier).filter(([name]) => !OAUTH2_SHOWN.includes(name));
  const isSame = readOAuth2(earlier).kind === "oauth2";
  return {
    ...(isSame && Object.fromEntries(kept)),
    grant: "authorization_code",
    authorize_url: authorize_url?.trim() ?? "",
    token_url: token_url?.trim() ?? "",
    scopes: scopes ?? [],
  };
}

/** The ways to connect whose credentials are of no use any longer: they are not offered, or other fields are needed. */
export function listOutdatedTypes(before: JsonObject, after: JsonObject): AuthType[] {
  const namesOf = (auth: JsonObject) =>
    toList(toObject(auth.keybased).fields).map((field) => `${toObject(field).name}`);
  const known = namesOf(before);
  const hasKeys = after.keybased !== undefined && namesOf(after).every((name) => known.includes(name));
  const outdated: AuthType[] = [];
  if (before.keybased !== undefined && !hasKeys) outdated.push("keybased");
  if (before.oauth2 !== undefined && after.oauth2 === undefined) outdated.push("oauth2");
  return outdated;
}
