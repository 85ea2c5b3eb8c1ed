import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "./engine-set-up.ts";

/** Milliseconds that the server takes to answer /health/live. */
export async function timeHealth({ url }: Bench): Promise<number> {
  const startMs = performance.now();
  await (await fetch(`${url}/health/live`)).arrayBuffer();
  return performance.now() - startMs;
}

/** Repeats a measurement until `isOver`; returns the durations. */
export async function repeatedly(
  isOver: () => boolean,
  measure: () => Promise<number>,
  pauseMs: number,
): Promise<number[]> {
  const all: number[] = [];
  while (!isOver()) {
    all.push(await measure());
    await sleep(pauseMs);
  }
  return all;
}
