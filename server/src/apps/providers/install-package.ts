import { execFile } from "node:child_process";
import { promisify } from "node:util";

const NPM_MS = 120_000;

/** A package that npm cannot install; the message is one sentence for the operator. */
export class PackageInstallError extends Error {
  override readonly name = "PackageInstallError";
}

/**
 * Installs a package and its lock file into a folder with a package.json; none of its scripts runs. Throws
 * `PackageInstallError`, also after two minutes.
 */
export async function installPackage(folder: string, spec: string): Promise<void> {
  const flags = [
    "--ignore-scripts",
    "--omit=dev",
    "--omit=optional",
    "--no-audit",
    "--no-fund",
    "--install-links",
    "--save-exact",
  ];
  try {
    await promisify(execFile)("npm", ["install", "--prefix", folder, ...flags, spec], {
      timeout: NPM_MS,
      shell: process.platform === "win32",
    });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    const line = said.split("\n").find((one) => /npm (error|ERR!) (?!A complete log)/.test(one)) ?? "";
    throw new PackageInstallError(
      `npm could not install ${spec}. ${line.replace(/^npm (error|ERR!) /, "")}`.trim(),
    );
  }
}
