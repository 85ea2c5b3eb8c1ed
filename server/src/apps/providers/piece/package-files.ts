import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { PIECE_FILE } from "./messages.ts";
import { PieceInstallError } from "./piece-install-error.ts";

/** Where the files of packages are, in the folder of a piece. */
export const PACKAGE_FILES = "files";
const MARK = "\n//# packageFiles=";
const MOST_UNPACKED = 64 * 1024 * 1024;

/** The files and folders of packages that a piece's code may look up at run time, by their paths. */
export interface PackageFiles {
  /** Folders of code, which paths such as `lib/../data` lead through. */
  readonly folders: readonly string[];
  readonly files: Readonly<Record<string, Buffer>>;
}

/** Appends files to a bundle as a comment, so that one hash covers both (D521). */
export function addPackageFiles(code: Buffer, { folders, files }: PackageFiles): Buffer {
  if (folders.length === 0 && Object.keys(files).length === 0) return code;
  const texts = Object.entries(files).map(([path, bytes]) => [path, bytes.toString("base64")]);
  const packed = zstdCompressSync(JSON.stringify({ folders, files: Object.fromEntries(texts) }));
  return Buffer.concat([code, Buffer.from(`${MARK}${packed.toString("base64")}\n`)]);
}

/** Writes a piece's code, and the files that it contains, into a folder. */
export function writePieceCode(folder: string, code: Buffer): void {
  writeFileSync(join(folder, PIECE_FILE), code);
  const { folders, files } = readPackageFiles(code);
  for (const path of folders) mkdirSync(join(folder, PACKAGE_FILES, path), { recursive: true });
  for (const [path, bytes] of Object.entries(files)) {
    const file = join(folder, PACKAGE_FILES, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

/** Reads a piece's code from its folder; undefined if it, or a file that belongs to it, is missing or was changed. */
export function readPieceCode(folder: string, hash: string): Buffer | undefined {
  const code = readIfThere(join(folder, PIECE_FILE));
  if (code === undefined || createHash("sha256").update(code).digest("hex") !== hash) return undefined;
  const isSame = ([path, bytes]: [string, Buffer]) =>
    readIfThere(join(folder, PACKAGE_FILES, path))?.equals(bytes) === true;
  return Object.entries(readPackageFiles(code).files).every(isSame) ? code : undefined;
}

function readPackageFiles(code: Buffer): PackageFiles {
  const start = code.lastIndexOf(MARK);
  if (start < 0) return { folders: [], files: {} };
  const packed = Buffer.from(code.toString("latin1", start + MARK.length), "base64");
  const { folders, files }: { folders: string[]; files: Record<string, string> } = JSON.parse(
    zstdDecompressSync(packed, { maxOutputLength: MOST_UNPACKED }).toString(),
  );
  // Code may contain such a comment of its own.
  if (![...folders, ...Object.keys(files)].every(isBelow))
    throw new PieceInstallError("The piece has files outside of its folder.");
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text, "base64")]);
  return { folders, files: Object.fromEntries(bytes) };
}

/** Whether a path stays in the folder that it starts from. */
function isBelow(path: string): boolean {
  return path.split("/").every((part) => part !== ".." && !/[\\:\0]/.test(part)) && !path.startsWith("/");
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
