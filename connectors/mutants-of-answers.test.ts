import { expect, test } from "vitest";
import { compileAnswerReader } from "../server/src/apps/providers/manifest/request/answer.ts";
import type { Manifest } from "../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import { ofErrors } from "./mutants-of-answers.ts";

type Rules = NonNullable<Manifest["errors"]>;

const RULES: Rules = [
  { status: [200], pattern: "^RT/[\\d.]+ 401 ", code: "auth" },
  { body: "error", contains: ["expired", "revoked"], code: "remote" },
];

/** How these rules classify errors that the vendor sends with status 200. */
function judge(errors: Rules): string[] {
  const read = compileAnswerReader({ name: "Desk", errors } as unknown as Manifest); // only the members that it reads
  const answers = [
    ["text/plain", "RT/4.4 401 Credentials required"],
    ["application/json", '{"error":"expired"}'],
    ["application/json", '{"error":"revoked"}'],
  ] as const;
  return answers.map(([type, body]) => {
    try {
      read({ status: 200, headers: { "content-type": type }, body: Buffer.from(body) }, 0);
      return "success";
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : "unknown";
    }
  });
}

test("each mistake in what an answer contains, or in its pattern, changes what comes of the vendor's answers", () => {
  const right = judge(RULES);
  expect(right).toEqual(["auth", "remote", "remote"]);
  const mutants = ofErrors(RULES).filter(({ path }) => path.includes("contains") || path.includes("pattern"));
  expect(mutants.map(({ what }) => what)).toEqual(["another", "not expired", "not revoked"]);
  for (const change of mutants) {
    const { path, what } = change;
    const to = "to" in change ? change.to : undefined;
    const broken: Rules = structuredClone(RULES);
    const [, index, member, at] = path;
    const rule = broken[Number(index)] as Record<string, unknown>; // RULES has two
    const list = rule[String(member)];
    if (Array.isArray(list)) list[Number(at)] = to?.(list[Number(at)]);
    else rule[String(member)] = to?.(list);
    expect([what, judge(broken)]).not.toEqual([what, right]);
  }
});
