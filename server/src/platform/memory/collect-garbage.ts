import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createConstant } from "./computed-once.ts";

const getCollector = createConstant(() => runInNewContext("gc") as () => void);

/** Frees the memory of unused WebAssembly at once: V8 would wait until its own small heap has grown. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  getCollector()();
}
