import { describe, expect, test } from "vitest";
import type { Json } from "../platform/json/json.ts";
import { compilePlan, createValueRedactor, redactOnce } from "./plan.ts";
import { mergePolicies } from "./policy.ts";
import { findRuleProblem, type RedactionRule } from "./rules.ts";

const ALL: RedactionRule[] = [{ kind: "email" }, { kind: "card" }, { kind: "phone" }, { kind: "iban" }];
const redact = (value: Json, rules: RedactionRule[] = ALL) =>
  redactOnce(compilePlan({ keep: "everything", rules, reveal: null }), value);

describe("by kind", () => {
  test.each([
    ["write to ann.lee+x@mail.example.co.uk, please", "write to [redacted: email], please"],
    ["<Ann@Exämple.org>", "<[redacted: email]>"],
    ["paid by 4111 1111 1111 1111 today", "paid by [redacted: card] today"],
    ["order 12 4111-1111-1111-1111", "order 12 [redacted: card]"],
    ["amex 378282246310005", "amex [redacted: card]"],
    ["call +49 (171) 123-4567 now", "call [redacted: phone] now"],
    ["call 0049 171 1234567", "call [redacted: phone]"],
    ["call (415) 555-0132", "call [redacted: phone]"],
    ["IBAN DE89 3704 0044 0532 0130 00.", "IBAN [redacted: iban]."],
    ["gb82west12345698765432", "[redacted: iban]"],
  ])("%s", (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  test.each([
    "me@home",
    "@example.com",
    "4111 1111 1111 1112",
    "1234567890123456",
    "2026-01-31T09:30:00.000Z",
    "6a1f0c2e9b3d4f5a6b7c8d9e",
    "DE88370400440532013000",
    "1.234567890123",
    "order 555-12-1234",
    "v1.2.3+4567",
  ])("%s is none", (text) => {
    expect(redact(text)).toBe(text);
  });

  test("numbers, names of members and lists are searched as well", () => {
    expect(redact({ card: 4111111111111111, "ann@example.com": [1, "bob@example.com"] })).toEqual({
      card: "[redacted: card]",
      "[redacted: email]": [1, "[redacted: email]"],
    });
  });

  test("a value without any is the same object", () => {
    const value = { a: [1, "b", { c: null }], d: 4111111111111112 };
    expect(redact(value)).toBe(value);
  });

  test.each([
    ["q=ann%40example.com&n=1", "q=[redacted: email]&n=1"],
    ["next=%2Fx%3Fmail%3Dann%2540example.com", "next=%2Fx%3Fmail%3D[redacted: email]"],
    ['{"mail":"ann\\u0040example.com"}', '{"mail":"[redacted: email]"}'],
    ["<b>ann&#64;example.com</b>", "<b>[redacted: email]</b>"],
    ["phone=%2B491711234567", "phone=[redacted: phone]"],
    [`x ${Buffer.from("to: ann@example.com").toString("base64")} y`, "x [redacted: email] y"],
    [
      Buffer.from(`{"a":"${Buffer.from("ann@example.com").toString("base64url")}"}`).toString("base64url"),
      "[redacted: email]",
    ],
  ])("escaped: %s", (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  test("long texts are searched in linear time", () => {
    for (const text of [
      "a@".repeat(100_000),
      "1 ".repeat(100_000),
      "DE12 ".repeat(50_000),
      "+1".repeat(100_000),
    ])
      expect(typeof redact(text)).toBe("string");
  });
});

describe("by place", () => {
  test("a key is compared without case and separators, at any depth, also in texts of JSON", () => {
    const rules = [{ key: "first_name" }];
    expect(redact({ a: [{ firstName: "Ann", "First-Name": { x: 1 }, name: "Ann" }] }, rules)).toEqual({
      a: [{ firstName: "[redacted: value]", "First-Name": "[redacted: value]", name: "Ann" }],
    });
    expect(redact('{"a":{"first_name":"Ann"},"b":1}', rules)).toBe(
      '{"a":{"first_name":"[redacted: value]"},"b":1}',
    );
    expect(redact('failed with {"first_name":"Ann"} twice', rules)).toBe(
      'failed with {"first_name":"[redacted: value]"} twice',
    );
    expect(redact("https://x.example/?first_name=Ann+Lee&b=1", rules)).toBe(
      "https://x.example/?first_name=[redacted: value]&b=1",
    );
    expect(redact("<firstName>Ann</firstName>", rules)).toBe("<firstName>[redacted: value]</firstName>");
  });

  test("a path names one place; a star stands for any member", () => {
    const value = { customer: { name: "Ann" }, lines: [{ to: "Bob" }, { to: "Cy" }], name: "Dee", "a/b": 1 };
    expect(redact(value, [{ path: "/customer/name" }, { path: "/lines/*/to" }, { path: "/a~1b" }])).toEqual({
      customer: { name: "[redacted: value]" },
      lines: [{ to: "[redacted: value]" }, { to: "[redacted: value]" }],
      name: "Dee",
      "a/b": "[redacted: value]",
    });
  });

  test("what was found at a place is found elsewhere from then on, encoded too", () => {
    const redactor = createValueRedactor(
      compilePlan({ keep: "everything", rules: [{ key: "name" }], reveal: null }),
    );
    expect(redactor.redact({ text: "for Ann Lee", name: "Ann Lee" })).toEqual({
      text: "for [redacted: value]",
      name: "[redacted: value]",
    });
    expect(redactor.redact("Dear Ann Lee")).toBe("Dear [redacted: value]");
    expect(redactor.redact(`x=Ann%20Lee`)).toBe("x=[redacted: value]");
  });
});

test("an own pattern is matched in linear time, or refused", () => {
  expect(redact("for CUST-123456 and CUST-12", [{ pattern: "CUST-\\d{6}" }])).toBe(
    "for [redacted: pattern] and CUST-12",
  );
  expect(redact(`${"a".repeat(100_000)}!`, [{ pattern: "(a+)+$" }])).toBe(`${"a".repeat(100_000)}!`);
  expect(findRuleProblem({ pattern: "(?<=a)b" })).toContain("is not valid");
  expect(findRuleProblem({ pattern: "a*" })).toBe("must not match an empty text.");
  expect(findRuleProblem({ pattern: "(abc){500}" })).toContain("too large");
  expect(findRuleProblem({ path: "customer" })).toContain("JSON pointer");
  expect(findRuleProblem({ path: "/a~2" })).toContain("~");
  expect(findRuleProblem({ key: "_" })).toContain("letter");
  expect(findRuleProblem({ path: "/a/*/b" })).toBeUndefined();
});

test("of several levels the strictest applies, in either order", () => {
  const one = { keep: "failures", rules: [{ kind: "email" }], reveal: { days: 7, role: "support" } } as const;
  const other = {
    keep: "nothing",
    rules: [{ kind: "email" }, { key: "a" }],
    reveal: { days: 3, role: "owner" },
  } as const;
  for (const levels of [
    [one, other],
    [other, one],
  ])
    expect(mergePolicies(levels)).toMatchObject({
      keep: "nothing",
      reveal: { days: 3, role: "owner" },
      rules: expect.arrayContaining([{ kind: "email" }, { key: "a" }]),
    });
  expect(mergePolicies([one, { reveal: null }])?.reveal).toBeNull();
  expect(mergePolicies([one, {}])?.reveal).toEqual(one.reveal);
  expect(mergePolicies([{ keep: "failures" }, { keep: "everything" }])?.keep).toBe("failures");
  expect(mergePolicies([{ keep: "everything" }, {}])).toBeUndefined();
});
