import { describe, expect, it } from "vitest";
import { comparePositions } from "./position.ts";

describe("the order of positions", () => {
  it("compares dates with different offsets as moments", () => {
    const [beforeTheChange, afterIt] = ["2026-11-01T01:59:59-04:00", "2026-11-01T01:00:01-05:00"];
    expect(comparePositions(beforeTheChange, afterIt)).toBeLessThan(0);
    expect(comparePositions(afterIt, beforeTheChange)).toBeGreaterThan(0);
    expect(comparePositions("2026-03-01T12:00:00.000Z", "2026-03-01T07:02:00-05:00")).toBeLessThan(0);
    expect(comparePositions("2026-03-01T12:00:00Z", "2026-03-01T13:00:00+0100")).toBe(0);
  });

  it("compares dates with the same offset to the last digit", () => {
    expect(comparePositions("2026-03-01T12:00:00.1234567Z", "2026-03-01T12:00:00.1234568Z")).toBeLessThan(0);
  });

  it("compares numbers as numbers and everything else as text", () => {
    expect(comparePositions(9, "10")).toBeLessThan(0);
    expect(comparePositions("b", "a")).toBeGreaterThan(0);
    expect(comparePositions("2026-13-99T99:99:99Z", "2026-13-99T99:99:99+01:00")).toBeGreaterThan(0);
  });
});
