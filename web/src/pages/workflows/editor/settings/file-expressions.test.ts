import { expect, test } from "vitest";
import { findFileExpressions } from "./file-expressions.ts";

const file = (name: string) => ({ $file: "0".repeat(24), name, content_type: "application/pdf", size: 1 });

test("finds files in the data of expressions, nearest first, as expressions write their paths", () => {
  const roots = {
    input: { form: { "the file": file("deep.pdf") } },
    node: { load: { body: file("load.pdf"), list: [1, file("second.pdf")] } },
    config: { scan: file("scan.pdf") },
    linked_account: null,
  };
  expect(findFileExpressions(roots)).toEqual([
    { name: "scan.pdf", expression: "config.scan" },
    { name: "deep.pdf", expression: 'input.form["the file"]' },
    { name: "load.pdf", expression: "node.load.body" },
    { name: "second.pdf", expression: "node.load.list[1]" },
  ]);
  expect(findFileExpressions({ input: file("all.pdf") })).toEqual([{ name: "all.pdf", expression: "input" }]);
  expect(findFileExpressions({ input: { $file: "x" }, node: {} })).toEqual([]);
});

test("of very many files it finds ten", () => {
  const many = Array.from({ length: 1000 }, (_, n) => file(`${n}.pdf`));
  expect(findFileExpressions({ input: many }).map(({ expression }) => expression)).toEqual(
    Array.from({ length: 10 }, (_, n) => `input[${n}]`),
  );
});
