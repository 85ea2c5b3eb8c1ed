// One source that ends its worker does not have all others of its job carried out one by one: a customer writes
// thousands of them into one step.
import { afterAll, describe, expect, test } from "vitest";
import { applyLimitDefaults } from "./limits.ts";
import { closePool, createPool, runPooledJob } from "./pool.ts";
import { createFailedResult, createLostResults, type SandboxJobResult, type UnsentJob } from "./protocol.ts";
import { createSandbox } from "./sandbox.ts";

const sandbox = createSandbox({ workers: 2 });
const pool = createPool(1);
afterAll(() => Promise.all([sandbox.close(), closePool(pool)]));

/** A search that takes the engine hours, and cannot be interrupted. */
const deadly = "'a'.repeat(6e6).indexOf('a'.repeat(3e6) + 'b')";
const limits = { cpuMs: 100, wallMs: 1000 };

const task = (sources: string[], limits = {}): UnsentJob => ({
  kind: "expressions",
  sources,
  globals: {},
  limits: applyLimitDefaults(limits),
  fetch: false,
});
const noFetch = async () => ({ error: "none" });

describe("a job beyond its wall time", () => {
  test("ends at once for all sources that could not start", async () => {
    const sources = Array.from({ length: 3000 }, (_, index) => `(() => { for (;;) ${index}; })()`);
    const endings = await runPooledJob(pool, task(sources, { wallMs: 300, cpuMs: 100 }), "a", noFetch);
    expect(endings).toHaveLength(3000);
    expect(endings.filter((one) => one.ok || one.workerLost || one.error.kind !== "timeout")).toEqual([]);
  });
});

describe("a process that stands still", () => {
  test("does not take a finished job for a lost one when it goes on", async () => {
    const check = (source: string): UnsentJob => ({ ...task([source], { wallMs: 1 }), kind: "check-code" });
    await runPooledJob(pool, check("0"), "a", noFetch);
    const [ending] = await new Promise<SandboxJobResult[]>((resolve) => {
      // The event loop goes on with timers, and reads messages after them.
      setImmediate(() => {
        resolve(runPooledJob(pool, check("return 1"), "a", noFetch));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
      });
    });
    expect(ending).toMatchObject({ ok: true });
  });
});

describe("a lost worker", () => {
  test("fails only the source that it was running", () => {
    const error = { kind: "timeout", message: "x" } as const;
    const unsaid = { ...createFailedResult(error), workerLost: true };
    expect(createLostResults(1, error, 3)).toEqual([unsaid, createFailedResult(error), unsaid]);
  });

  test("costs one source, and the others run together", async () => {
    const endings = await runPooledJob(pool, task(["1", deadly, "2", "3"], limits), "a", noFetch);
    expect(endings.map((one) => !one.ok && one.workerLost === true)).toEqual([true, false, true, true]);
    const results = await sandbox.evaluate(["1", deadly, "2", "3"], {}, limits);
    expect(results.map((one) => (one.ok ? one.value : one.error.kind))).toEqual([1, "timeout", 2, 3]);
  });

  test("repeatedly ends the job, however many sources are left", async () => {
    const sources = Array.from({ length: 2000 }, (_, index) => `${deadly} && ${index}`);
    const results = await sandbox.evaluate(sources, {}, limits);
    expect(results).toHaveLength(2000);
    expect(results.filter((one) => one.ok)).toEqual([]);
  });
});
