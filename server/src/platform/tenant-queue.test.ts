import fc from "fast-check";
import { expect, test } from "vitest";
import { TenantQueue } from "./tenant-queue.ts";

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("requests that do not fit wait, the tenant with the least goes first, and none gets more than half", async () => {
  const turns = new TenantQueue(100);
  const order: string[] = [];
  const releases = new Map<string, () => void>();
  const take = async (name: string, amount: number) => {
    releases.set(name, await turns.take(name.charAt(0), amount, never));
    order.push(name);
  };
  for (const name of ["a1", "a2", "a3"]) void take(name, 25);
  for (const name of ["b1", "b2"]) void take(name, 30);
  void take("c1", 30);
  await turn();
  expect(order).toEqual(["a1", "a2", "b1"]);
  releases.get("a1")?.();
  await turn();
  expect(order.slice(3)).toEqual(["c1"]);
  releases.get("b1")?.();
  await turn();
  expect(order.slice(3)).toEqual(["c1", "b2"]);
});

test("a request larger than the capacity runs alone", async () => {
  const turns = new TenantQueue(100);
  const release = await turns.take("a", 60, never);
  const large = turns.take("b", 500, never);
  await turn();
  expect(turns.total).toBe(60);
  release();
  (await large)();
  expect(turns.total).toBe(0);
});

test("in any order of taking, abandoning and releasing, nothing is lost and all get their turn", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          tenant: fc.constantFrom("a", "b", "c"),
          amount: fc.integer({ min: 1, max: 150 }),
          givesUp: fc.boolean(),
        }),
        { minLength: 1, maxLength: 40 },
      ),
      fc.infiniteStream(fc.nat()),
      async (wanted, choices) => {
        const turns = new TenantQueue(100);
        const open: (() => void)[] = [];
        let ended = 0;
        const all = wanted.map(async ({ tenant, amount, givesUp }) => {
          const stop = new AbortController();
          const part = turns.take(tenant, amount, stop.signal);
          if (givesUp) stop.abort(new Error("Given up."));
          await part.then(
            (release) => open.push(release),
            () => ended++,
          );
        });
        for (let left = wanted.length; ended < wanted.length && left >= 0; left--) {
          await turn();
          const [release] = open.splice((choices.next().value ?? 0) % Math.max(1, open.length), 1);
          if (!release) continue;
          release();
          release();
          ended++;
          expect(turns.total).toBeGreaterThanOrEqual(0);
        }
        await Promise.all(all);
        expect(ended).toBe(wanted.length);
        expect(turns.total).toBe(0);
      },
    ),
    { numRuns: 100, seed: 20_260_106 },
  ));
