import { expect, test } from "vitest";
import { selectTools } from "./definition.ts";

test("texts of a tool are cut to a bounded length, at whole characters", () => {
  const long = "\u{1F600}".repeat(4_500_000);
  const [tool] = selectTools([
    {
      name: "t",
      title: long,
      description: long,
      inputSchema: { type: "object" },
      annotations: { title: long },
    },
  ]).tools;
  expect(tool?.description).toHaveLength(20_000);
  expect(tool?.title).toHaveLength(500);
  expect(tool?.annotations?.title).toHaveLength(500);
  expect(tool?.description?.isWellFormed()).toBe(true);
  expect(tool?.description?.endsWith("…")).toBe(true);
});

test("shorter texts are kept", () => {
  const tool = { name: "t", title: "T", description: "Does it.", inputSchema: { type: "object" } };
  expect(selectTools([tool]).tools).toEqual([tool]);
});
