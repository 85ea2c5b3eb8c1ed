import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Credential, JsonObject } from "../connector.ts";
import { findValueAt, toText } from "../providers/manifest/request/template.ts";

export const YOUR_APP_COLUMN = describeSealed("linked_accounts", "your_app");

/**
 * An account's credentials for the organization's own application, as set by the upsert or by the routes for
 * credentials.
 */
export interface YourApp {
  app_id?: string;
  auth_credentials?: JsonObject;
}

const FIND_YOUR_APP: Statement = {
  name: "apps-find-your-app",
  text: "select your_app from linked_accounts where org_id = $1 and environment = $2 and id = $3",
};

/**
 * The credential of an application that uses `your_app.auth_credentials`: those at `paths`, as texts, because
 * redaction works on texts. Missing ones are left out.
 */
export async function readYourAppCredential(
  { database, vault }: Pick<Deps, "database" | "vault">,
  { orgId, environment, account }: AccountScope,
  paths: readonly (readonly string[])[],
): Promise<Credential> {
  const [row] = await database.query<{ your_app: Buffer | null }>(FIND_YOUR_APP, [
    orgId,
    environment,
    account.id,
  ]);
  const { auth_credentials: given = {} }: YourApp = row?.your_app
    ? parseJson(vault.open(row.your_app, YOUR_APP_COLUMN.identityOf(account.id)))
    : {};
  const entries = paths.flatMap((path): [string, string][] => {
    const value = findValueAt(given, path);
    return typeof value === "object" ? [] : [[path.join("."), toText(value)]];
  });
  return { type: "your_app", settings: {}, values: Object.fromEntries(entries) };
}
