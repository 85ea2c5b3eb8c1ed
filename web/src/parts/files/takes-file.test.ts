import { expect, test } from "vitest";
import { takesFile } from "./takes-file.ts";

test("a file may be given as a reference or in place of base64, and not for any other value", () => {
  expect(takesFile({ required: ["$file"] })).toBe(true);
  expect(takesFile({ contentEncoding: "base64" })).toBe(true);
  for (const other of [{}, { required: ["file"] }, { contentEncoding: "base32" }])
    expect(takesFile(other)).toBe(false);
});
