import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { createNodeCall } from "./test-node-call.ts";
import { waitForWebhookNode } from "./wait-for-webhook.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const call = { data: {}, isBatch: false };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => NOW } });
});
afterAll(() => server.close());

test("waits seven days by default, or as configured", async () => {
  const until = async (data: { wait_ms?: number }) =>
    waitForWebhookNode.run(server.deps, createNodeCall(data));
  expect(await until({})).toEqual({ kind: "ask", until: new Date("2026-03-08T12:00:00.000Z") });
  expect(await until({ wait_ms: 90_000 })).toEqual({
    kind: "ask",
    until: new Date("2026-03-01T12:01:30.000Z"),
  });
  const problem = (wait_ms: number) => findSettingsProblem(waitForWebhookNode.settings, { wait_ms });
  expect(problem(365 * 86_400_000)).toBeUndefined();
  expect(problem(365 * 86_400_000 + 1)).toContain("data.wait_ms");
  expect(problem(999)).toContain("data.wait_ms");
});

test("continues with any posted body, and fails if nothing arrives in time", () => {
  for (const body of [{ paid: true }, [1], "text", null])
    expect(waitForWebhookNode.wake?.(call, { kind: "answer", body })).toEqual({
      kind: "next",
      output: { body },
    });
  expect(waitForWebhookNode.wake?.(call, { kind: "time" })).toEqual({
    kind: "fail",
    error: { code: "WAIT_TIMEOUT", message: "Nothing was sent to the address in time." },
    mayRetry: false,
  });
});
