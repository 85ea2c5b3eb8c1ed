import { describe, expect, test } from "vitest";
import { createToolOutput } from "./output.ts";
import { buildFirstPage, buildLaterResult, buildValueResult, buildWaitingResult } from "./result.ts";

// Claude Code shows the model the structured content alone, where there is one (anthropics/claude-code#79944): whatever
// it must know stands there.
const typed = createToolOutput({
  type: "object",
  required: ["made"],
  additionalProperties: false,
  properties: { made: { type: "object" }, status: { type: "integer" }, text: { type: "string" } },
});
const untyped = createToolOutput(undefined);
const narrow = createToolOutput({
  type: "object",
  properties: { message: { type: "integer" }, junctor_message: { type: "integer" } },
});
const URL_ = "https://junctor.example.com/mcp/approve/x";

describe("a replacement for a result", () => {
  test("is in the structured content of tools with and without a schema", () => {
    for (const output of [typed, untyped, createToolOutput({ type: "array" })]) {
      const waiting = buildWaitingResult("abc", URL_, output);
      expect(waiting.structuredContent).toMatchObject({
        execution_id: "abc",
        message: expect.stringContaining(URL_),
        approval_url: URL_,
      });
      expect(buildLaterResult("abc", output).structuredContent).toMatchObject({
        execution_id: "abc",
        message: expect.stringContaining("get_execution"),
      });
    }
    expect(buildWaitingResult("abc", URL_, untyped).structuredContent).toMatchObject({ status: "WAITING" });
  });

  test("gets another name if the result uses its own", () => {
    expect(buildWaitingResult("abc", URL_, typed).structuredContent).toMatchObject({
      junctor_status: "WAITING",
    });
    expect(buildLaterResult("abc", typed).structuredContent).not.toHaveProperty("status");
  });

  test("is an error with visible text if the schema leaves no room for it", () => {
    const waiting = buildWaitingResult("abc", URL_, narrow);
    expect([waiting.isError, waiting.structuredContent]).toEqual([true, undefined]);
    expect(JSON.stringify(waiting.content)).toContain(URL_);
  });

  test("contains no address if agents get none", () => {
    const waiting = buildWaitingResult("abc", undefined, typed);
    expect(JSON.stringify(waiting)).not.toContain("approval_url");
    expect(waiting.structuredContent).toMatchObject({ execution_id: "abc", junctor_status: "WAITING" });
  });
});

describe("a long result", () => {
  test("has its first page in the structured content too, and is never longer than 100,000 characters", () => {
    const text = '"\\'.repeat(100_000);
    for (const output of [typed, untyped]) {
      const first = buildFirstPage(text, "abc", output);
      expect(first.structuredContent).toMatchObject({ execution_id: "abc", page: 1, pages: 10 });
      const told = first.structuredContent as { text: string; message: string };
      expect([text.startsWith(told.text), told.message]).toEqual([
        true,
        expect.stringContaining('"page": 2'),
      ]);
      expect(JSON.stringify(first).length).toBeLessThan(100_000);
    }
  });

  test("never has empty structured content", async () => {
    const value = { made: { text: "x".repeat(60_000) } };
    expect(await buildValueResult(value, JSON.stringify(value), typed)).toBeUndefined();
    const plain = await buildValueResult(value, JSON.stringify(value), untyped);
    expect([plain?.isError, plain?.structuredContent]).toEqual([undefined, undefined]);
  });
});

test("values of another type than declared are returned beside the rest", async () => {
  const structure = (value: object) => typed.structure(value as never);
  expect(await structure({ made: {}, status: 1, more: 2 })).toEqual({ made: {}, status: 1, more: 2 });
  expect(await structure({ made: [], status: 1 })).toEqual({ status: 1, not_as_declared: { made: [] } });
  expect(await structure([1, 2])).toEqual({ not_as_declared: [1, 2] });
  expect(await createToolOutput({ type: "array" }).structure("text")).toEqual({
    not_as_declared: { data: "text" },
  });
});
