import { afterEach, expect, test } from "vitest";
import { applyLimitDefaults, type SandboxLimits } from "./limits.ts";
import { addOffer, mostOffers, removeOffer, takeJob } from "./offers.ts";
import { closePool, createPool, type Pool, runPooledJob } from "./pool.ts";
import { pulse, type SandboxJobResult } from "./protocol.ts";

const pools: Pool[] = [];
afterEach(() => Promise.all(pools.splice(0).map(closePool)));

/** A pool with one thread, whose scripts were quick so far. */
async function openPool(size: number): Promise<Pool> {
  const pool = createPool(size);
  pools.push(pool);
  await runScript(pool, { code: "return 1" });
  for (const worker of pool.workers) worker.usualMs = 0.1;
  return pool;
}

interface Script {
  readonly code: string;
  readonly tenant?: string;
  readonly limits?: Partial<SandboxLimits>;
}

function runScript(pool: Pool, { code, tenant = "a", limits }: Script): Promise<SandboxJobResult[]> {
  const task = { kind: "code", sources: [code], globals: {}, fetch: true } as const;
  return runPooledJob(
    pool,
    { ...task, sources: [code], limits: applyLimitDefaults(limits) },
    tenant,
    async () => ({
      response: { status: 200, headers: {}, body: "answer" },
    }),
  );
}

const endless = { code: "for (;;);", limits: { cpuMs: 300 } };
/** A search that takes the engine hours, and cannot be interrupted. */
const deadly = {
  code: "return 'a'.repeat(6e6).indexOf('a'.repeat(3e6) + 'b')",
  limits: { cpuMs: 100, wallMs: 1000 },
};
const readValue = ([ending]: SandboxJobResult[]) =>
  ending?.ok ? JSON.parse(ending.json) : ending?.error.kind;

test("a job belongs to the worker that takes it or to the pool that withdraws it, never to both", () => {
  const cells = new Int32Array(pulse.cells);
  addOffer(cells, 1);
  expect([takeJob(cells, 1), removeOffer(cells, 1), takeJob(cells, 1)]).toEqual([true, false, false]);
  addOffer(cells, 2);
  expect([removeOffer(cells, 2), takeJob(cells, 2), removeOffer(cells, 2)]).toEqual([true, false, false]);
});

test("a withdrawn job stays withdrawn after its cell was used again", () => {
  const cells = new Int32Array(pulse.cells);
  addOffer(cells, 3);
  expect(removeOffer(cells, 3)).toBe(true);
  addOffer(cells, 3 + mostOffers);
  expect([takeJob(cells, 3), takeJob(cells, 3 + mostOffers)]).toEqual([false, true]);
});

test("short scripts of one worker run in their order, each with its own result", async () => {
  const pool = await openPool(1);
  const order: number[] = [];
  const runs = Array.from({ length: 60 }, async (_, n) => {
    expect(readValue(await runScript(pool, { code: `return ${n}` }))).toBe(n);
    order.push(n);
  });
  await Promise.all(runs);
  expect(order).toEqual([...order].sort((one, other) => one - other));
});

test("scripts that are taken back from a long one keep their order", async () => {
  const pool = await openPool(1);
  const order: number[] = [];
  const long = runScript(pool, endless);
  const short = [1, 2, 3, 4].map((n) =>
    runScript(pool, { code: "return 1", tenant: `t${n % 2}` }).then(() => order.push(n)),
  );
  expect(readValue(await long)).toBe("timeout");
  await Promise.all(short);
  expect(order).toEqual([1, 2, 3, 4]);
});

test("a script that was sent ahead does not wait for a long one", async () => {
  const pool = await openPool(4);
  const order: string[] = [];
  const long = runScript(pool, endless).then(() => order.push("long"));
  const short = ["b", "c", "d"].map((tenant) =>
    runScript(pool, { code: "return 1", tenant }).then(() => order.push("short")),
  );
  await Promise.all([long, ...short]);
  expect(order).toEqual(["short", "short", "short", "long"]);
});

test("scripts that were sent to a worker which was lost run elsewhere", async () => {
  const pool = await openPool(1);
  const lost = runScript(pool, deadly);
  const others = [1, 2, 3].map((n) => runScript(pool, { code: `return ${n}`, tenant: `t${n}` }));
  expect(readValue(await lost)).toBe("timeout");
  expect((await Promise.all(others)).map(readValue)).toEqual([1, 2, 3]);
});

test("a script that starts because a worker was lost is watched as well", async () => {
  const pool = await openPool(2);
  const busy = { code: "for (const end = Date.now() + 200; Date.now() < end; );" };
  // Both threads have started, and the first one is taken.
  await Promise.all(["a", "b"].map((tenant) => runScript(pool, { ...busy, tenant })));
  const others = runScript(pool, { ...busy, tenant: "b" });
  const lost = [1, 2].map(() => runScript(pool, deadly));
  await others;
  expect((await Promise.all(lost)).map(readValue)).toEqual(["timeout", "timeout"]);
});

test("nothing is sent ahead behind code that may wait for an answer", async () => {
  const pool = await openPool(1);
  const waiting = runScript(pool, { code: "return (await fetch('https://example.com')).text()" });
  const next = runScript(pool, { code: "return 2", tenant: "b" });
  expect([...pool.workers].map(({ ahead }) => ahead.length)).toEqual([0]);
  expect([readValue(await waiting), readValue(await next)]).toEqual(["answer", 2]);
});

test("a closed pool rejects what it had sent ahead", async () => {
  const pool = await openPool(1);
  const ends = Promise.allSettled(
    [endless, ...Array(5).fill({ code: "return 1" })].map((script) => runScript(pool, script)),
  );
  await closePool(pool);
  const reasons = (await ends).map((end) =>
    end.status === "rejected" ? String(end.reason.message) : end.status,
  );
  expect(reasons).toEqual(Array(6).fill("The script sandbox was closed before the code ended."));
});
