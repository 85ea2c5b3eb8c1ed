import { expect, test } from "vitest";
import { findSynonyms, splitWords, toWordStem } from "./word-forms.ts";

test("names are split where a new word begins, texts between letters and digits", () => {
  expect(splitWords("create_contact list-deals getInvoiceById v2Orders")).toEqual(
    "create contact list deals get Invoice By Id v2 Orders".split(" "),
  );
  expect(splitWords(" Send, (then) wait… ")).toEqual(["Send", "then", "wait"]);
  expect(splitWords(" - ")).toEqual([]);
});

test("accents are no difference", () => {
  expect(splitWords("Café Über")).toEqual(splitWords("Cafe Uber"));
});

test("scripts without spaces are split into words", () => {
  const words = splitWords("請求書を作成する Stripe");
  expect(words.at(-1)).toBe("Stripe");
  expect(words.length).toBeGreaterThan(3);
  expect(words.slice(0, -1).join("")).toBe("請求書を作成する".normalize("NFKD").replace(/\p{M}/gu, ""));
});

test("plurals and tenses have one stem, whatever their case", () => {
  for (const forms of ["invoice invoices Invoiced", "create CREATES creating created", "company companies"]) {
    const stems = forms.split(" ").map(toWordStem);
    expect(new Set(stems).size, forms).toBe(1);
  }
});

test("words that say nothing have none", () => {
  expect(["the", "To", "my", "please"].map(toWordStem)).toEqual(Array(4).fill(undefined));
  expect(["issue", "add", "if"].map(toWordStem)).not.toContain(undefined);
});

test("synonyms are found for every form of a word, without the word itself", () => {
  expect(findSynonyms("Creating")).toEqual(expect.arrayContaining(["add", "append"]));
  expect(findSynonyms("add")).not.toContain("add");
  expect(findSynonyms("zebra")).toEqual([]);
  // With two meanings, a word has the synonyms of both.
  expect(findSynonyms("contact")).toEqual(expect.arrayContaining(["customer", "lead"]));
});
