import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { PACKAGE_FILES, type PackageFiles } from "./package-files.ts";

const MAX_BYTES = 8 * 1024 * 1024;
// Code, its types and texts for people.
const NO_DATA = /\.([cm]?[jt]sx?|map|md|node)$|^(licen[cs]e|readme|changelog|notice|thirdpartynotices)\b/i;
const DIRECTIVE = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*(["'])use strict\1/;
const RELATIVE_RESOLVE = /\brequire\.resolve\((?=["'`]\.)/g;

/** What the code of pinned modules expects at the top of the bundle. */
export const PINS = [
  'const pieceFile = (path) => require("node:path").join(__dirname, path);',
  'const pieceUrl = (path) => require("node:url").pathToFileURL(path).href;',
  'const pieceResolve = (folder, path) => require("node:path").resolve(folder, path);',
].join(" ");

/**
 * Gives the bundled modules that ask where they are the place that they have in their package, below the piece's folder,
 * and returns the files of those packages that are no code (D521). `paths` are the modules, relative to the folder.
 */
export async function writeModulePlaces(folder: string, paths: readonly string[]): Promise<PackageFiles> {
  const pinned: string[] = [];
  for (const path of paths.filter((one) => one.startsWith("node_modules/"))) {
    const file = join(folder, path);
    const text = await readFile(file, "utf8");
    const changed = pinModule(text, path);
    if (changed === text) continue;
    await writeFile(file, changed);
    pinned.push(path);
  }
  const roots = [...new Set(pinned.map(findPackageRoot))];
  const folders = [...new Set(pinned.map((path) => dirname(path)))];
  return { folders, files: await readData(folder, roots) };
}

/** A module's code with the names of its own place declared in it, where it uses them. */
function pinModule(text: string, path: string): string {
  const place = (name: string) => `pieceFile(${JSON.stringify(posix.join(PACKAGE_FILES, name))})`;
  // The modules of CommonJS have no import.meta, whose members the bundler replaces by these names.
  const own: Readonly<Record<string, string>> = {
    __filename: place(path),
    __dirname: place(dirname(path)),
    importMetaFilename: place(path),
    importMetaDirname: place(dirname(path)),
    importMetaUrl: `pieceUrl(${place(path)})`,
  };
  const resolves = RELATIVE_RESOLVE.test(text);
  const used = Object.keys(own).filter((name) =>
    name.startsWith("__")
      ? (resolves || text.includes(name)) && !declares(text, name)
      : text.includes("import.meta"),
  );
  if (used.length === 0) return text;
  const strict = DIRECTIVE.test(text) ? '"use strict";' : "";
  const code = text.replace(/^#!.*/, "").replace(RELATIVE_RESOLVE, `pieceResolve(${place(dirname(path))}, `);
  return `${strict}var ${used.map((name) => `${name} = ${own[name]}`).join(", ")};${code}`;
}

/** Whether a module of ECMAScript has made itself a name that CommonJS has. */
function declares(text: string, name: string): boolean {
  return new RegExp(`\\b(?:const|let|var|function)\\s+${name}\\b`).test(text);
}

/** The folder of the package that a module belongs to. */
function findPackageRoot(path: string): string {
  return path.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? path;
}

/** The data of packages; one that has more than fits is left without, and its reads fail when they are reached. */
async function readData(folder: string, roots: readonly string[]): Promise<Record<string, Buffer>> {
  const all: Record<string, Buffer> = {};
  let bytes = 0;
  for (const root of roots) {
    const names = await listData(folder, root);
    const found = await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name))] as const),
    );
    const size = found.reduce((sum, [, content]) => sum + content.length, 0);
    if (bytes + size > MAX_BYTES) continue;
    bytes += size;
    Object.assign(all, Object.fromEntries(found));
  }
  return all;
}

/** The paths of a package's data, without those of nested packages, hidden files and links. */
async function listData(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    if (entry.name.startsWith(".")) return [];
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listData(folder, name);
    return entry.isFile() && !NO_DATA.test(entry.name) ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}
