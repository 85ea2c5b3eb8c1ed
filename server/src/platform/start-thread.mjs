// Plain JavaScript on purpose: the loader of TypeScript, itself WebAssembly, is not needed where the compile cache has all
// files. That halves what the start of a thread costs, and V8 may abort a process in which WebAssembly comes and goes on
// several threads at once (nodejs/node#64500).
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
await import(workerData.module);
