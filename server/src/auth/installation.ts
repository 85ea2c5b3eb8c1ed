import { randomBytes } from "node:crypto";
import { type Database, StartError } from "../platform/database/database.ts";
import { type Vault, VaultError } from "../platform/vault.ts";

const KEY_CHECK = "key-check";
const SESSION_SECRET = "session-secret";

/**
 * Makes the installation's own secrets at first start and reads them later. Throws StartError when the
 * encryption key is not the one that the database was sealed with; nothing is written then.
 * Returns the secret under which session tokens are signed.
 */
export async function openInstallation({ db }: Database, vault: Vault): Promise<Buffer> {
  const values = [
    { name: KEY_CHECK, sealed: vault.seal("junctor", `installation/${KEY_CHECK}`) },
    {
      name: SESSION_SECRET,
      sealed: vault.seal(randomBytes(32).toString("base64"), `installation/${SESSION_SECRET}`),
    },
  ];
  await db
    .insertInto("installation")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db.selectFrom("installation").selectAll().execute();
  const open = (name: string) => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new StartError(`The database lacks the installation's "${name}": restore a backup.`);
    return vault.open(row.sealed, `installation/${name}`);
  };
  try {
    open(KEY_CHECK);
    return Buffer.from(open(SESSION_SECRET), "base64");
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new StartError(
      "The encryption key is not the one this database was sealed with: set the right JUNCTOR_ENCRYPTION_KEY.",
    );
  }
}
