import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const PARTS = [
  "server",
  "connectors",
  "directory",
  "docs",
  "sdk",
  "openapi.json",
  "package.json",
  "package-lock.json",
];

/** The program of one version, in a folder of its own. */
export interface Version {
  readonly title: string;
  readonly folder: string;
  remove(): void;
}

/** This version, as it is in the working tree. */
export const thisVersion: Version = { title: "this version", folder: ROOT, remove: () => {} };

/**
 * The last version of the repository's history that did not have this file: before it was added, or moved. Its packages
 * are today's, which the lock file of that version must name as well, or others that npm installs.
 */
export function checkOutBefore(file: string): Version {
  const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", file).trim();
  if (added === "")
    throw new Error(`The repository's history does not reach back to ${file}: fetch all of it.`);
  const commit = git("rev-parse", "--short", `${added}^`).trim();
  const folder = mkdtempSync(join(tmpdir(), "junctor-version-"));
  const archive = execFileSync("git", ["archive", commit, ...PARTS], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  linkPackages(folder);
  return {
    title: `version ${commit}`,
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A version that follows this one: the same with more migrations, as text by name. */
export function buildNextVersion(migrations: Readonly<Record<string, string>>): Version {
  const folder = mkdtempSync(join(tmpdir(), "junctor-version-"));
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  linkPackages(folder);
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(folder, "server/migrations", `${name}.ts`), text);
  return { title: "a next version", folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Today's packages and dashboard, with the workspaces of the version itself. */
function linkPackages(folder: string): void {
  const missing = listDependencies(folder).filter(
    ([name, version]) => readVersion(join(ROOT, "node_modules", name)) !== version,
  );
  if (missing.length > 0) {
    execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  } else {
    linkAll(join(ROOT, "node_modules"), join(folder, "node_modules"), folder);
  }
  mkdirSync(join(folder, "web"), { recursive: true });
  if (existsSync(join(ROOT, "web/dist"))) symlinkSync(join(ROOT, "web/dist"), join(folder, "web/dist"));
}

function linkAll(from: string, to: string, folder: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith("@")) linkAll(join(from, name), join(to, name), folder);
    else if (!lstatSync(join(from, name)).isSymbolicLink()) symlinkSync(join(from, name), join(to, name));
    else if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(to, name));
  }
}

/** What the server of a version needs, with the exact versions. */
function listDependencies(folder: string): [name: string, version: string][] {
  return ["server", "connectors"].flatMap((workspace) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, workspace, "package.json"), "utf8"));
    return Object.entries<string>(dependencies).filter(([name]) => !name.startsWith("@junctor/"));
  });
}

function readVersion(folder: string): string | undefined {
  const file = join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
}
