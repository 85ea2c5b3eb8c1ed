import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRunMemory, type Holder } from "./memory.ts";

const MIB = 2 ** 20;

describe("the memory that executions share", () => {
  function holder(id: string, accountId: string, shed: string[] = []): Holder {
    return { id, accountId, shed: () => shed.push(id) };
  }

  test("is freed by the youngest run of the account that holds most, never by the oldest of all", () => {
    const memory = createRunMemory(100 * MIB);
    const shed: string[] = [];
    memory.hold(holder("1", "heavy", shed), 40 * MIB);
    memory.hold(holder("2", "heavy", shed), 20 * MIB);
    memory.hold(holder("3", "light", shed), 30 * MIB);
    expect(shed).toEqual([]);
    memory.hold(holder("4", "light", shed), 20 * MIB);
    expect(shed).toEqual(["2"]);
    memory.hold(holder("2", "heavy", shed), 0);
    memory.hold(holder("1", "heavy", shed), 90 * MIB);
    expect(shed).toEqual(["2", "4", "3"]);
    memory.hold(holder("1", "heavy", shed), 500 * MIB);
    expect(shed).toEqual(["2", "4", "3"]);
  });

  test("small executions are always admitted without counting", () => {
    const memory = createRunMemory(MIB);
    memory.hold(holder("1", "a"), 10 * MIB);
    for (let index = 0; index < 1000; index++) memory.hold(holder(`small ${index}`, "b"), 100_000);
    expect(memory.held).toBe(10 * MIB);
    expect(memory.mayLoad(holder("small", "b"), 100_000)).toBe(true);
  });

  test("a released run returns with the size that it held, whatever its rows say", () => {
    const memory = createRunMemory(100 * MIB);
    memory.hold(holder("1", "a"), 60 * MIB);
    memory.hold(holder("2", "a"), 50 * MIB);
    memory.hold(holder("2", "a"), 0);
    expect(memory.mayLoad(holder("2", "a"), 10 * MIB)).toBe(false);
    memory.hold(holder("1", "a"), 0);
    expect(memory.mayLoad(holder("2", "a"), 10 * MIB)).toBe(true);
  });

  test("released runs return in the order of their requests, as soon as there is room", () => {
    let nowMs = 0;
    const memory = createRunMemory(100 * MIB, () => nowMs);
    memory.hold(holder("1", "a"), 60 * MIB);
    expect(memory.mayLoad(holder("2", "a"), 50 * MIB)).toBe(false);
    // It would fit, but not with the one before it.
    expect(memory.mayLoad(holder("3", "b"), 10 * MIB)).toBe(false);
    memory.hold(holder("1", "a"), 0);
    memory.hold(holder("4", "a"), 20 * MIB);
    expect(memory.mayLoad(holder("3", "b"), 10 * MIB)).toBe(false);
    expect(memory.mayLoad(holder("2", "a"), 50 * MIB)).toBe(true);
    // Nobody waits for who does not come back.
    expect(memory.mayLoad(holder("5", "a"), 70 * MIB)).toBe(false);
    nowMs += 11_000;
    expect(memory.mayLoad(holder("3", "b"), 10 * MIB)).toBe(true);
  });

  test("is empty at the end, whatever was held, released and reloaded, and each execution finishes", () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 12 }), (all) => {
        const memory = createRunMemory(40 * MIB);
        const runs = all.map((steps, index) => {
          const run = { id: String(100 + index), steps, next: 0, bytes: 0, isShed: false, isDown: false };
          return { ...run, accountId: `account ${index % 3}`, shed: () => {} };
        });
        for (const run of runs) run.shed = () => (run.isShed = true);
        let rounds = 0;
        for (let left = runs; left.length > 0; left = left.filter(({ next, steps }) => next < steps.length)) {
          expect(++rounds).toBeLessThan(1000);
          for (const run of left) {
            if (run.isDown) {
              if (!memory.mayLoad(run, run.bytes)) continue;
              run.isDown = false;
            }
            run.bytes += (run.steps[run.next++] ?? 0) * MIB;
            memory.hold(run, run.bytes);
            const isOver = run.next === run.steps.length;
            if (!isOver && !run.isShed) continue;
            Object.assign(run, { isDown: true, isShed: false });
            memory.hold(run, 0);
          }
        }
        expect(memory.held).toBe(0);
      }),
      { numRuns: 200, seed: 20_260_104 },
    );
  });
});
