import { afterAll, expect, test } from "vitest";
import { createSandbox } from "./sandbox.ts";

let nowMs = Date.parse("2030-01-01T00:00:00Z");
const sandbox = createSandbox({ workers: 1, clock: { now: () => new Date(nowMs) } });
afterAll(() => sandbox.close());

test("code and expressions read the time of the sandbox's clock, and count as changing with it", async () => {
  const code = "return new Date().toISOString();";
  const first = await sandbox.run({ code, globals: {} });
  expect(first).toMatchObject({ value: "2030-01-01T00:00:00.000Z", isRepeatable: false });
  nowMs += 259_200_000;
  expect(await sandbox.run({ code, globals: {} })).toMatchObject({ value: "2030-01-04T00:00:00.000Z" });
  expect(await sandbox.evaluate(["Date.now()"], {})).toMatchObject([{ value: nowMs }]);
});
