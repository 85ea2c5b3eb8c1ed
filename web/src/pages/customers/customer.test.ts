import { expect, test } from "vitest";
import { canBecomeDefault } from "./customer.ts";

const DEFAULT = { is_default: true };
const OTHER = { is_default: false };

test("any but the only default connection can be made the default", () => {
  expect(canBecomeDefault(DEFAULT, [])).toBe(false);
  expect(canBecomeDefault(DEFAULT, [OTHER])).toBe(false);
  expect(canBecomeDefault(OTHER, [DEFAULT])).toBe(true);
  expect(canBecomeDefault(OTHER, [OTHER])).toBe(true);
  expect(canBecomeDefault(DEFAULT, [DEFAULT, OTHER])).toBe(true);
});
