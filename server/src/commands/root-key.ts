import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SEALED_COLUMNS } from "../api/sealed-columns.ts";
import { deleteRecordsOf } from "../audit-log/delete-records.ts";
import { isInstallationKey, revokeRootKey } from "../auth/organizations/installation.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { StartError } from "../platform/errors.ts";
import { findRecords } from "../platform/root-key/find-records.ts";
import { listSessionsOfKey } from "../platform/root-key/key-sessions.ts";
import { encryptRootKey } from "../platform/root-key/kms/wrap-root-key.ts";
import { EXAMPLES, formatWrappedKey, parseServiceKey } from "../platform/root-key/kms/wrapped-key.ts";
import { rotateColumn } from "../platform/root-key/rotate-column.ts";
import { getKeyId } from "../platform/vault.ts";
import {
  createNextKeyFile,
  hasKeyFile,
  readRootKeys,
  removeNextKeyFile,
  useNextKeyFile,
} from "../start/root-key.ts";
import { withDeps } from "./access.ts";

// What a process read a moment ago it may still write, under the old key, after all rows were rewrapped.
const SETTLE_MS = 5000;
const MOST_PASSES = 10;

const USAGE = "Usage: junctor keys create-root [SERVICE:KEY] [--current] | rotate-root";

/** `junctor keys create-root|rotate-root`. */
export async function runRootKeyCommand(config: Config, argv: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(argv);
  const [action, service, ...others] = positionals;
  if (action === "create-root" && others.length === 0) return createRootKey(config, service, values.current);
  if (action === "rotate-root" && positionals.length === 1 && !values.current) return rotateRootKey(config);
  throw new StartError(USAGE);
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { current: { type: "boolean", default: false } },
    });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : USAGE);
  }
}

/**
 * Prints a new root key, or the current one, as `JUNCTOR_ENCRYPTION_KEY` takes it; encrypted by a key service if one is
 * named.
 */
async function createRootKey(config: Config, service: string | undefined, isCurrent: boolean): Promise<void> {
  const to = service === undefined ? undefined : parseServiceKey(service);
  if (service !== undefined && !to)
    throw new StartError(
      `"${service}" names no key of a key service. Examples: ${Object.values(EXAMPLES).join(", ")}.`,
    );
  const key = isCurrent ? (await readRootKeys(config)).key : randomBytes(32);
  console.log(to ? formatWrappedKey(await encryptRootKey(config.kms, to, key)) : key.toString("base64"));
}

/**
 * Rewraps every secret under the new root key while servers run, and ends only when no process encrypts with the old one
 * and no record of the database needs it (D542). May be interrupted and run again. `settleMs` is how long processes may
 * still write what they read before.
 */
export async function rotateRootKey(config: Config, settleMs = SETTLE_MS): Promise<void> {
  const isFile = hasKeyFile(config);
  const isNew = isFile && createNextKeyFile(config);
  const { second } = await readRootKeys(config);
  if (!second)
    throw new StartError(
      "Nothing to rotate: set the new key as JUNCTOR_ENCRYPTION_KEY and the old one as JUNCTOR_SECOND_ENCRYPTION_KEY.",
    );
  let isOpen = false;
  try {
    await withDeps(config, (deps) => {
      isOpen = true;
      return rotate(deps, getKeyId(second), settleMs);
    });
  } catch (error) {
    // The server runs, or the database cannot be opened: nothing was encrypted with the new key.
    if (isNew && !isOpen) removeNextKeyFile(config);
    throw error;
  }
  if (isFile) useNextKeyFile(config);
  const next = isFile
    ? "Back up the new encryption-key file."
    : "Remove JUNCTOR_SECOND_ENCRYPTION_KEY and restart each process.";
  console.log(`The old key is not needed any more, except for backups of before. ${next}`);
}

async function rotate(deps: Deps, oldKeyId: string, settleMs: number): Promise<void> {
  await requireNoSession(deps, oldKeyId);
  await requireUse(deps, oldKeyId);
  await revokeRootKey(deps.database, deps.vault, oldKeyId);
  // Again: a process may have started in between.
  await requireNoSession(deps, oldKeyId);
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    if ((await rewrapAll(deps, oldKeyId)) === 0 && pass > 1) break;
    if (deps.database.kind === "postgres") await sleep(settleMs);
  }
  console.log("Searching all tables for what the old key encrypted…");
  const left = await findRecords(deps.database, oldKeyId);
  if (left.length === 0) return console.log("Nothing is left.");
  const places = left.map(
    ({ table, column, rows }) => `${table}.${column} (${rows} ${rows === 1 ? "row" : "rows"})`,
  );
  throw new StartError(
    `The old key is still needed for ${places.join(", ")}: keep it, and run this again. Records that stay are damaged, or were moved from another row.`,
  );
}

/** Throws StartError if the old key encrypted nothing here: it is the new one, and would be lost as rotated out. */
async function requireUse({ database }: Deps, oldKeyId: string): Promise<void> {
  if (await isInstallationKey(database, oldKeyId)) return;
  if ((await findRecords(database, oldKeyId)).length > 0) return;
  throw new StartError(
    "Nothing is encrypted with JUNCTOR_SECOND_ENCRYPTION_KEY, so it is not the old key. Set the new key as JUNCTOR_ENCRYPTION_KEY and the old one as JUNCTOR_SECOND_ENCRYPTION_KEY for every process, restart them one after the other, then run this again.",
  );
}

/** Throws StartError while a process encrypts with the old key. */
async function requireNoSession({ database }: Deps, oldKeyId: string): Promise<void> {
  const sessions = await listSessionsOfKey(database, oldKeyId);
  if (sessions.length > 0)
    throw new StartError(
      `These processes still encrypt with the old key: ${sessions.join(", ")}. Restart them with the new one as JUNCTOR_ENCRYPTION_KEY and the old one as JUNCTOR_SECOND_ENCRYPTION_KEY, then run this again.`,
    );
}

/** One pass over all columns; returns how many rows it changed, and prints those of each column. */
async function rewrapAll({ database, vault }: Deps, oldKeyId: string): Promise<number> {
  let changed = 0;
  for (const column of SEALED_COLUMNS) {
    const rows = await rotateColumn({ database, vault, oldKeyId, afterBatch: deleteRecordsOf }, column);
    if (rows > 0) console.log(`${column.table}.${column.column}  ${rows}`);
    changed += rows;
  }
  return changed;
}
