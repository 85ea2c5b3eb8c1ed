import { ValueError } from "../../platform/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { isPemPlaceholder, normalizePem } from "../../platform/pem.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Vault } from "../../platform/vault.ts";
import type { Credential, JsonObject } from "../connector.ts";
import type { AuthField, OAuthClient, TypedCredential } from "../connector-auth.ts";
import type { ConnectionRow } from "../store.ts";

export const CREDENTIAL_COLUMN = describeSealed("connections", "secrets");

/** The sealed content of a connection: what the customer entered or the provider issued. */
export interface ConnectionSecrets {
  settings: JsonObject;
  values: JsonObject;
  /** What the provider added to the callback, as far as the application declares it. */
  callback?: JsonObject;
  refreshToken?: string;
  /** The customer's own OAuth2 client, used instead of the organization's. */
  client?: OAuthClient;
}

const LONGEST_VALUE = 10_000;

/** Seals secrets for any row. */
export function createSecretEncrypter(vault: Vault, secrets: ConnectionSecrets): (rowId: string) => Buffer {
  return (rowId) => vault.seal(JSON.stringify(secrets), CREDENTIAL_COLUMN.identityOf(rowId));
}

/** Opens the sealed content of a connection. */
export function decryptConnectionSecrets(
  vault: Vault,
  { id, secrets }: Pick<ConnectionRow, "id" | "secrets">,
): ConnectionSecrets {
  return parseJson(vault.open(secrets, CREDENTIAL_COLUMN.identityOf(id)));
}

/** The credential of a connection as a connector gets it, without the refresh token. */
export function decryptCredential(vault: Vault, row: ConnectionRow): Credential {
  const { settings, values, callback } = decryptConnectionSecrets(vault, row);
  return { type: row.auth_type, settings, values, callback };
}

/** Validates what a customer entered against the fields; unknown names are left out, 400 names the invalid field. */
export function readFields(
  fields: readonly AuthField[],
  typed: Readonly<Record<string, unknown>>,
): JsonObject {
  const entries = fields.flatMap((field): [string, Json][] => {
    const given = Object.hasOwn(typed, field.name) ? typed[field.name] : undefined;
    const text = typeof given === "string" ? textOf(field, given) : given;
    const value = text === undefined || text === null || text === "" ? field.default : text;
    if (value !== undefined) return [[field.name, readValue(field, value)]];
    if (field.required) throw new ValueError(field.name, `${field.name} is required.`, { kind: "required" });
    return [];
  });
  return Object.fromEntries(entries);
}

/**
 * Validates what a customer entered to connect; 400 if none of several ways to connect is complete. An application that
 * nobody said how to connect to has no fields, and no connection either.
 */
export function readTypedCredential(
  { fields, ways }: TypedCredential,
  typed: Readonly<Record<string, unknown>>,
): JsonObject {
  const values = readFields(fields, typed);
  if (ways === undefined || ways.some(({ needs }) => needs.every((name) => Object.hasOwn(values, name))))
    return values;
  const [first = ""] = ways[0]?.needs ?? [];
  const choices = ways.map(({ label }) => label).join("; ");
  throw new ValueError(first, `Fill in one of: ${choices}.`, { kind: "oneOf", choices });
}

function textOf({ placeholder }: AuthField, given: string): string {
  return isPemPlaceholder(placeholder) ? normalizePem(given) : given.trim();
}

function readValue(field: AuthField, value: unknown): Json {
  const { name, type } = field;
  if (type === "number") {
    const number = typeof value === "string" ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) return number;
    throw new ValueError(name, `${name} must be a number.`, { kind: "number" });
  }
  if (type === "boolean") {
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    throw new ValueError(name, `${name} must be true or false.`, { kind: "boolean" });
  }
  if (typeof value !== "string") throw new ValueError(name, `${name} must be text.`, { kind: "text" });
  if (value.length > LONGEST_VALUE)
    throw new ValueError(name, `${name} is longer than ${LONGEST_VALUE} characters.`, {
      kind: "tooLong",
      most: LONGEST_VALUE,
    });
  if (type === "select" && !field.options?.some((option) => option.value === value)) {
    throw new ValueError(
      name,
      `${name} must be one of ${field.options?.map((option) => option.value).join(", ")}.`,
      { kind: "choice" },
    );
  }
  return value;
}
