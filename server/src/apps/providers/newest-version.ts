import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PackageInstallError } from "./install-package.ts";

const NPM_MS = 30_000;

/** The version that the registry offers by default. Throws `PackageInstallError`. */
export async function findNewestVersion(packageName: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(
      "npm",
      ["view", `${packageName}@latest`, "version", "--json"],
      {
        timeout: NPM_MS,
        shell: process.platform === "win32",
      },
    );
    const version: unknown = JSON.parse(stdout);
    if (typeof version === "string") return version;
  } catch {
    // npm has said why in many lines; that it is not there is what matters.
  }
  throw new PackageInstallError(`npm found no package ${packageName}.`);
}
