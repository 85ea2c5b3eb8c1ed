import type { Credential } from "../../../connector.ts";
import type { AuthField, AuthInfo, OAuth2Spec } from "../../../connector-auth.ts";
import type { Piece, PieceAuth, PieceProperty } from "../piece.ts";
import { isPrimitiveDefault } from "./form.ts";

const KEY_KINDS: Readonly<Record<string, string>> = {
  SECRET_TEXT: "Key",
  BASIC_AUTH: "User name and password",
  CUSTOM_AUTH: "Key",
};

/** One way to connect with values that a customer enters; `names` are the piece's names for its fields. */
export interface PieceKeyWay {
  auth: PieceAuth;
  label: string;
  fields: AuthField[];
  names: Readonly<Record<string, string>>;
}

/** The ways to authorize a piece, which declares one, a list or none. */
export function listPieceAuths({ auth }: Piece): PieceAuth[] {
  if (auth === undefined || auth === null) return [];
  return Array.isArray(auth) ? auth : [auth];
}

/** How customers connect: by the first OAuth2 auth, and by any one of those that ask for values. */
export function describeSignIn(piece: Piece): AuthInfo {
  const [oauth2] = listOAuth2(piece);
  const ways = listKeyWays(piece);
  if (oauth2 === undefined && ways.length === 0) {
    return { defaultType: "keybased", settings: [], keybased: { fields: [] } };
  }
  return {
    defaultType: oauth2 === undefined ? "keybased" : "oauth2",
    settings: Object.entries(oauth2?.props ?? {}).map(([name, property]) => fieldOf(name, property)),
    ...(ways.length > 0 && { keybased: keybasedOf(ways) }),
    ...(oauth2 && { oauth2: oauthOf(oauth2) }),
  };
}

/** One sentence for each auth that cannot be offered. */
export function listUnusedAuths(piece: Piece): string[] {
  const [, ...others] = listOAuth2(piece);
  const unknown = listPieceAuths(piece).filter(
    ({ type }) => type !== "OAUTH2" && type !== "NONE" && !Object.hasOwn(KEY_KINDS, type),
  );
  return [
    ...others.map((auth) => `The sign-in ${labelOf(auth)} is left out: only one by OAuth2 can be used.`),
    ...unknown.map((auth) => `The sign-in ${labelOf(auth)} is left out: ${auth.type} is not supported.`),
  ];
}

/** The auth for a credential, and what it consists of under the piece's own names; undefined if there is none. */
export function findPieceAuth(
  piece: Piece,
  { type, values }: Pick<Credential, "type" | "values">,
): { auth: PieceAuth; values: Credential["values"] } | undefined {
  if (type === "oauth2") {
    const [auth] = listOAuth2(piece);
    return auth && { auth, values };
  }
  const ways = listKeyWays(piece);
  const way =
    ways.find(({ fields }) => listNeeds(fields).every((name) => Object.hasOwn(values, name))) ?? ways[0];
  if (way === undefined) return undefined;
  if (ways.length === 1) return { auth: way.auth, values };
  const own = Object.entries(values).filter(([name]) => Object.hasOwn(way.names, name));
  return { auth: way.auth, values: Object.fromEntries(own.map(([name, value]) => [way.names[name], value])) };
}

function listOAuth2(piece: Piece): PieceAuth[] {
  return listPieceAuths(piece).filter(({ type }) => type === "OAUTH2");
}

function labelOf({ type, displayName }: PieceAuth): string {
  return displayName || (KEY_KINDS[type] ?? type);
}

/** Fields of different ways never share a name, so that what is filled in tells which way it is. */
function listKeyWays(piece: Piece): PieceKeyWay[] {
  const taken = new Set<string>();
  return listPieceAuths(piece)
    .filter(({ type }) => Object.hasOwn(KEY_KINDS, type))
    .map((auth, index) => {
      const names: Record<string, string> = {};
      const fields = keyFields(auth).map((field) => {
        const name = taken.has(field.name) ? `${field.name}_${index + 1}` : field.name;
        taken.add(name);
        names[name] = field.name;
        return { ...field, name };
      });
      return { auth, label: labelOf(auth), fields, names };
    });
}

