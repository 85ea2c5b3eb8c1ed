import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { StartError } from "../../platform/errors.ts";
import type { SealedColumn } from "../../platform/root-key/sealed-column.ts";
import { buildRecordStart, type Vault, VaultError } from "../../platform/vault.ts";

const KEY_CHECK = "key-check";
const SESSION_SECRET = "session-secret";

const WRONG_KEY =
  "The encryption key is not the one that this database was encrypted with: set the right JUNCTOR_ENCRYPTION_KEY.";

const RETIRED = "retired-key";

/**
 * Throws StartError if the database was encrypted with another key, or if the key that encrypts was rotated out; checked
 * before a start changes anything.
 */
export async function requireInstallationKey({ db }: Database, vault: Vault): Promise<void> {
  const { rows: tables } = await sql<{
    found: boolean;
  }>`select to_regclass('installation') is not null as found`.execute(db);
  if (!tables[0]?.found) return;
  const row = await db
    .selectFrom("installation")
    .select("sealed")
    .where("name", "=", KEY_CHECK)
    .executeTakeFirst();
  if (row) openOrRefuse(vault, KEY_CHECK, row.sealed);
  const retired = await db
    .selectFrom("installation")
    .select("name")
    .where("name", "=", `${RETIRED}/${vault.keyId}`)
    .executeTakeFirst();
  if (retired)
    throw new StartError(
      "JUNCTOR_ENCRYPTION_KEY is a key that was rotated out: set the key that replaced it, or a new one.",
    );
}

/** Whether this installation is, or was, encrypted with the root key of this id. */
export async function isInstallationKey({ db }: Database, keyId: string): Promise<boolean> {
  const start = buildRecordStart(keyId);
  const { rows } = await sql`select from installation where name = ${`${RETIRED}/${keyId}`}
    or name = ${KEY_CHECK} and substring(sealed for ${start.length}) = ${start}`.execute(db);
  return rows.length > 0;
}

/** From now on no process starts that would encrypt with the root key of this id. */
export async function revokeRootKey({ db }: Database, vault: Vault, keyId: string): Promise<void> {
  const name = `${RETIRED}/${keyId}`;
  await db
    .insertInto("installation")
    .values({ name, sealed: vault.seal(keyId, identify(name)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The installation's own secrets, for the rotation of the root key. */
export const INSTALLATION_SECRETS: SealedColumn = {
  table: "installation",
  key: ["name"],
  column: "sealed",
  form: "bytes",
  identify: ({ name }) => identify(`${name}`),
};

function identify(name: string): string {
  return `installation/${name}`;
}

/**
 * Creates the installation's own secrets at first start and reads them later. Throws StartError, and writes
 * nothing, if the database was encrypted with another key. Returns the secret that signs session tokens.
 */
export async function readOrCreateSessionSecret({ db }: Database, vault: Vault): Promise<Buffer> {
  const values = [
    { name: KEY_CHECK, sealed: vault.seal("junctor", identify(KEY_CHECK)) },
    {
      name: SESSION_SECRET,
      sealed: vault.seal(randomBytes(32).toString("base64"), identify(SESSION_SECRET)),
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
    return openOrRefuse(vault, name, row.sealed);
  };
  open(KEY_CHECK);
  return Buffer.from(open(SESSION_SECRET), "base64");
}

function openOrRefuse(vault: Vault, name: string, sealed: Uint8Array): string {
  try {
    return vault.open(sealed, identify(name));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new StartError(WRONG_KEY);
  }
}
