import type { ManifestApply, ManifestField } from "../../manifest/schema/auth-schema.ts";
import { toShortText } from "../read-json.ts";
import { toFieldName } from "../servers.ts";
import type { ConnectionScheme, SecurityScheme } from "./connection-schemes.ts";

/** Where the keys of one way to connect go in a request. */
export interface KeyApply {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  basic?: NonNullable<ManifestApply["basic"]>;
}

/** One way to connect by what a customer enters. */
export interface KeyWay {
  /** The names of its fields. */
  fields: string[];
  /** What a form calls it. */
  label: string;
  apply: KeyApply;
}

/** Reads ways to connect; a scheme that occurs in several has its fields once. */
export interface KeyFields {
  /** All fields so far. */
  fields: ManifestField[];
  /** Undefined if one of the schemes cannot be sent; then nothing is added. */
  read(way: ConnectionScheme): KeyWay | undefined;
}

// Other schemes sign the request or answer a challenge.
const PLAIN_SCHEME = /^(?:token|(?:[a-z]+[-_])*(?:api[-_]?key|key|token))$/i;

/** `root` is where a request finds the values: `credentials`, or `settings` beside OAuth2. */
export function createKeyFields(root: "credentials" | "settings"): KeyFields {
  const fields: ManifestField[] = [];
  const known = new Map<string, readonly string[]>();
  const nameFields = (scheme: SecurityScheme, wanted: readonly WantedField[]): string[] => {
    const names = known.get(scheme.name) ?? wanted.map((field) => addField(fields, scheme, field));
    known.set(scheme.name, names);
    return [...names];
  };
  const read = (way: ConnectionScheme): KeyWay | undefined => {
    if (way.length === 0 || !way.every((scheme) => wantedFields(scheme) !== undefined)) return undefined;
    const result: KeyWay = { fields: [], label: "", apply: {} };
    for (const scheme of way) {
      const names = nameFields(scheme, wantedFields(scheme) ?? []);
      result.fields.push(...names);
      place(
        result.apply,
        scheme,
        names.map((name) => `{{ ${root}.${name} }}`),
      );
    }
    result.label = result.fields
      .map((name) => fields.find((field) => field.name === name)?.label ?? name)
      .join(" and ");
    return result;
  };
  return { fields, read };
}

interface WantedField extends Partial<ManifestField> {
  wanted: string;
  label: string;
}

/** The fields that a scheme needs; undefined if it cannot be sent. */
function wantedFields(scheme: SecurityScheme): WantedField[] | undefined {
  const { type, kind, name } = describe(scheme);
  if (type === "http" && kind === "basic") {
    return [
      { wanted: "username", label: "User name", type: "text", secret: false },
      { wanted: "password", label: "Password", required: false },
    ];
  }
  if (type === "http" && (kind === "bearer" || PLAIN_SCHEME.test(kind)))
    return [{ wanted: "token", label: "Token" }];
  // Whoever has a cookie has signed in on a page, which nobody does here.
  const isPlaced = scheme.source.in === "header" || scheme.source.in === "query";
  return type === "apikey" && name !== undefined && isPlaced ? [{ wanted: name, label: name }] : undefined;
}

function place(apply: KeyApply, scheme: SecurityScheme, [value = "", second = ""]: readonly string[]): void {
  const { type, kind, name = "" } = describe(scheme);
  if (type === "http" && kind === "basic") {
    apply.basic = { username: value, password: second };
  } else if (type === "http") {
    const prefix = kind === "bearer" ? "Bearer" : toShortText(scheme.source.scheme);
    apply.headers = { ...apply.headers, Authorization: `${prefix} ${value}` };
  } else if (scheme.source.in === "query") apply.query = { ...apply.query, [name]: value };
  else apply.headers = { ...apply.headers, [name]: value };
}

function describe({ source }: SecurityScheme) {
  return {
    type: toShortText(source.type)?.toLowerCase(),
    kind: toShortText(source.scheme)?.toLowerCase() ?? "",
    name: toShortText(source.name, 100),
  };
}

/** Adds a field under a name and a label that no other has. */
function addField(
  fields: ManifestField[],
  { name: scheme, source }: SecurityScheme,
  field: WantedField,
): string {
  const { wanted, label, ...more } = field;
  const plain = toFieldName(wanted);
  let name = plain;
  for (let i = 2; fields.some((one) => one.name === name); i++) name = `${plain.slice(0, 60)}_${i}`;
  const isTaken = fields.some((one) => one.label === label);
  const help = toShortText(source.description);
  fields.push({
    name,
    label: isTaken ? `${label} (${toShortText(source.in) ?? scheme})`.slice(0, 200) : label,
    ...(help !== undefined && { help_text: help }),
    ...more,
  });
  return name;
}
