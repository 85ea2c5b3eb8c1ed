import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { type ResourceLimits, Worker } from "node:worker_threads";

/** How to start a thread. */
export interface ThreadOptions {
  /** The module's `workerData`, apart from `module` and `compileCache`. */
  data: Record<string, unknown>;
  transferList?: ArrayBuffer[];
  resourceLimits: ResourceLimits;
}

/** Starts a thread that runs `module`, a TypeScript file; it gets nothing of this process but its data. */
export function startThread(module: URL, options: ThreadOptions): Worker {
  const cacheDir = getCompileCacheDir();
  return new Worker(new URL("./start-thread.mjs", import.meta.url), {
    // The folder of the cache is one for this version of Node, inside the one that is named to enable it.
    workerData: { ...options.data, module: module.href, compileCache: cacheDir && dirname(cacheDir) },
    transferList: options.transferList ?? [],
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: options.resourceLimits,
  });
}
