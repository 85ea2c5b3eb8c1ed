import { expect, test } from "vitest";
import { createSeededRandom } from "../../../test/seeded-random.ts";
import { buildWordIndex, searchWordIndexes, type WordText } from "./word-index.ts";

const ALL = { offset: 0, limit: 1000 };

function text(name: string, rest: Partial<WordText> = {}): WordText {
  return { name, otherNames: "", description: "", ...rest };
}

/** The names of what a search finds in one index of these texts. */
function find(texts: readonly (WordText | string)[], query: string): string[] {
  const whole = texts.map((one) => (typeof one === "string" ? text(one) : one));
  const { matches } = searchWordIndexes([buildWordIndex(whole)], query, ALL);
  return matches.map(({ text: at }) => whole[at]?.name ?? "");
}

test("a text is found by other forms of its words, by synonyms, and by the beginning of the last word", () => {
  const texts = ["Create a contact", "List invoices", "Archive a board"];
  expect(find(texts, "creating contacts")).toEqual(["Create a contact"]);
  expect(find(texts, "add person")).toEqual(["Create a contact"]);
  expect(find(texts, "list invo")).toEqual(["List invoices"]);
  expect(find(texts, "li invoices")).toEqual(["List invoices"]);
  expect(find(texts, "boar")).toEqual(["Archive a board"]);
  expect(find(texts, "oard")).toEqual([]);
});

test("only the last word may be a beginning", () => {
  expect(find(["Create a contact", "Contact list"], "conta create")).toEqual(["Create a contact"]);
  expect(find(["Contact list", "Create a deal"], "conta create")).toEqual(["Create a deal"]);
});

test("texts with all words are found alone; without any, those that have some of them", () => {
  const texts = ["Create a contact", "Create a deal", "Delete a deal"];
  expect(find(texts, "create deal")).toEqual(["Create a deal"]);
  expect(find(texts, "create deal zebra").sort()).toEqual([...texts].sort());
  expect(find(texts, "create deal zebra")[0]).toBe("Create a deal");
  expect(find(texts, "zebra")).toEqual([]);
});

test("words that say nothing are not needed, and find nothing alone", () => {
  const texts = ["Create contact", "Of the"];
  expect(find(texts, "please create the contact for me")).toEqual(["Create contact"]);
  expect(find(texts, "of the")).toEqual([]);
  expect(find(texts, "")).toEqual([]);
});

test("a word that means the same as an earlier one is not needed as well", () => {
  const texts = ["Create a customer", text("Search customers", { description: "Create what is new." })];
  expect(find(texts, "create a new customer")).toEqual(find(texts, "create a customer"));
  expect(find(["Create a customer", "new"], "create a new customer")).toEqual(["Create a customer"]);
});

test("a word itself counts more than a synonym, a name more than other names, these more than descriptions", () => {
  expect(find(["Add a row", "Create a row"], "create row")[0]).toBe("Create a row");
  const order = [text("one", { description: "zebra" }), text("two", { otherNames: "zebra" }), text("zebra")];
  expect(find(order, "zebra")).toEqual(["zebra", "two", "one"]);
});

test("a name of few words comes before a longer one, a rare word counts more than a common one", () => {
  expect(find(["Create an invoice item of a subscription", "Create an invoice"], "create invoice")[0]).toBe(
    "Create an invoice",
  );
  const texts = ["List a", "List b", "List c", "Zebra d"];
  expect(find(texts, "list zebra unknown")[0]).toBe("Zebra d");
});

test("how rare a word is depends on all indexes together", () => {
  const common = buildWordIndex(Array.from({ length: 50 }, () => text("list things")));
  const mixed = buildWordIndex([text("list"), text("zebra")]);
  const { matches, total } = searchWordIndexes([common, mixed], "list zebra unknown", ALL);
  expect(matches[0]).toEqual({ index: 1, text: 1 });
  expect(total).toBe(52);
});

test("an index without texts changes nothing", () => {
  const [empty, one] = [buildWordIndex([]), buildWordIndex([text("zebra")])];
  const { matches } = searchWordIndexes([empty, one, empty], "zebra", ALL);
  expect(matches).toEqual([{ index: 1, text: 0 }]);
});

test("pages in a row are the whole list, with equal scores in the order of the texts", () => {
  const seed = Date.now();
  console.log(`seed ${seed}`);
  const random = createSeededRandom(seed);
  const words = ["list", "deal", "zebra", "card", "note"];
  const pick = () => words[Math.floor(random() * words.length)] ?? "";
  const indexes = Array.from({ length: 7 }, () =>
    buildWordIndex(Array.from({ length: Math.floor(random() * 9) }, () => text(`${pick()} ${pick()}`))),
  );
  const whole = searchWordIndexes(indexes, "list deal unknown", ALL);
  expect(whole.total).toBe(whole.matches.length);
  const paged = [];
  for (let offset = 0; offset < whole.total; offset += 3) {
    const page = searchWordIndexes(indexes, "list deal unknown", { offset, limit: 3 });
    expect(page.total).toBe(whole.total);
    paged.push(...page.matches);
  }
  expect(paged).toEqual(whole.matches);
});
