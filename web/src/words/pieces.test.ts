import { expect, test } from "vitest";
import { PIECES } from "./pieces.ts";

test("an installed piece names only the kinds of parts it has", () => {
  expect(PIECES.parts(1, 0)).toBe("1 action can be used in workflows.");
  expect(PIECES.parts(0, 2)).toBe("2 triggers can be used in workflows.");
  expect(PIECES.parts(3, 1)).toBe("3 actions and 1 trigger can be used in workflows.");
  expect(PIECES.parts(0, 0)).toBe("It has no action or trigger for workflows.");
});
