import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { installPackage, PackageInstallError } from "../install-package.ts";
import { buildBundle } from "./build-bundle.ts";
import { getPieceSlug, type PieceRecord } from "./installed-pieces.ts";
import type { PieceDescription } from "./messages.ts";
import { writePieceCode } from "./package-files.ts";
import { PieceInstallError } from "./piece-install-error.ts";
import { PieceFailedError, type PiecePackage, startPieceProcess } from "./piece-process.ts";

const DESCRIBE_MS = 30_000;
const NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const EXACT = /^(?<name>(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)@\d+\.\d+\.\d+(-[A-Za-z0-9.]+)?$/;

/** A piece that is ready to be stored. */
export interface PieceBuild {
  record: PieceRecord;
  /** The piece and all its dependencies in one CommonJS file. */
  code: Buffer;
  /** The package-lock.json of what is in it: version and integrity of each package. */
  lock: string;
}

/**
 * Builds a piece in an empty folder, which the caller deletes: installs its package, bundles it with its dependencies
 * into one file, and has a process of that file describe it. `wanted` is a package with its exact version, or the path
 * of a folder or .tgz. Throws `PieceInstallError`.
 */
export async function buildPiece(scratch: string, wanted: string): Promise<PieceBuild> {
  await writeFile(join(scratch, "package.json"), JSON.stringify({ private: true }));
  await installPackage(scratch, specOf(wanted)).catch((error) => {
    throw error instanceof PackageInstallError ? new PieceInstallError(error.message) : error;
  });
  const { packageName, version, integrity, lock } = await readInstalled(scratch);
  const code = await buildBundle(scratch, packageName);
  const hash = createHash("sha256").update(code).digest("hex");
  const folder = join(scratch, "built");
  await mkdir(folder);
  writePieceCode(folder, code);
  const description = await describe({ folder, packageName, hash });
  const slug = getPieceSlug(packageName);
  return { record: { slug, packageName, version, integrity, hash, description }, code, lock };
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
  const lock = await readFile(join(folder, "package-lock.json"), "utf8");
  const { version, integrity = "" } = JSON.parse(lock).packages[`node_modules/${packageName}`] ?? {};
  return { packageName, version: String(version), integrity: String(integrity), lock };
}

async function describe(source: PiecePackage): Promise<PieceDescription> {
  const description = await ask(source);
  if (description.actions.length > 0 || description.triggers.length > 0) return description;
  const why = description.leftOut.length > 0 ? ` ${description.leftOut.join(" ")}` : "";
  throw new PieceInstallError(`${source.packageName} has no action and no trigger that can be used.${why}`);
}

async function ask(source: PiecePackage): Promise<PieceDescription> {
  const process = startPieceProcess(source, { allow: "" }, () => {});
  try {
    const description: unknown = await process.ask({ verb: "describe" }, { timeoutMs: DESCRIBE_MS });
    return description as PieceDescription; // the host's reply to this verb
  } catch (error) {
    const said = reasonOf(error);
    throw new PieceInstallError(`${source.packageName} cannot be used as a piece. ${said}`);
  } finally {
    process.end();
  }
}

function reasonOf(error: unknown): string {
  const said = error instanceof PieceFailedError ? error.failure.message : String(error);
  return said.includes("--allow-fs-read")
    ? "It reads files while it loads that are not data of its packages, which is all that is installed."
    : said;
}
