import { expect, test } from "vitest";
import { toContentType } from "./file-value.ts";

test("a content type is kept as it was declared, unless it could not be sent", () => {
  const kept = ["image/png", "text/plain; charset=utf-8", 'a/b ;x="y"', "a/b;", "application/x.y+json"];
  for (const type of kept) expect(toContentType(type)).toBe(type);
  expect(toContentType("  image/png\r\n")).toBe("image/png");
  const refused = [
    undefined,
    "",
    "png",
    "a/b\rx: y",
    "a/b; x=\r\ny: z",
    "a/b\0",
    "a/b; x=é",
    "a b/c",
    `a/${"b".repeat(254)}`,
  ];
  for (const type of refused)
    expect(toContentType(type), JSON.stringify(type)).toBe("application/octet-stream");
});
