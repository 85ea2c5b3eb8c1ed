import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { PINS, writeModulePlaces } from "./module-places.ts";
import { findNativePart } from "./native-parts.ts";
import { addPackageFiles } from "./package-files.ts";
import { PieceInstallError } from "./piece-install-error.ts";

const BUNDLE_MS = 120_000;
const MOST_ROUNDS = 5;
const MAX_BYTES = 40 * 1024 * 1024;
const FLAGS = [
  ...["--bundle", "--platform=node", "--format=cjs", "--target=node24", "--charset=utf8"],
  // Some code asks for names of functions; comments about licenses stay.
  ...["--keep-names", "--minify-whitespace", "--legal-comments=eof"],
  ...["--define:import.meta.url=importMetaUrl", `--banner:js=${PINS}`],
  ...["--define:import.meta.dirname=importMetaDirname", "--define:import.meta.filename=importMetaFilename"],
  // Importing either is refused, by the name of the package.
  ...["--loader:.node=empty", "--loader:.wasm=empty"],
  ...["--log-level=error", "--log-limit=0", "--color=false"],
];

/**
 * Bundles an installed package of a folder with its dependencies into one CommonJS file (D497), with the data files of
 * those that ask where they are. What a package requires and npm did not install, such as an optional peer, stays a
 * `require` that fails when it is reached. Throws `PieceInstallError`, also if one of the bundled packages is native.
 */
export async function buildBundle(folder: string, packageName: string): Promise<Buffer> {
  await writeFile(join(folder, "entry.cjs"), `module.exports = require(${JSON.stringify(packageName)});\n`);
  const { inputs } = await bundleRoundly(folder, packageName);
  const native = await findNativePart(folder, packageName, inputs);
  if (native !== undefined) throw createNativeError(packageName, native);
  const files = await writeModulePlaces(folder, inputs);
  if (files.folders.length > 0) await bundleRoundly(folder, packageName);
  const code = addPackageFiles(await readFile(join(folder, "bundle.cjs")), files);
  if (code.length <= MAX_BYTES) return code;
  throw new PieceInstallError(`${packageName} has more than ${MAX_BYTES / 1024 ** 2} MiB of code.`);
}

interface BundleFacts {
  /** Paths of the bundled files, relative to the folder. */
  inputs: string[];
}

/** Bundles again with what cannot be resolved, or only outside of the folder, left as it is. */
async function bundleRoundly(folder: string, packageName: string): Promise<BundleFacts> {
  const missing = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const said = await runEsbuild(folder, [...missing]);
    const before = missing.size;
    for (const [, name = ""] of said.matchAll(/Could not resolve "([^"]+)"/g)) missing.add(name);
    if (said === "") {
      const inputs = await readInputs(folder);
      const outside = inputs.filter((path) => path.startsWith("../"));
      if (outside.length === 0) return { inputs };
      for (const path of outside) missing.add(packageOf(path));
    }
    if (missing.size === before) throw createBundleError(packageName, said);
  }
  throw createBundleError(packageName, [...missing].join(", "));
}

function createNativeError(packageName: string, native: string): PieceInstallError {
  return new PieceInstallError(`${packageName} cannot be installed: ${native}, which pieces may not.`);
}

function createBundleError(packageName: string, said: string): PieceInstallError {
  // An add-on for each system is named by a pattern.
  const [, path] = said.match(/Could not resolve require\("[^"]*\.node"\)\s+(\S+?):\d/) ?? [];
  if (path !== undefined) return createNativeError(packageName, `${packageOf(path)} has a native add-on`);
  const [, first = "it needs too much that is missing"] = said.match(/\[ERROR\] (.*)/) ?? [];
  return new PieceInstallError(`${packageName} cannot be bundled into one file: ${first.slice(0, 300)}.`);
}

/** What esbuild reported, or nothing if it worked. */
async function runEsbuild(folder: string, missing: readonly string[]): Promise<string> {
  const program = createRequire(import.meta.url).resolve("esbuild/bin/esbuild");
  const files = ["entry.cjs", "--outfile=bundle.cjs", "--metafile=meta.json"];
  const argv = [...files, ...FLAGS, ...missing.map((name) => `--external:${name}`)];
  // A script, which esbuild's own install script replaces by the program, except on Windows.
  const [command, ...first] = process.platform === "win32" ? [process.execPath, program] : [program];
  try {
    await promisify(execFile)(command ?? program, [...first, ...argv], {
      cwd: folder,
      timeout: BUNDLE_MS,
      maxBuffer: MAX_BYTES,
    });
    return "";
  } catch (error) {
    return (error instanceof Error && "stderr" in error && String(error.stderr)) || String(error);
  }
}

async function readInputs(folder: string): Promise<string[]> {
  return Object.keys(JSON.parse(await readFile(join(folder, "meta.json"), "utf8")).inputs);
}

/** The package that a file belongs to. */
function packageOf(path: string): string {
  const [, name = path] = path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
  return name;
}
