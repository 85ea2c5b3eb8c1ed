import { expect, test } from "vitest";
import { nameExample } from "./name-example.ts";

test("an event is called by its most telling text, at the first level that has one", () => {
  const texts: [unknown, string][] = [
    [{ id: 7, Title: "Invoice due" }, "1. Invoice due"],
    [{ id: 7, name: " ", e_mail: "a@example.com" }, "1. a@example.com"],
    [{ data: { object: { number: 1042 } } }, "1. 1042"],
    [{ user: { name: "Ada" }, id: 7 }, "1. 7"],
    [{ when: "now" }, '1. {"when":"now"}'],
    [["x"], '1. ["x"]'],
    [null, "1. null"],
    [{ name: "👍".repeat(61) }, `1. ${"👍".repeat(59)}…`],
  ];
  for (const [event, text] of texts) expect(nameExample(event, 0)).toBe(text);
  expect(nameExample({ name: "Second" }, 1)).toBe("2. Second");
});
