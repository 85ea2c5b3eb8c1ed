import { expect, test } from "vitest";
import { formatCsvLine } from "./export.ts";

test("cells are quoted where necessary", () => {
  expect(formatCsvLine(["a", "b,c", 'say "x"', "two\nlines", null, ""])).toBe(
    'a,"b,c","say ""x""","two\nlines",,\r\n',
  );
});

test("spreadsheet formulas are exported as text", () => {
  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =HYPERLINK(1)"])
    expect(formatCsvLine([formula])).toBe(`"'${formula}"\r\n`);
  expect(formatCsvLine(["1-1", "a=b"])).toBe("1-1,a=b\r\n");
});
