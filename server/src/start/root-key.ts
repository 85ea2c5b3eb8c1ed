import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Config } from "../config.ts";
import type { RootKeySetting } from "../key-settings.ts";
import { createDataFolder } from "../platform/database/embedded/data-folder.ts";
import { StartError } from "../platform/errors.ts";
import { decryptRootKey } from "../platform/root-key/kms/wrap-root-key.ts";
import type { RootKeys } from "../platform/vault.ts";

/** The root key in the data folder. */
export const KEY_FILE = "encryption-key";

/**
 * The root keys: from the environment, decrypted by a key service where one has encrypted them, or from the data folder,
 * where one is made at the first start. Throws StartError.
 */
export async function readRootKeys(config: Config): Promise<RootKeys> {
  const { encryptionKey, secondEncryptionKey, kms } = config;
  if (!encryptionKey) return readKeyFiles(config);
  const open = (setting: RootKeySetting) =>
    Buffer.isBuffer(setting) ? setting : decryptRootKey(kms, setting);
  const [key, second] = [await open(encryptionKey), secondEncryptionKey && (await open(secondEncryptionKey))];
  if (second?.equals(key))
    throw new StartError(
      "JUNCTOR_SECOND_ENCRYPTION_KEY is the same key as JUNCTOR_ENCRYPTION_KEY: remove it.",
    );
  return { key, second };
}

/** Makes the key file of the data folder, with mode 0600, unless there is one or the environment has the key. */
export function prepareKeyFile(config: Config): void {
  if (!config.encryptionKey) readKeyFiles(config);
}

/** Whether the root key is a file of the data folder. */
export function hasKeyFile({ databaseUrl, encryptionKey }: Config): boolean {
  return databaseUrl === undefined && encryptionKey === undefined;
}

/** Makes the next root key beside the one in use, unless a rotation has begun; returns whether it did. */
export function createNextKeyFile({ dataDir }: Config): boolean {
  const { current, next, draft } = placesOf(dataDir);
  if (!existsSync(current))
    throw new StartError(`There is no ${current}: start the server once before its key is rotated.`);
  if (existsSync(next)) return false;
  rmSync(draft, { force: true });
  makeKeyFile(draft);
  // Whole or not at all: a damaged key would keep the server from starting.
  renameSync(draft, next);
  flushFolder(dataDir);
  return true;
}

/** Takes back `createNextKeyFile`, before anything was encrypted with that key. */
export function removeNextKeyFile({ dataDir }: Config): void {
  rmSync(placesOf(dataDir).next, { force: true });
}

/** Ends a rotation: the next root key replaces the last one, which is gone. */
export function useNextKeyFile({ dataDir }: Config): void {
  const { current, next } = placesOf(dataDir);
  renameSync(next, current);
  flushFolder(dataDir);
}

function flushFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function placesOf(dataDir: string) {
  const current = `${dataDir}/${KEY_FILE}`;
  return { current, next: `${current}.next`, draft: `${current}.draft` };
}

function readKeyFiles({ dataDir }: Config): RootKeys {
  const { current, next } = placesOf(dataDir);
  try {
    if (!existsSync(current)) makeFirstKeyFile(dataDir, current);
    const key = readKeyFile(current);
    return existsSync(next) ? { key: readKeyFile(next), second: key } : { key };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${error instanceof Error ? error.message : "unknown error"}).`,
    );
  }
}

function readKeyFile(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
  if (key.length === 32) return key;
  throw new StartError(`The encryption key in ${path} is damaged: it must be 32 bytes in base64.`);
}

function makeFirstKeyFile(dataDir: string, path: string): void {
  if (existsSync(`${dataDir}/database`)) {
    throw new StartError(
      `The encryption key ${path} is missing, but the database beside it was encrypted with it: restore the file, or set JUNCTOR_ENCRYPTION_KEY.`,
    );
  }
  createDataFolder(dataDir);
  makeKeyFile(path);
}

function makeKeyFile(path: string): void {
  try {
    // Flushed to disk, because every secret in the database is lost without it.
    const text = `${randomBytes(32).toString("base64")}\n`;
    writeFileSync(path, text, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    // Another process started at the same moment and was faster: read its key.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
