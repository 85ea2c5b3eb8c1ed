import { expect, test } from "vitest";
import { isText, toContentType, toFileName } from "./file-value.ts";

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

test("a file's name is the last part of a path, of 200 shown characters at most", () => {
  expect(["a.png", "/etc/a.png", "C:\\x\\a.png", "../a.png", " a\0.p\rng\n"].map(toFileName)).toEqual(
    Array(5).fill("a.png"),
  );
  expect(["", ".", "..", "a/..", "a/", "\0"].map(toFileName)).toEqual(Array(6).fill("file"));
  expect(toFileName("x".repeat(201))).toBe("x".repeat(200));
  expect(toFileName(`${"x".repeat(199)}😀`)).toBe(`${"x".repeat(199)}\ufffd`);
});

test("a body is text by its type; without one, if it is valid UTF-8", () => {
  const [text, bytes] = [Buffer.from("é"), Buffer.from([0xff])];
  for (const type of [undefined, "", " "])
    expect([isText(text, type), isText(bytes, type)]).toEqual([true, false]);
  for (const type of [
    "text/csv",
    "application/json; charset=utf-8",
    "application/problem+json",
    "image/svg+xml",
  ])
    expect(isText(bytes, type)).toBe(true);
  for (const type of ["image/png", "application/octet-stream", "application/x-json-archive"])
    expect(isText(text, type)).toBe(false);
});
