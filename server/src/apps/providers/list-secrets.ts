import type { Json } from "../../platform/json/json.ts";
import type { ConnectorInfo, Credential } from "../connector.ts";
import type { AuthField, AuthInfo, AuthType, TypedCredential } from "../connector-auth.ts";

const SHORTEST_SECRET = 6;

/** From this length on a secret is found in base64 at any position of the encoded text. */
const SHORTEST_IN_BASE64 = 8;

const SECRET_NAME = /token|secret|password|key|assertion/i;

const NO_SECRET = /^token_type$|_expires_in$|_url$/i;

/** What a customer enters for one kind of connecting; undefined if only the provider asks. */
export function findTypedCredential(
  { keybased, oauth2 }: AuthInfo,
  type: Credential["type"],
): TypedCredential | undefined {
  return type === "oauth2" ? oauth2?.customerClient : keybased;
}

/** The settings that customers enter for one kind of connecting: a consent finds some itself. */
export function listTypedSettings({ settings, oauth2 }: AuthInfo, type: AuthType): AuthField[] {
  const found = type === "oauth2" ? (oauth2?.accountSettings ?? []) : [];
  return settings.filter(({ name }) => !found.includes(name));
}

/**
 * The texts in a credential that nobody may see, if they are long enough to be told from other words; short ones as
 * they occur in an `Authorization: Basic` header.
 */
export function listSecrets(
  { auth }: Pick<ConnectorInfo, "auth">,
  { type, values, settings }: Credential,
): string[] {
  const typed = findTypedCredential(auth, type);
  const open = (typed?.fields ?? []).filter(({ secret }) => !secret).map(({ name }) => name);
  const isSecret = (name: string) =>
    type === "oauth2" && typed === undefined
      ? SECRET_NAME.test(name) && !NO_SECRET.test(name)
      : !open.includes(name);
  const isText = (value: Json | undefined) => typeof value === "string";
  const secrets = Object.entries(values)
    .filter(([name]) => isSecret(name))
    .map(([, value]) => value)
    .concat(auth.settings.filter(({ secret }) => secret).map(({ name }) => settings[name] ?? null))
    .filter(isText);
  const partners = ["", ...Object.values(values).filter(isText)];
  const pairs = secrets
    .filter((secret) => secret !== "" && secret.length < SHORTEST_IN_BASE64)
    .flatMap((secret) => partners.flatMap((other) => [`${other}:${secret}`, `${secret}:${other}`]))
    .map((pair) => Buffer.from(pair).toString("base64"));
  return [...secrets, ...pairs].filter((value) => value.length >= SHORTEST_SECRET);
}
