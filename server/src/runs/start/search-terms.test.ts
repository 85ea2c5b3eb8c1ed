import { describe, expect, test } from "vitest";
import { collectErrorTerms, collectInputTerms, createTermHasher, splitWords } from "./search-terms.ts";

const hasher = createTermHasher({ orgId: "o1", environment: "test" });
const value = (text: string) => hasher.term("value", text);

describe("what an execution is found by", () => {
  test("texts and numbers of its input, with their paths; lists have the path of the list", () => {
    const input = {
      order: { id: 417, paid: true, note: null, mail: " Ada@Example.com " },
      lines: [{ sku: "X" }, "y"],
    };
    const { terms, places } = collectInputTerms(hasher, input, 100);
    expect(new Set(terms)).toEqual(new Set(["417", "ada@example.com", "x", "y"].map(value)));
    const paths = [
      ["order.id", "417"],
      ["order.mail", "ada@example.com"],
      ["lines.sku", "x"],
      ["lines", "y"],
    ];
    expect(new Set(places)).toEqual(new Set(paths.map(([path = "", text = ""]) => hasher.place(path, text))));
  });

  test("the numbers in identifiers, with and without leading zeros", () => {
    const found = (text: string) => new Set(collectInputTerms(hasher, text, 100).terms);
    const terms = (...texts: string[]) => new Set(texts.map(value));
    expect(found("NB-417")).toEqual(terms("nb-417", "417"));
    expect(found("#417")).toEqual(terms("#417", "417"));
    expect(found("BK-00417-HC")).toEqual(terms("bk-00417-hc", "00417", "417"));
    expect(found("INV/2026/0007")).toEqual(terms("inv/2026/0007", "2026", "0007", "7"));
    const others = [
      "2026-11-23",
      "2026-11-23T02:23:07.929Z",
      "34.50",
      "1.2.3",
      "550e8400-e29b-41d4-a716-446655440000",
      "6f9619ff8b86d011b42d00c04fc964ff",
      "4 pieces, 417 g",
    ];
    for (const text of others) expect(found(text), text).toEqual(terms(text));
  });

  test("not what is hidden, named like a secret, empty, or longer than 128 characters", () => {
    const input = {
      shown: "[hidden]",
      password: "hunter2",
      api_key: "k-1",
      accessToken: { value: "t-1" },
      empty: " ",
      long: "a".repeat(129),
    };
    expect(collectInputTerms(hasher, input, 100)).toEqual({ terms: [], places: [] });
    expect(collectInputTerms(hasher, { long: "a".repeat(128) }, 100).terms).toHaveLength(1);
  });

  test("of many values those nearest to the top, each once", () => {
    const input = { deep: { deeper: Array.from({ length: 500 }, (_, n) => `v${n}`) }, top: "t", again: "t" };
    const { terms } = collectInputTerms(hasher, input, 10);
    expect(terms[0]).toBe(value("t"));
    expect(terms).toHaveLength(9);
    expect(collectInputTerms(hasher, input, 0)).toEqual({ terms: [], places: [] });
    expect(
      collectInputTerms(
        hasher,
        Array.from({ length: 100_000 }, () => null),
        10,
      ).terms,
    ).toEqual([]);
  });

  test("a text alone, and the words of an error, those that customers read apart", () => {
    expect(collectInputTerms(hasher, "417", 10)).toEqual({ terms: [value("417")], places: [] });
    const terms = new Set(
      collectErrorTerms(hasher, { code: "HTTP_STATUS", message: "POST /orders: 502 secret", nodeId: "post" }),
    );
    for (const word of ["http_status", "orders", "502", "secret", "post"])
      expect(terms.has(hasher.term("error", word)), word).toBe(true);
    expect(terms.has(hasher.term("told", "http_status"))).toBe(true);
    expect(terms.has(hasher.term("told", "returned"))).toBe(true);
    expect(terms.has(hasher.term("told", "secret"))).toBe(false);
  });

  test("the same text makes another term in another environment, and as another kind", () => {
    const scopes = [
      { orgId: "o1", environment: "production" as const },
      { orgId: "o2", environment: "test" as const },
    ];
    const others = scopes.map((scope) => createTermHasher(scope).term("value", "417"));
    expect(
      new Set([value("417"), hasher.term("error", "417"), hasher.term("told", "417"), ...others]).size,
    ).toBe(5);
  });

  test("terms stay what they are from version to version, and fit into what keeps them", () => {
    expect(value("417")).toBe(6_479_753_966_671_900);
    expect(hasher.place("order.id", "417")).toBe(536_991_283);
    const all = Array.from({ length: 200_000 }, (_, n) => value(`order-${n}`));
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((term) => Number.isSafeInteger(term) && term >= 0)).toBe(true);
  });

  test("words are letters, digits and underscores in any script", () => {
    expect(splitWords("ECONNREFUSED api.stripe.com:443, größe Größe")).toEqual([
      "econnrefused",
      "api",
      "stripe",
      "com",
      "443",
      "größe",
    ]);
  });
});
