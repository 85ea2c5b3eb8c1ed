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

/**
 * Whether a bundle has code of a package with a native add-on, or imports a WebAssembly file, neither of which one file
 * of JavaScript can contain; says so in words. `inputs` are the paths of the bundled files in the folder. What the piece
 * itself depends on counts even if no import leads there: a piece may load it in a process of its own.
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
    const isNative =
      gypfile === true ||
      typeof binary === "object" ||
      napi !== undefined ||
      Object.keys(dependencies ?? {}).some((tool) => TOOLS.includes(tool)) ||
      (await hasAddOn(join(folder, root)));
    if (isNative) return `${name} ${version} has a native add-on`;
    // What is read at run time is data; what is imported would have to be code.
    if (files.some((file) => file.endsWith(".wasm"))) return `${name} ${version} imports WebAssembly`;
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

/** Whether a package has add-ons or the files that build one, without those of nested packages. */
async function hasAddOn(root: string): Promise<boolean> {
  const entries = await readdir(root, { withFileTypes: true });
  const found = entries.map((entry) => {
    if (!entry.isDirectory()) return entry.name.endsWith(".node") || entry.name === "binding.gyp";
    return entry.name !== "node_modules" && hasAddOn(join(root, entry.name));
  });
  return (await Promise.all(found)).some(Boolean);
}
