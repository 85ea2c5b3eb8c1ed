import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { Fields } from "../definition/graph.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { approvalNode } from "./approval.ts";
import { listBranches } from "./node.ts";
import { createNodeCall } from "./test-node-call.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const answer = {
  approved: true,
  comment: "Fine",
  by: null,
  fields: { amount: 3 },
  answered_at: "2026-03-02T08:00:00.000Z",
};
const wake = (data: Fields, cause: Parameters<NonNullable<typeof approvalNode.wake>>[1]) =>
  approvalNode.wake?.({ data: { title: "Refund?", ...data }, isBatch: false }, cause);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => NOW } });
});
afterAll(() => server.close());

test("waits seven days by default, or as configured", async () => {
  const run = (data: Fields) => approvalNode.run(server.deps, createNodeCall({ title: "Refund?", ...data }));
  expect(await run({})).toEqual({ kind: "ask", until: new Date("2026-03-08T12:00:00.000Z") });
  expect(await run({ wait_ms: 1000 })).toEqual({
    kind: "ask",
    until: new Date("2026-03-01T12:00:01.000Z"),
  });
});

test("duplicate fields, a select without options, and invalid fields are rejected by name", async () => {
  const fail = async (fields: Fields[]) => {
    const outcome = await approvalNode.run(server.deps, createNodeCall({ title: "Refund?", fields }));
    return outcome.kind === "fail" && !outcome.mayRetry && outcome.error;
  };
  const amount = { name: "amount", type: "number" };
  expect(await fail([amount, amount])).toEqual({
    code: "INVALID_SETTINGS",
    message: 'data.fields: the name "amount" is used more than once.',
  });
  expect(await fail([{ name: "reason", type: "select" }])).toEqual({
    code: "INVALID_SETTINGS",
    message: 'data.fields: "reason" is a select and needs options.',
  });
  const unnamed = "{{ node.form.body.fields }}";
  expect(approvalNode.problem?.({ title: "Refund?", fields: [amount, amount] })).toContain('"amount"');
  expect(approvalNode.problem?.({ title: "Refund?", fields: [amount, unnamed] })).toBeUndefined();
  expect(approvalNode.problem?.({ title: "Refund?", fields: unnamed })).toBeUndefined();
  const problem = (data: Fields) => findSettingsProblem(approvalNode.settings, data);
  expect(problem({})).toBe("data.title is required.");
  expect(problem({ title: "Refund?", fields: [{ name: "1st", type: "text" }] })).toContain(
    "data.fields.0.name",
  );
  expect(problem({ title: "Refund?", fields: [{ name: "a", type: "file" }] })).toContain(
    "data.fields.0.type",
  );
  expect(problem({ title: "Refund?", on_timeout: "wait" })).toContain("data.on_timeout");
  expect(problem({ title: "Refund?", fields: [amount], allow_comment: true, wait_ms: 5000 })).toBeUndefined();
});

test("a decision is the output, and determines the edges that are taken", () => {
  expect(wake({}, { kind: "answer", body: answer })).toEqual({
    kind: "next",
    output: { body: answer },
    handle: "approved",
  });
  expect(wake({}, { kind: "answer", body: { ...answer, approved: false } })).toEqual({
    kind: "next",
    output: { body: { ...answer, approved: false } },
    handle: "rejected",
    status: "Rejected",
  });
  expect(listBranches(approvalNode, null)).toEqual(["approved", "rejected"]);
});

test("without a decision in time it fails, or is approved or rejected as configured", () => {
  const nobody = { comment: null, by: null, fields: {}, answered_at: null };
  expect(wake({}, { kind: "time" })).toEqual({
    kind: "fail",
    error: { code: "WAIT_TIMEOUT", message: "Nobody approved or rejected in time." },
    mayRetry: false,
  });
  expect(wake({ on_timeout: "fail" }, { kind: "time" })?.kind).toBe("fail");
  expect(wake({ on_timeout: "approve" }, { kind: "time" })).toEqual({
    kind: "next",
    output: { body: { approved: true, ...nobody } },
    handle: "approved",
  });
  expect(wake({ on_timeout: "reject" }, { kind: "time" })).toEqual({
    kind: "next",
    output: { body: { approved: false, ...nobody } },
    handle: "rejected",
    status: "Rejected",
  });
});
