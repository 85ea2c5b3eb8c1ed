import { isObject, type Json } from "../../../platform/json/json.ts";
import type { ValuePath } from "../../../platform/json/located-yaml.ts";
import type { Target } from "../../target.ts";
import { isVariable, VARIABLE } from "../files/variables.ts";
import type { RecordDocument, RemoteRecord, StoredSecret } from "../kind.ts";

/** The document with `{ $env: NAME }` in the places of its secrets: variables named after the record and the member. */
export function withSecretNames(
  document: RecordDocument,
  secrets: readonly StoredSecret[],
  record: string,
): RecordDocument {
  let result: Json = document;
  for (const { path } of secrets)
    result = setAt(result, path, { [VARIABLE]: createVariableName(record, String(path.at(-1))) });
  return isObject(result) ? result : document;
}

function createVariableName(...parts: readonly string[]): string {
  const words = parts
    .join(" ")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_");
  return words.replace(/^_+|_+$/g, "").replace(/^(?=[0-9]|$)/, "_");
}

/**
 * The document with stored secrets in the places of those that may be the same (D547): they are compared by what the API
 * shows of them, and sent only if that differs, or if the target sends all. With `keeps`, also of those that it leaves out.
 */
export function withStoredSecrets(
  document: RecordDocument,
  { document: remote, secrets = [] }: RemoteRecord,
  { target, keeps = false }: { target: Target; keeps?: boolean },
): RecordDocument {
  let result: Json = document;
  for (const { path, isLike } of secrets) {
    const value = readAt(document, path);
    const isSame = typeof value === "string" && isLike(value) && !target.sendsSecrets;
    if (isSame || (keeps && value === undefined)) result = setAt(result, path, readAt(remote, path) ?? null);
  }
  return isObject(result) ? result : document;
}

/** The document to send: with what the API takes for a stored secret in its place, or without the member. */
export function withShownSecrets(document: RecordDocument, { secrets = [] }: RemoteRecord): RecordDocument {
  let result: Json = document;
  for (const { path, shown } of secrets)
    if (isVariable(readAt(document, path))) result = setAt(result, path, shown);
  return isObject(result) ? result : document;
}

function readAt(value: Json, [name, ...rest]: ValuePath): Json | undefined {
  if (name === undefined) return value;
  const member = isObject(value) ? value[name] : undefined;
  return member === undefined ? undefined : readAt(member, rest);
}

/** Without a value the member is removed. */
function setAt(value: Json, [name, ...rest]: ValuePath, to: Json | undefined): Json {
  if (name === undefined || !isObject(value)) return value;
  const { [name]: member = {}, ...others } = value;
  if (rest.length > 0) return { ...value, [name]: setAt(member, rest, to) };
  return to === undefined ? others : { ...value, [name]: to };
}
