import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Config } from "../config.ts";
import { createDataFolder } from "../platform/database/embedded/data-folder.ts";
import { StartError } from "../platform/errors.ts";

/** The root key: from the environment, or generated once and kept in the data folder with mode 0600. */
export function readRootKey(config: Config): Buffer {
  const { encryptionKey, dataDir } = config;
  if (encryptionKey) return encryptionKey;
  const path = `${dataDir}/encryption-key`;
  const key = Buffer.from(readOrMakeKeyFile(dataDir, path).trim(), "base64");
  if (key.length !== 32)
    throw new StartError(`The encryption key in ${path} is damaged: it must be 32 bytes in base64.`);
  return key;
}

function readOrMakeKeyFile(dataDir: string, path: string): string {
  try {
    if (!existsSync(path)) makeKeyFile(dataDir, path);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${error instanceof Error ? error.message : "unknown error"}).`,
    );
  }
}

function makeKeyFile(dataDir: string, path: string): void {
  if (existsSync(`${dataDir}/database`)) {
    throw new StartError(
      `The encryption key ${path} is missing, but the database beside it was encrypted with it: restore the file, or set JUNCTOR_ENCRYPTION_KEY.`,
    );
  }
  createDataFolder(dataDir);
  try {
    // Flushed to disk, because every secret in the database is lost without it.
    const text = `${randomBytes(32).toString("base64")}\n`;
    writeFileSync(path, text, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    // Another process started at the same moment and was faster: read its key.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
