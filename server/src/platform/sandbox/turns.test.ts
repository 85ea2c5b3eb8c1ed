import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { shouldInterrupt, startBudget, startGuestTime } from "./budget.ts";
import { applyLimitDefaults } from "./limits.ts";
import { pulse } from "./protocol.ts";
import { createSandbox } from "./sandbox.ts";
import { createTurnHistory, type Runner, runRound } from "./turns.ts";

const LET_RUN = `
  const { cells, heldMs, index } = require("node:worker_threads").workerData;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldMs);
  Atomics.store(cells, index, 0);
  Atomics.notify(cells, index);`;

function runner(tenant: string, usedMs: number): Runner {
  const cells = new Int32Array(new SharedArrayBuffer(pulse.cells * Int32Array.BYTES_PER_ELEMENT));
  cells[pulse.inside] = 1;
  cells[pulse.usedMs] = usedMs;
  return { cells, tenant };
}

const runs = ({ cells }: Runner) => cells[pulse.held] === 0;

test("short code always runs; long code only in its limited slots", () => {
  const turns = createTurnHistory(2);
  const short = runner("a", 5);
  const long = [runner("a", 100), runner("a", 100), runner("a", 100)];
  runRound(turns, [short, ...long]);
  expect(runs(short)).toBe(true);
  expect(long.map(runs)).toEqual([true, true, false]);
  runRound(turns, [short, ...long]);
  expect(long.map(runs)).toEqual([true, false, true]);
});

test("tenants take turns, and then the threads of each", () => {
  const turns = createTurnHistory(1);
  const [a1, a2, b] = [runner("a", 100), runner("a", 100), runner("b", 100)];
  const order = Array.from({ length: 6 }, () => {
    runRound(turns, [a1, a2, b]);
    return [a1, a2, b].map(runs).indexOf(true);
  });
  expect(order).toEqual([0, 2, 1, 2, 0, 2]);
});

test("code that waits for an answer needs no slot", () => {
  const [waits, works] = [runner("a", 100), runner("b", 100)];
  waits.cells[pulse.inside] = 0;
  const turns = createTurnHistory(1);
  for (let round = 0; round < 3; round++) {
    runRound(turns, [waits, works]);
    expect(runs(works)).toBe(true);
  }
});

test("time spent paused does not count towards long code's own time", () => {
  const [limits, heldMs] = [applyLimitDefaults({ cpuMs: 60_000, wallMs: 2500 }), 3000];
  const { cells } = runner("a", 0);
  const deadlineMs = performance.now() + limits.wallMs;
  const budget = startBudget(limits, deadlineMs, cells);
  startGuestTime(budget);
  Atomics.store(cells, pulse.held, 1);
  // This thread stands still meanwhile.
  const other = new Worker(LET_RUN, { eval: true, workerData: { cells, heldMs, index: pulse.held } });
  expect(shouldInterrupt(budget)).toBe(false);
  expect(performance.now()).toBeGreaterThan(deadlineMs);
  return other.terminate();
});

test("more long code than there are slots all finishes", async () => {
  const sandbox = createSandbox({ workers: 8 });
  const endless = Array.from({ length: 8 }, (_, n) =>
    sandbox
      .forTenant(`t${n}`)
      .run({ code: "while (true) {}", globals: {}, limits: { cpuMs: 400, wallMs: 60_000 } }),
  );
  for (const result of await Promise.all(endless))
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("400 ms of CPU") },
    });
  await sandbox.close();
});
