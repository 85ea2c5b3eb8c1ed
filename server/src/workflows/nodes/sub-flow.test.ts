import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { subFlowNode } from "./sub-flow.ts";
import { createNodeCall } from "./test-node-call.ts";

const RUN = "0123456789abcdef01234567";
const call = { data: { workflow: "invoice" }, isBatch: false };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("calls the workflow with its input, or with none", async () => {
  const run = (data: object) =>
    subFlowNode.run(server.deps, createNodeCall({ workflow: "invoice", ...data }));
  expect(await run({ input: { order: 7 } })).toEqual({
    kind: "call",
    workflow: "invoice",
    input: { order: 7 },
  });
  expect(await run({})).toEqual({ kind: "call", workflow: "invoice", input: null });
  expect(findSettingsProblem(subFlowNode.settings, {})).toBe("data.workflow is required.");
});

test("the called workflow's end is the node's outcome; its failure is not retried", () => {
  const ended = { kind: "child", runId: RUN } as const;
  expect(subFlowNode.wake?.(call, { ...ended, error: null, response: { total: 3 } })).toEqual({
    kind: "next",
    output: { body: { total: 3 }, execution_id: RUN },
  });
  const error = { code: "HTTP_STATUS", message: "The URL responded with 500.", status: 500 };
  expect(subFlowNode.wake?.(call, { ...ended, error, response: null })).toEqual({
    kind: "fail",
    error: {
      code: "SUB_FLOW",
      message: `Execution ${RUN} of the workflow failed: The URL responded with 500.`,
    },
    mayRetry: false,
  });
  const missing = { code: "UNKNOWN_WORKFLOW", message: "There is no such workflow." };
  expect(
    subFlowNode.wake?.(call, { kind: "child", runId: "", error: missing, response: null }),
  ).toMatchObject({
    error: { code: "SUB_FLOW", message: "There is no such workflow." },
  });
});
