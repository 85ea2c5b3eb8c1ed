import { beforeEach, expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { createId, isId, setIdClock } from "./id.ts";

// Files before this one may have made ids of times to come, which the order of ids would go on from.
beforeEach(() => setIdClock(systemClock));

test("an id is 24 hex characters that begin with the time in milliseconds", () => {
  const nowMs = Date.now() + 60_000;
  const id = createId(nowMs);
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(Number.parseInt(id.slice(0, 12), 16)).toBe(nowMs);
});

test("ids of one millisecond, even more than fit into it, are ordered and unique", () => {
  const nowMs = Date.now() + 120_000;
  const ids = Array.from({ length: 100_000 }, () => createId(nowMs));
  expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ""))).toBe(true);
});

test("a clock that jumps back does not break the order", () => {
  const nowMs = Date.now() + 240_000;
  const before = createId(nowMs);
  expect(createId(nowMs - 60_000) > before).toBe(true);
});

test("each millisecond starts counting at a random number, so that processes do not collide", () => {
  const startMs = Date.now() + 300_000;
  const counters = Array.from({ length: 50 }, (_, index) => createId(startMs + index).slice(12, 16));
  expect(new Set(counters).size).toBeGreaterThan(40);
});

test.each([
  ["6a1f0c2e9b3d4f5a6b7c8d9e", true],
  ["6A1F0C2E9B3D4F5A6B7C8D9E", false],
  ["6a1f0c2e9b3d4f5a6b7c8d9", false],
  ["6a1f0c2e9b3d4f5a6b7c8d9e\n", false],
  ["g".repeat(24), false],
  ["", false],
])("isId(%j) is %s", (text, valid) => {
  expect(isId(text)).toBe(valid);
});