function keybasedOf(ways: readonly PieceKeyWay[]): AuthInfo["keybased"] {
  const [first, ...others] = ways;
  if (first === undefined || others.length === 0) return { fields: first?.fields ?? [] };
  const help = `Fill in one of: ${ways.map(({ label }) => label).join("; ")}.`;
  return {
    fields: ways.flatMap(({ label, fields }) =>
      fields.map((field) => ({
        ...field,
        label: field.label === label ? label : `${label}: ${field.label}`,
        required: false,
        helpText: [help, field.helpText].filter(Boolean).join(" "),
      })),
    ),
    ways: ways.map(({ label, fields }) => ({ label, needs: listNeeds(fields) })),
  };
}

/** What has to be filled in for a way to be the chosen one: a field with a default never says so. */
function listNeeds(fields: readonly AuthField[]): string[] {
  const empty = fields.filter((field) => field.default === undefined);
  const needed = empty.filter(({ required }) => required);
  return (needed.length > 0 ? needed : empty).map(({ name }) => name);
}

function keyFields(auth: PieceAuth): AuthField[] {
  if (auth.type === "SECRET_TEXT") {
    return [
      fieldOf("secret_text", { type: "SECRET_TEXT", displayName: auth.displayName ?? "Key", required: true }),
    ];
  }
  if (auth.type === "BASIC_AUTH") {
    const name = auth.username?.displayName ?? "User name";
    const secret = auth.password?.displayName ?? "Password";
    return [
      fieldOf("username", { type: "SHORT_TEXT", displayName: name, required: true }),
      fieldOf("password", { type: "SECRET_TEXT", displayName: secret, required: true }),
    ];
  }
  return Object.entries(auth.props ?? {})
    .filter(([, { type }]) => type !== "MARKDOWN")
    .map(([name, property]) => fieldOf(name, property));
}

function fieldOf(name: string, property: PieceProperty): AuthField {
  const { type, displayName = name, description, placeholder, required = false } = property;
  const { defaultValue, options } = property;
  const choices = typeof options === "object" ? (options.options ?? []) : [];
  const isChoice = choices.length > 0;
  const kinds: Record<string, AuthField["type"]> = {
    SECRET_TEXT: "password",
    NUMBER: "number",
    CHECKBOX: "boolean",
  };
  return {
    name,
    label: displayName,
    type: isChoice ? "select" : (kinds[type] ?? "text"),
    required: type === "CHECKBOX" ? false : required,
    secret: type === "SECRET_TEXT",
    ...(placeholder && { placeholder }),
    ...(description !== undefined && { helpText: description }),
    ...(isPrimitiveDefault(defaultValue) && defaultValue !== "" && { default: String(defaultValue) }),
    ...(isChoice && { options: choices.map(({ label, value }) => ({ name: label, value: String(value) })) }),
  };
}

function oauthOf(auth: PieceAuth): OAuth2Spec {
  return {
    grant: auth.grantType === "client_credentials" ? "client_credentials" : "authorization_code",
    authorizeUrl: placesOf(auth.authUrl ?? ""),
    tokenUrl: placesOf(auth.tokenUrl ?? ""),
    scopes: auth.scope ?? [],
    scopeSeparator: " ",
    pkce: auth.pkce ?? false,
    clientAuth: auth.authorizationMethod === "HEADER" ? "basic" : "post",
    authorizeParams: paramsOf(auth),
  };
}

/** The parameters that the original engine adds, without which Google, for example, issues no refresh token. */
function paramsOf({ prompt, extra }: PieceAuth): Record<string, string> {
  const { prompt: own, ...others } = { access_type: "offline", prompt: "consent", ...extra };
  return prompt === "omit" ? others : { ...others, prompt: prompt ?? own };
}

/** Turns a piece's `https://{shop}.example.com` into `https://{{ settings.shop }}.example.com`. */
function placesOf(address: string): string {
  return address.replace(/\{(\w+)\}/g, "{{ settings.$1 }}");
}
