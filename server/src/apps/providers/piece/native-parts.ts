import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

// What packages with add-ons depend on to find or to build them.
const TOOLS = [
  "bindings",
  "node-gyp-build",
  "node-addon-api",
  "nan",
  "prebuild-install",
  "@mapbox/node-pre-gyp",
  "node-pre-gyp",
];
const WASM = /[\w.-]+\.wasm\b/g;

/**
 * Whether a bundle has code of a package with a native add-on or a WebAssembly file, which one file of JavaScript cannot
 * contain; says so in words. `inputs` are the paths of the bundled files in the folder. What the piece itself depends on
 * counts even if no import leads there: a piece may load it in a process of its own.
 */
export async function findNativePart(
  folder: string,
  packageName: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const packages = Map.groupBy(inputs.filter(isOfPackage), rootOf);
  for (const root of await listDependencies(folder, `node_modules/${packageName}`))
    if (!packages.has(root)) packages.set(root, []);
  for (const [root, files] of packages) {
    const { name, version, gypfile, binary, napi, dependencies } = JSON.parse(
      await readFile(join(folder, root, "package.json"), "utf8"),
    );
    const others = await listOtherFiles(join(folder, root));
    const isNative =
      gypfile === true ||
      typeof binary === "object" ||
      napi !== undefined ||
      Object.keys(dependencies ?? {}).some((tool) => TOOLS.includes(tool)) ||
      others.some((file) => file.endsWith(".node") || file === "binding.gyp");
    if (isNative) return `${name} ${version} has a native add-on`;
    if (await readsWasm(folder, files, others)) return `${name} ${version} has WebAssembly`;
  }
  return undefined;
}

/** The folders of what a package itself depends on. */
async function listDependencies(folder: string, root: string): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, root, "package.json"), "utf8"));
  return Object.keys(dependencies).flatMap((name) => {
    const places = [`${root}/node_modules/${name}`, `node_modules/${name}`];
    return places.find((place) => existsSync(join(folder, place, "package.json"))) ?? [];
  });
}

function isOfPackage(path: string): boolean {
  return path.includes("node_modules/");
}

/** The folder of the package that a file belongs to. */
function rootOf(path: string): string {
  return path.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? "";
}

/** The names of a package's add-ons, their build files and its WebAssembly, without those of nested packages. */
async function listOtherFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const found = entries.map(async (entry) => {
    if (entry.isDirectory())
      return entry.name === "node_modules" ? [] : listOtherFiles(join(root, entry.name));
    return /\.(node|wasm)$|^binding\.gyp$/.test(entry.name) ? [entry.name] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Whether the bundled files of a package name one of its WebAssembly files. */
async function readsWasm(folder: string, files: readonly string[], others: readonly string[]) {
  const own = others.filter((file) => file.endsWith(".wasm"));
  if (own.length === 0) return false;
  if (files.some((file) => file.endsWith(".wasm"))) return true;
  for (const file of files) {
    const named = (await readFile(join(folder, file), "utf8")).match(WASM) ?? [];
    if (named.some((name) => own.includes(name))) return true;
  }
  return false;
}
