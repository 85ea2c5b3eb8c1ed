import { describe, expect, test } from "vitest";
import { compilePattern } from "../../../../platform/redact/pattern.ts";
import { ConnectorError } from "../../../connector.ts";
import { findErrorRuleProblems } from "../check/check-errors.ts";
import type { Manifest, ManifestErrorRule } from "../schema/manifest-schema.ts";
import { compileAnswerReader } from "./answer.ts";

type Answer = { status?: number; type?: string; body: string; headers?: Record<string, string> };

/** How these rules classify a response: a code, or `success`. */
function judge(errors: ManifestErrorRule[], { status = 200, type = "text/plain", body, headers }: Answer) {
  const read = compileAnswerReader({ name: "Desk", errors } as unknown as Manifest); // only the members that it reads
  try {
    read({ status, headers: { "content-type": type, ...headers }, body: Buffer.from(body) }, 0);
    return "success";
  } catch (error) {
    if (error instanceof ConnectorError) return error.code;
    throw error;
  }
}

const json = (body: unknown): Answer => ({ type: "application/json", body: JSON.stringify(body) });

describe("an answer of 200 that is a failure", () => {
  const REQUEST_TRACKER: ManifestErrorRule[] = [
    { status: [200], pattern: "^RT/[\\d.]+ 401 ", code: "auth" },
    { status: [200], pattern: "^RT/[\\d.]+ (4\\d\\d|2\\d\\d .*\\n\\n# .* does not exist)", code: "input" },
    { status: [200], pattern: "^RT/[\\d.]+ 5\\d\\d ", code: "remote" },
  ];

  test("is told by the first line of a text, and by nothing behind it (Request Tracker)", () => {
    for (const [body, code] of [
      ["RT/4.4.3 200 Ok\n\nid: ticket/7\nSubject: RT/4.4 401 Credentials required\n", "success"],
      ["RT/4.4 401 Credentials required\n\n", "auth"],
      ["RT/5.0.1 400 Bad Request\n\n", "input"],
      ["RT/4.4.3 200 Ok\n\n# Ticket 9 does not exist.\n", "input"],
      ["RT/4.4.3 503 Overloaded\n", "remote"],
      ["", "success"],
    ] as const) {
      expect([body, judge(REQUEST_TRACKER, { body })]).toEqual([body, code]);
    }
  });

  test("is told by a text that stands anywhere in the whole answer, whatever its type", () => {
    const errors: ManifestErrorRule[] = [{ contains: ["Please sign in", "<title>Login"], code: "auth" }];
    expect(judge(errors, { type: "text/html", body: "<html><title>Login page" })).toBe("auth");
    expect(judge(errors, json({ note: "Please sign in" }))).toBe("auth");
    expect(judge(errors, json({ note: "please sign in" }))).toBe("success");
    expect(judge(errors, { type: "application/json", body: "Please sign in" })).toBe("auth");
    expect(judge(errors, { type: "application/json", body: "Please" })).toBe("remote");
  });

  test("is told by a text at a path or in a header", () => {
    const errors: ManifestErrorRule[] = [
      { body: "error.reason", contains: ["expired"], code: "auth" },
      { body: "error.code", pattern: "^5\\d\\d$", code: "remote" },
      { header: "X-State", pattern: "(?i)^throttled", code: "rateLimit" },
    ];
    expect(judge(errors, json({ error: { reason: "token expired yesterday" } }))).toBe("auth");
    expect(judge(errors, json({ error: { reason: ["expired"] }, expired: true }))).toBe("success");
    expect(judge(errors, json({ error: { code: 503 } }))).toBe("remote");
    expect(judge(errors, json({ error: { code: 5030 } }))).toBe("success");
    expect(judge(errors, { ...json({}), headers: { "x-state": "Throttled; 5" } })).toBe("rateLimit");
  });

  test("is looked for at the beginning of long texts only", () => {
    const behind = (count: number) => ({ body: `${"x".repeat(count)}needle` });
    const holds: ManifestErrorRule[] = [{ contains: ["needle"], code: "input" }];
    const matches: ManifestErrorRule[] = [{ pattern: "needle", code: "input" }];
    expect([judge(holds, behind(65_000)), judge(holds, behind(66_000))]).toEqual(["input", "success"]);
    expect([judge(matches, behind(4000)), judge(matches, behind(5000))]).toEqual(["input", "success"]);
  });
});

test("what takes other engines years takes time in proportion to the text", () => {
  const text = `${"a".repeat(4096)}!`;
  for (const source of ["(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*a){10}$", "^(([a-z])+.)+[A-Z]([a-z])+$"]) {
    const pattern = compilePattern(source);
    expect([source, pattern.isIn(text)]).toEqual([source, false]);
    // Steps per character; the number of characters is limited when patterns are matched.
    expect(pattern.size).toBeLessThan(100);
  }
});

describe("rules that decide by nothing, or by too much, are refused with their place", () => {
  const problems = (...errors: object[]) =>
    findErrorRuleProblems({ errors } as unknown as Manifest).map(
      ({ path, message }) => `${path.join(".")} ${message}`,
    );

  test.each([
    ["a text alone", { contains: ["a"], code: "auth" }],
    ["a pattern with a status", { status: [200], pattern: "^a", code: "auth" }],
    ["a pattern at a path", { body: "a.b", pattern: "^a", code: "auth" }],
    ["a path that is there", { body: "a.b", code: "auth" }],
  ])("%s is in order", (_name, rule) => {
    expect(problems(rule)).toEqual([]);
  });

  test.each([
    [{ code: "auth" }, "errors.0 needs status, body, header, contains or pattern to decide by"],
    [
      { body: "a", equals: [1], contains: ["a"], code: "auth" },
      "errors.0 takes one of equals, contains and pattern: write a rule for each",
    ],
    [{ equals: [1], code: "auth" }, "errors.0.equals needs either body or header to compare with"],
    [
      { body: "a", header: "b", contains: ["a"], code: "auth" },
      "errors.0 looks at body or header, not at both",
    ],
    [{ pattern: "(a", code: "auth" }, "errors.0.pattern is not a valid RE2 pattern: missing closing ): `(a`"],
    [
      { pattern: "(?=a)", code: "auth" },
      "errors.0.pattern is not a valid RE2 pattern: invalid or unsupported Perl syntax: `(?=`",
    ],
    [
      { pattern: "a{400}", code: "auth" },
      "errors.0.pattern makes the patterns 402 steps long together, over the limit of 300: use smaller repetitions",
    ],
  ])("%j", (rule, problem) => {
    expect(problems(rule)).toEqual([problem]);
  });

  test("patterns are counted together", () => {
    const rule = { pattern: "a{140}", code: "auth" };
    expect(problems(rule, rule)).toEqual([]);
    expect(problems(rule, rule, rule)).toEqual([expect.stringMatching(/^errors\.2\.pattern makes/)]);
  });
});
