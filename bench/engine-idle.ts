import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, usageOf } from "./engine-set-up.ts";
import { printTable } from "./processes.ts";

const SETTLE_MS = 20_000;
const WATCH_S = 30;
const TARGETS = { cpuPercent: 1, rssMiB: 130 };

/** What an idle server costs. */
export async function measureIdle(bench: Bench): Promise<boolean> {
  await sleep(SETTLE_MS);
  const before = usageOf(bench.server);
  await sleep(WATCH_S * 1000);
  const after = usageOf(bench.server);
  const cpuPercent = (100 * (after.cpuS - before.cpuS)) / WATCH_S;
  printTable("Idle on PostgreSQL", [
    { "CPU of a core": `${cpuPercent.toFixed(1)} %`, target: `${TARGETS.cpuPercent} %` },
    { "CPU of a core": `${after.rssMiB} MiB resident`, target: `${TARGETS.rssMiB} MiB` },
  ]);
  return cpuPercent <= TARGETS.cpuPercent && after.rssMiB <= TARGETS.rssMiB;
}
