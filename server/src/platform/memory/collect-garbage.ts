import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/** Frees the memory of unused WebAssembly at once: V8 would wait until its own small heap has grown. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  collect ??= runInNewContext("gc") as () => void;
  collect();
}
