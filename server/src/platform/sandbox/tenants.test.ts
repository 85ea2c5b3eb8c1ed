import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "./sandbox.ts";

let sandbox: Sandbox;

beforeAll(() => {
  sandbox = createSandbox({ workers: 2 });
});
afterAll(() => sandbox.close());

test("one tenant's endless code leaves half of the workers to others", async () => {
  const poison = sandbox.forTenant("poison");
  const endless = Array.from({ length: 6 }, () =>
    poison.run({ code: "while (true) {}", globals: {}, limits: { cpuMs: 600, wallMs: 60_000 } }),
  );
  let ended = 0;
  for (const one of endless) void one.then(() => (ended += 1));
  for (let n = 0; n < 10; n++)
    expect(await sandbox.forTenant("good").evaluate(["n + 1"], { n })).toMatchObject([{ value: n + 1 }]);
  // One worker goes through the endless ones, one after the other; the good ones waited for none of them.
  expect(ended).toBeLessThan(6);
  expect((await Promise.all(endless)).map((one) => one.ok)).toEqual(Array(6).fill(false));
});

test("several tenants' endless code leaves threads to tenants without any", async () => {
  const pool = createSandbox({ workers: 8 });
  let ended = 0;
  const endless = ["a", "b", "c"].flatMap((tenant) =>
    Array.from({ length: 6 }, () =>
      pool
        .forTenant(tenant)
        .run({ code: "await fetch('http://never')", globals: {}, fetch: () => new Promise(() => {}) })
        .then(() => (ended += 1)),
    ),
  );
  const all = Promise.allSettled(endless);
  expect(await pool.forTenant("good").evaluate(["1 + 1"], {})).toMatchObject([{ value: 2 }]);
  expect(ended).toBe(0);
  await pool.close();
  await all;
});

test("the reply to a request of ended code never reaches the code that runs next", async () => {
  const one = createSandbox({ workers: 1 });
  for (let n = 0; n < 20; n++) await one.evaluate(["1"], {});
  const replyOf = (body: string) => ({ status: 200, headers: {}, body });
  // The worker has long begun the next code when the reply is sent, and its requests are numbered anew.
  const answerLate = async () => {
    for (const end = performance.now() + 100; performance.now() < end; );
    return replyOf("first");
  };
  // Code that is not seen to fetch is sent to the worker together with the next.
  const ask = (url: string) => `globalThis["fet" + "ch"]("https://${url}.example")`;
  const [, next] = await Promise.all([
    one.forTenant("first").run({ code: ask("first"), globals: {}, fetch: answerLate }),
    one.forTenant("next").run({
      code: `return (await ${ask("next")}).text()`,
      globals: {},
      fetch: async () => replyOf("next"),
    }),
  ]);
  expect(next).toMatchObject({ value: "next" });
  await one.close();
});

test("waiting code runs in turn across tenants", async () => {
  const order: string[] = [];
  const one = createSandbox({ workers: 1 });
  const ask = (tenant: string, n: number) =>
    one
      .forTenant(tenant)
      .evaluate(["1"], {})
      .then(() => order.push(`${tenant}${n}`));
  await Promise.all([ask("a", 1), ask("a", 2), ask("a", 3), ask("b", 1), ask("b", 2)]);
  expect(order).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  await one.close();
});
