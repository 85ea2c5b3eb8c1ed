import { expect, test } from "vitest";
import { findFiles } from "./shown-files.ts";

const file = (id: string) => ({ $file: id, name: `${id}.pdf`, content_type: "application/pdf", size: 12 });

test("files are found anywhere in a value, each once and in order", () => {
  const value = { body: [file("a"), { inner: file("b") }, file("a")], other: file("c") };
  expect(findFiles(value).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(findFiles(file("a"))).toEqual([
    { id: "a", name: "a.pdf", contentType: "application/pdf", size: 12 },
  ]);
});

test("what only looks like a file is none, and a huge value ends", () => {
  expect(findFiles({ $file: 7, name: "x", size: 1 })).toEqual([]);
  expect(findFiles({ $file: "x" })).toEqual([]);
  expect(findFiles([null, "text", 1])).toEqual([]);
  expect(findFiles(Array.from({ length: 200_000 }, (_, index) => ({ index })))).toEqual([]);
  expect(findFiles(Array.from({ length: 500 }, (_, index) => file(`f${index}`)))).toHaveLength(50);
});
