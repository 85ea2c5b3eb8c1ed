// Plain JavaScript on purpose: the loader of TypeScript is not needed where the compile cache has all files, which
// halves what the start of a thread costs.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
await import("./worker.ts");
