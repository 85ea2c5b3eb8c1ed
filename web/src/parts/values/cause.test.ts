import { expect, test } from "vitest";
import { getCause } from "./cause.ts";

test("a cause does not repeat the step of a loop, or of a loop in it", () => {
  expect(getCause('In node "http" of item 0: The URL responded with 404.')).toBe(
    "The URL responded with 404.",
  );
  expect(getCause('In node "each" of item 2: In node "http" of item 0: Gone.')).toBe("Gone.");
  expect(getCause('The field said: In node "http" of item 0: no')).toContain("In node");
});
