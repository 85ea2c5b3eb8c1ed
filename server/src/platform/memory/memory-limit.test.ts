import { expect, test } from "vitest";
import { describeMemoryShortage } from "./memory-limit.ts";

const MIB = 1024 ** 2;

test("a limit below what the embedded database needs is said, with both numbers", () => {
  expect(describeMemoryShortage(384 * MIB)).toMatch(/may use 384 MiB .* needs 512 MiB/);
});

test("enough memory, or no limit, is not mentioned", () => {
  for (const limit of [0, 512 * MIB, 2 ** 60, Number.MAX_SAFE_INTEGER])
    expect(describeMemoryShortage(limit)).toBeUndefined();
});
