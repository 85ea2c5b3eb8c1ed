import { Ajv, type ErrorObject } from "ajv";
import { type Static, Type } from "typebox";
import { AccountBody, AccountId } from "../../accounts/schema.ts";
import { AUTH_TYPES } from "../../apps/connector-auth.ts";

import { describeMisfit } from "../../platform/json/describe-misfit.ts";
import { createConstant } from "../../platform/memory/computed-once.ts";
import { findNearName } from "../../platform/near-name.ts";

const { name, language, udf } = AccountBody.properties;

/** A linked account and, with `application`, one connection of it. */
export const ImportRow = Type.Object(
  {
    linked_account_id: AccountId,
    name,
    language,
    udf,
    application: Type.Optional(Type.String({ minLength: 1 })),
    connection_id: Type.Optional(Type.String({ minLength: 1 })),
    auth_type: Type.Optional(Type.Enum(AUTH_TYPES)),
    credentials: Type.Optional(Type.Record(Type.String(), Type.String(), { minProperties: 1 })),
  },
  { additionalProperties: false },
);
export type ImportRow = Static<typeof ImportRow>;

/** A row that says a connection. */
export type ImportedConnection = ImportRow & Required<Pick<ImportRow, "application" | "credentials">>;

/** Something is wrong with a line; the message says what, as sentences without values. */
export class ImportLineError extends Error {}

/** A line of the file: the row that it says, or what is wrong with it. */
export type ImportLine = { readonly line: number } & (
  | { readonly row: ImportRow }
  | { readonly problem: string }
);

const getCheck = createConstant(() =>
  new Ajv({ allErrors: true, strict: false, verbose: true }).compile<ImportRow>(
    JSON.parse(JSON.stringify(ImportRow)),
  ),
);

/** The row that `read` reads from a line, or what is wrong with it; `read` may throw ImportLineError. */
export async function readLine(line: number, read: () => unknown): Promise<ImportLine> {
  try {
    return { line, row: checkRow(await read()) };
  } catch (error) {
    if (error instanceof ImportLineError) return { line, problem: error.message };
    throw error;
  }
}

/** The row that a line says; throws ImportLineError with everything that is wrong with it. */
function checkRow(given: unknown): ImportRow {
  const check = getCheck();
  if (!check(given)) throw new ImportLineError([...new Set((check.errors ?? []).map(explain))].join(" "));
  if (given.application !== undefined && given.credentials === undefined)
    throw new ImportLineError("credentials are missing: a connection has some.");
  if (given.application === undefined && given.credentials !== undefined)
    throw new ImportLineError("application is missing: it says whose credentials these are.");
  return given;
}

/** Whether a row has a connection, and not only an account. */
export function isConnectionRow(row: ImportRow): row is ImportedConnection {
  return row.application !== undefined && row.credentials !== undefined;
}

function explain({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll("/", ".");
  if (keyword === "additionalProperties") return explainUnknown(String(params.additionalProperty));
  if (keyword === "required") return `${params.missingProperty} is missing.`;
  if (keyword === "pattern") return `${place} must be ${parentSchema?.["x-form"] ?? "of another form"}.`;
  return `${place || "The line"} ${describeMisfit({ keyword, params, message })}.`;
}

function explainUnknown(given: string): string {
  const names = Object.keys(ImportRow.properties);
  const near = findNearName(given, names);
  return `${given} is unknown; ${near ? `did you mean ${near}?` : `there are ${names.join(", ")}.`}`;
}
