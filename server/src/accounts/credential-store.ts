import { YOUR_APP_COLUMN, type YourApp } from "../apps/connections/your-app.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/database.ts";
import { badRequest, notFound } from "../platform/errors.ts";
import type { Json } from "../platform/json/json.ts";
import { parseJson } from "../platform/json/parse-json.ts";
import type { Vault } from "../platform/vault.ts";

type CredentialStoreDeps = Pick<Deps, "queue" | "vault">;

const MOST_CREDENTIALS = 100;

/** Sets one credential and says whether it is new; all are encrypted together. 400 beyond 100 credentials. */
export function setCredential(
  { queue, vault }: CredentialStoreDeps,
  scope: AccountScope,
  key: string,
  value: Json,
): Promise<"added" | "updated"> {
  return queue.transaction(async (tx) => {
    const yourApp = await lockYourApp(tx, vault, scope);
    const known = new Map(Object.entries(yourApp.auth_credentials ?? {}));
    const action = known.has(key) ? "updated" : "added";
    known.set(key, value);
    if (known.size > MOST_CREDENTIALS)
      throw badRequest(`A linked account has at most ${MOST_CREDENTIALS} credentials.`);
    await writeYourApp(tx, vault, scope, { ...yourApp, auth_credentials: Object.fromEntries(known) });
    return action;
  });
}

/** Removes one credential; 404 if there is none of this name. */
export function removeCredential(
  { queue, vault }: CredentialStoreDeps,
  scope: AccountScope,
  key: string,
): Promise<void> {
  return queue.transaction(async (tx) => {
    const yourApp = await lockYourApp(tx, vault, scope);
    const known = new Map(Object.entries(yourApp.auth_credentials ?? {}));
    if (!known.delete(key)) throw notFound("Credential");
    await writeYourApp(tx, vault, scope, { ...yourApp, auth_credentials: Object.fromEntries(known) });
  });
}

/** Writers of one account wait for each other: each encrypts all of its credentials again. */
async function lockYourApp(
  tx: Tx,
  vault: Vault,
  { orgId, environment, account }: AccountScope,
): Promise<YourApp> {
  const row = await tx
    .selectFrom("linked_accounts")
    .select("your_app")
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", account.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("Linked account");
  return row.your_app === null
    ? {}
    : parseJson(vault.open(row.your_app, YOUR_APP_COLUMN.identityOf(account.id)));
}

async function writeYourApp(
  tx: Tx,
  vault: Vault,
  { orgId, environment, account }: AccountScope,
  yourApp: YourApp,
): Promise<void> {
  await tx
    .updateTable("linked_accounts")
    .set({ your_app: vault.seal(JSON.stringify(yourApp), YOUR_APP_COLUMN.identityOf(account.id)) })
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where("id", "=", account.id)
    .execute();
}
