import { expect, test } from "vitest";
import { getLabel } from "./schema.ts";

test.each([
  ["record_id", "Record ID"],
  ["recordId", "Record ID"],
  ["createdBy", "Created by"],
  ["callbackURL", "Callback URL"],
  ["wait_ms", "Wait (ms)"],
  ["method", "Method"],
])("a setting %s without a name of its own is called %s", (name, label) => {
  expect(getLabel(name)).toBe(label);
});
