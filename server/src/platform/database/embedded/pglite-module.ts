import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { createConstant } from "../../memory/computed-once.ts";

/** What PGlite exports and this file calls; its memory is counted in 64 KiB pages. */
interface Exports {
  palloc(bytes: number): number;
  strlen(text: number): number;
  raw_parser(text: number, mode: number): number;
}
const wasmFile = join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), "pglite.wasm");
const initialPages = 2048;
const mostPages = 32768;
// The index of no function of its own: an import's.
const noFunction = 0;

/**
 * PGlite's WebAssembly, compiled so that V8 never optimizes the SQL parser: that takes 600 MB for half a second at
 * every start (105 KB in one function) and makes no query measurably faster (D266).
 */
export const compilePgliteModule = createConstant(compile);

async function compile(): Promise<WebAssembly.Module> {
  const module = await WebAssembly.compile(await readFile(wasmFile));
  const { exports } = await WebAssembly.instantiate(module, importsOf(module));
  const { palloc, strlen, raw_parser } = exports as unknown as Exports;
  // V8 decides at a function's first call whether it may be optimized later; these two may, and the parser calls them.
  untilTrap(() => strlen(0));
  untilTrap(() => palloc(1));
  setFlagsFromString(`--wasm-tier-up-filter=${noFunction}`);
  untilTrap(() => raw_parser(0, 0));
  setFlagsFromString("--wasm-tier-up-filter=-1");
  // Code that V8 has thrown away to save memory is compiled again, and may then be optimized.
  setFlagsFromString("--no-flush-liftoff-code");
  return module;
}

/** Enough to load the module: nothing calls its imports before it is started. */
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] =
      kind === "memory" ? new WebAssembly.Memory({ initial: initialPages, maximum: mostPages }) : () => 0;
  }
  return imports;
}

/** Without a started PostgreSQL each of them ends at its first allocation, when V8 has seen it. */
function untilTrap(call: () => unknown): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
}
