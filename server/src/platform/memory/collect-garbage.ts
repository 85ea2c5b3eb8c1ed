import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createConstant } from "./computed-once.ts";

const getCollector = createConstant(() => runInNewContext("gc") as (options?: object) => void);

/** Frees the memory of unused WebAssembly at once: V8 would wait until its own small heap has grown. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  getCollector()();
}

/**
 * Frees what was only just used, in a millisecond or two. V8 would let 64 MiB of buffers pile up, because it counts their
 * bytes as somebody else's.
 */
export function collectYoungGarbage(): void {
  setFlagsFromString("--expose-gc");
  getCollector()({ type: "minor" });
}
