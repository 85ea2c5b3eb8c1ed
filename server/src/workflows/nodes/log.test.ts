import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { Fields } from "../definition/graph.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { logNode } from "./log.ts";
import { createNodeCall } from "./test-node-call.ts";

const line = async (data: Fields) => (await logNode.run({} as Deps, createNodeCall(data))).logs;

test.each<[Fields, string]>([
  [{ message: "Order 7" }, "Order 7"],
  [{ message: "Order", level: "info", data: { id: 7 } }, 'Order {"id":7}'],
  [{ message: "Odd", level: "warn" }, "[warn] Odd"],
  [{ message: "Bad", level: "error", data: "why" }, "[error] Bad why"],
  [{ level: "debug", data: [1, null] }, "[debug] [1,null]"],
  [{ message: { a: 1 }, data: 0 }, '{"a":1} 0'],
  [{}, ""],
])("%j is the line %j", async (data, expected) => {
  expect(await line(data)).toEqual([expected]);
});

test("a long line is truncated, and the data is passed on in full", async () => {
  const data = "x".repeat(20_000);
  const outcome = await logNode.run({} as Deps, createNodeCall({ message: "m", data }));
  expect(outcome).toMatchObject({ kind: "next", output: { body: data } });
  expect(outcome.logs?.[0]).toHaveLength(10_001);
});

test("without data it passes on null", async () => {
  expect(await logNode.run({} as Deps, createNodeCall({ message: "m" }))).toMatchObject({
    output: { body: null },
  });
});

test("other levels are rejected", () => {
  expect(findSettingsProblem(logNode.settings, { level: "fatal" })).toContain("data.level");
});
