import { describe, expect, test } from "vitest";
import { applyNodeDefaults } from "../definition/graph.ts";
import { NODE_TYPES } from "../nodes/list.ts";
import { findNodeProblems } from "./node-problems.ts";

describe("a time limit", () => {
  test.each([
    ["delay", "data says how long it waits"],
    ["loop", "set it on the nodes of its body, or settings.timeout for the whole workflow"],
    ["approval", "data.wait_ms says how long it waits"],
    ["wait_for_webhook", "data.wait_ms says how long it waits"],
  ])("is rejected on a node of type %s, which it would not limit", (type, why) => {
    const [node] = applyNodeDefaults([{ id: "a", type, timeout_ms: 1000 }]);
    const message = `Node "a": timeout_ms cannot be set on a node of type "${type}": ${why}.`;
    expect(node && findNodeProblems(node, NODE_TYPES, "save")).toContainEqual(
      expect.objectContaining({ field: "timeout_ms", message }),
    );
  });

  test.each(["sub_flow", "http", "ai_code_executor", "action"])("may be set on a node of type %s", (type) => {
    const [node] = applyNodeDefaults([{ id: "a", type, timeout_ms: 1000 }]);
    expect(node && findNodeProblems(node, NODE_TYPES, "save")).toEqual([]);
  });

  test("that was stored before does not prevent publishing", () => {
    const [node] = applyNodeDefaults([{ id: "a", type: "delay", timeout_ms: 1000, data: { for_ms: 1 } }]);
    expect(node && findNodeProblems(node, NODE_TYPES, "publish")).toEqual([]);
  });
});
