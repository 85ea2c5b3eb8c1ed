import { expect, test } from "vitest";
import { problemAt, problemsByField } from "./problems.ts";

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
    ["data.headers.a", 'Node "get": {{ config.x }} is not there.'],
  ]);
  expect(problemAt(problems, "data.headers")).toContain("config.x");
  expect(problemAt(problems, "data.head")).toBeUndefined();
});
