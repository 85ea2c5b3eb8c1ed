import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { compileFunction, constants } from "node:vm";
import { PIECE_FILE } from "../messages.ts";
import { readPieceCode } from "../package-files.ts";
import type { Piece } from "../piece.ts";
import type { PiecePackage } from "../piece-process.ts";

const PARAMETERS = ["exports", "require", "module", "__filename", "__dirname"];

/**
 * Runs a piece's file, unless it is no longer the one that was installed, and returns its first export that looks like
 * a piece.
 */
export function loadPiece({ folder, packageName, hash }: PiecePackage): Piece {
  const file = join(folder, PIECE_FILE);
  const code = readPieceCode(folder, hash);
  if (code === undefined)
    throw new Error(`The code of ${packageName} has changed since it was installed. Install it again.`);
  // What is run is what was hashed, so it is not required by its path.
  const run = compileFunction(code.toString("utf8"), PARAMETERS, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module: { exports: Record<string, unknown> } = { exports: {} };
  run.call(module.exports, module.exports, createBuiltinRequire(file), module, file, folder);
  const found = Object.values(module.exports).find(isPiece);
  if (found === undefined) throw new Error(`The package ${packageName} contains no piece.`);
  return found;
}

/** Anything but Node's own modules was either bundled or not installed, which packages expect to be told so. */
function createBuiltinRequire(file: string): (name: string) => unknown {
  const require = createRequire(file);
  const refuse = (name: string): never => {
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
  };
  // Packages resolve files of their own while they load, for a worker, say, that is never started.
  const resolve = (name: string) => {
    if (isBuiltin(name) || isAbsolute(name)) return name;
    return name.startsWith(".") ? join(dirname(file), name) : refuse(name);
  };
  // Only what is data: code is run from the one file that was hashed.
  const readData = (name: string) =>
    isAbsolute(name) && name.endsWith(".json") ? JSON.parse(readFileSync(name, "utf8")) : refuse(name);
  return Object.assign((name: string) => (isBuiltin(name) ? require(name) : readData(name)), { resolve });
}

function isPiece(value: unknown): value is Piece {
  if (typeof value !== "object" || value === null) return false;
  return "displayName" in value && "_actions" in value && typeof value._actions === "object";
}
