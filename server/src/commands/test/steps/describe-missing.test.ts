import { expect, test } from "vitest";
import type { TestGiven, TestWhen } from "../file/schema.ts";
import { describeMissing } from "./describe-missing.ts";
import type { GivenWorkflow, RunningTest } from "./running-test.ts";

const WORKFLOW: GivenWorkflow = {
  id: "1",
  alias: "ship",
  name: "Ship an order",
  slug: null,
  isPublished: true,
  events: ["Order Placed"],
  signature: undefined,
};
const placed: TestWhen = { event: "Order Placed" };

function describe(
  changes: Partial<GivenWorkflow>,
  when: TestWhen | undefined = placed,
  configs = {},
): string {
  const given: TestGiven = { accounts: { acme: { configs } } };
  const run = { given, workflows: [{ ...WORKFLOW, ...changes }] } as unknown as RunningTest;
  return describeMissing(run, "ship", when);
}

test.each([
  [
    "another name",
    describe({ alias: "send" }),
    /^The configuration has no workflow of this name, but: send\.$/,
  ],
  ["a draft", describe({ isPublished: false }), /^It is not published\.$/],
  [
    "another event",
    describe({}, { event: "Order Paid" }),
    /^It does not start with "Order Paid", but with: Order Placed\.$/,
  ],
  ["no config", describe({ slug: "slack" }), /^It is not switched on in a config of acme for slack\.$/],
  [
    "another application's config",
    describe({ slug: "slack" }, placed, { jira: { workflows: { ship: {} } } }),
    /not switched on/,
  ],
])("why no execution started: %s", (_name, sentence, expected) => {
  expect(sentence).toMatch(expected);
});

test("nothing is said where nothing is known", () => {
  expect(describe({})).toBe("");
  expect(describe({ slug: "slack" }, placed, { slack: { workflows: { "Ship an order": {} } } })).toBe("");
  expect(describe({ slug: "slack" }, { wait: "3 days" })).toBe("");
  expect(describe({}, undefined)).toBe("");
});
