import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import type { Fields } from "../definition/graph.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { terminateNode } from "./terminate.ts";
import { createNodeCall } from "./test-node-call.ts";

const run = (data: Fields) => terminateNode.run({} as Deps, createNodeCall(data));

test("ends the execution successfully, with its result", async () => {
  expect(await run({})).toEqual({ kind: "end", error: null, response: null, logs: [] });
  expect(await run({ status: "completed", message: "Nothing to do", response: { done: 0 } })).toEqual({
    kind: "end",
    error: null,
    response: { done: 0 },
    logs: ["Nothing to do"],
  });
});

test("ends the execution as failed, with its message", async () => {
  expect(await run({ status: "failed", message: "No stock", response: 5 })).toEqual({
    kind: "end",
    error: { code: "TERMINATED", message: "No stock" },
    response: 5,
    logs: ["No stock"],
  });
  expect(await run({ status: "failed" })).toMatchObject({
    error: { code: "TERMINATED", message: "The workflow ended this execution as failed." },
  });
});

test("other statuses are rejected", () => {
  expect(findSettingsProblem(terminateNode.settings, { status: "stopped" })).toContain("data.status");
  expect(findSettingsProblem(terminateNode.settings, { message: "x".repeat(1001) })).toContain(
    "data.message",
  );
});
