import { expect, test } from "vitest";
import { TYPES } from "../../../../parts/workflow-graph/test-node-types.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { problemAt, problemsByField, tellProblem, tellProblemOfStep } from "./problems.ts";

const problem = (field: string, message: string, node_id: string | null = "get") => ({
  node_id,
  edge_id: null,
  field,
  message,
});

test("a step's problems are shown at its fields, without the names in their labels", () => {
  const problems = problemsByField(
    [
      problem("data.url", 'Node "get" (Read: it): data.url is required.'),
      problem("data.url", 'Node "get": data.url is something else, too.'),
      problem("data.headers.a", 'Node "get": {{ config.x }} is not there.'),
      problem("data.code", 'Node "other": data.code is missing.', "other"),
    ],
    "get",
  );
  expect([...problems]).toEqual([
    ["data.url", "Is required."],
    ["data.headers.a", "{{ config.x }} is not there."],
  ]);
  expect(problemAt(problems, "data.headers")).toContain("config.x");
  expect(problemAt(problems, "data.head")).toBeUndefined();
});

test("in the list of all problems, steps and fields have the names that their readers know", () => {
  const nodes = [
    { id: "get", name: "Read it", type: "http" },
    { id: "paid", name: "Paid?", type: "rule" },
  ] as WorkflowNode[];
  const told = [
    problem("data.url", 'Node "get" (Read it): data.url is required.'),
    problem("data.conditions.0.operator", 'Node "paid": data.conditions.0.operator is required.', "paid"),
    problem("action", 'Node "get" (Read it): action "x" does not exist.'),
    problem("edges", 'Node "paid": connect its branch "item".', "paid"),
    problem("", "A workflow has one start.", null),
  ].map((one) => tellProblem(one, { nodes, types: TYPES }));
  expect(told).toEqual([
    "Read it · URL: Is required.",
    "Paid? · Conditions: Is required.",
    'Read it · Action: "x" does not exist.',
    'Paid?: Connect its branch "item".',
    "A workflow has one start.",
  ]);
});

test("below the name of a step, its problems do not repeat it", () => {
  const told = [
    problem("data.url", 'Node "get" (Read it): data.url is required.'),
    problem("edges", 'Node "get" (Read it): connect its branch "item".'),
    problem("", 'Node "get" (Read it) is connected to nothing.'),
  ].map((one) => tellProblemOfStep(one, TYPES.get("http")));
  expect(told).toEqual([
    "URL: Is required.",
    'Connect its branch "item".',
    'Node "get" (Read it) is connected to nothing.',
  ]);
});
