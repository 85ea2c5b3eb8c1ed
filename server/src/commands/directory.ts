import { DIRECTORY_FOLDER, readDirectory } from "../apps/directory/directory.ts";
import { DOCUMENTS_PACKAGE } from "../apps/directory/documents.ts";
import { installDocuments, removeDocuments } from "../apps/directory/install-documents.ts";
import { PackageInstallError } from "../apps/providers/install-package.ts";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";

const USAGE_DIRECTORY = "Usage: junctor directory add openapi | remove openapi";

/** `junctor directory add|remove openapi`: installs the directory's OpenAPI documents (docs/directory.md). */
export async function runDirectoryCommand({ dataDir }: Config, argv: readonly string[]): Promise<void> {
  const [action, source, ...others] = argv;
  if (source !== "openapi" || others.length > 0) throw new StartError(USAGE_DIRECTORY);
  if (action === "add") return add(dataDir);
  if (action !== "remove") throw new StartError(USAGE_DIRECTORY);
  if (!(await removeDocuments(dataDir))) throw new StartError("The documents are not installed.");
  console.log("Removed the documents. Applications that were added stay as they are.");
}

async function add(dataDir: string): Promise<void> {
  const { name, version, integrity } = DOCUMENTS_PACKAGE;
  console.log(`Downloading ${name} ${version} (45 MB)…`);
  try {
    const count = await installDocuments(dataDir, await readDirectory(DIRECTORY_FOLDER));
    console.log(`Installed ${count} documents. A running server has them at once.`);
    console.log(`Integrity: ${integrity}`);
  } catch (error) {
    throw error instanceof PackageInstallError ? new StartError(error.message) : error;
  }
}
