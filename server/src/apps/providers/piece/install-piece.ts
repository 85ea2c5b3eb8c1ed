import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { installPackage, PackageInstallError } from "../install-package.ts";
import {
  enablePiece,
  getPieceFolder,
  getPieceSlug,
  getPiecesFolder,
  type PieceRecord,
} from "./installed-pieces.ts";
import type { PieceDescription } from "./messages.ts";
import { PieceFailedError, startPieceProcess } from "./piece-process.ts";

const DESCRIBE_MS = 30_000;
const NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const EXACT = /^(?<name>(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)@\d+\.\d+\.\d+(-[A-Za-z0-9.]+)?$/;

/** A piece that cannot be installed; the message is one sentence for the operator. */
export class PieceInstallError extends Error {
  override readonly name = "PieceInstallError";
}

/**
 * Installs a piece into the data folder, has its process describe it once, and puts it to use. `wanted` is a package
 * with its exact version, or the path of a folder or .tgz. Packages with dependencies are refused: only a piece in one
 * file cannot bring in other packages' code. Throws `PieceInstallError`.
 */
export async function installPiece(dataDir: string, wanted: string): Promise<PieceRecord> {
  const base = resolve(getPiecesFolder(dataDir));
  await mkdir(base, { recursive: true });
  const scratch = await mkdtemp(join(base, ".new-"));
  try {
    await writeFile(join(scratch, "package.json"), JSON.stringify({ private: true }));
    await installPackage(scratch, specOf(wanted));
    const { packageName, version, integrity } = await readInstalled(scratch);
    const description = await describe({ folder: scratch, packageName });
    const record = { slug: getPieceSlug(packageName), packageName, version, integrity, description };
    const folder = join(base, getPieceFolder(packageName, version));
    await rm(folder, { recursive: true, force: true });
    await rename(scratch, folder);
    await enablePiece(dataDir, folder, record);
    return record;
  } catch (error) {
    throw error instanceof PackageInstallError ? new PieceInstallError(error.message) : error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function specOf(wanted: string): string {
  if (EXACT.test(wanted)) return wanted;
  if (isAbsolute(wanted) || wanted.startsWith(".")) return resolve(wanted);
  throw new PieceInstallError(
    `${wanted} is neither a package with its exact version, such as @activepieces/piece-x@1.2.3, nor a path.`,
  );
}

async function readInstalled(folder: string) {
  const top = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const [packageName = ""] = Object.keys(top.dependencies ?? {});
  if (!NAME.test(packageName)) throw new PieceInstallError("The package has no usable name.");
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const { version, integrity = "" } = lock.packages[`node_modules/${packageName}`] ?? {};
  const others = Object.keys(lock.packages).filter(
    (path) => path !== "" && path !== `node_modules/${packageName}`,
  );
  if (others.length > 0) {
    throw new PieceInstallError(
      `${packageName} depends on ${others.length} other packages; only pieces without dependencies are accepted.`,
    );
  }
  return { packageName, version: String(version), integrity: String(integrity) };
}

async function describe(source: { folder: string; packageName: string }): Promise<PieceDescription> {
  const process = startPieceProcess(source, "", () => {});
  try {
    const description: unknown = await process.ask({ verb: "describe" }, { timeoutMs: DESCRIBE_MS });
    return description as PieceDescription; // the host's reply to this verb
  } catch (error) {
    const said = error instanceof PieceFailedError ? error.failure.message : String(error);
    throw new PieceInstallError(`${source.packageName} cannot be used as a piece. ${said}`);
  } finally {
    process.end();
  }
}
