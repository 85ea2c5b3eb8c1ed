import { compilePattern, PatternError } from "../../../../platform/redact/pattern.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { Manifest, ManifestErrorRule } from "../schema/manifest-schema.ts";
import { findTemplateProblems, type ManifestPath, type TemplateRoots } from "./check-template.ts";

/** What templates that read a response may refer to. */
export const ANSWER: TemplateRoots = { body: "any", headers: "any", status: "any" };

// The worst patterns take about 70 ns per step and character.
const MOST_STEPS = 300;

/** Finds what is wrong with the error rules. */
export function findErrorRuleProblems({ errors = [] }: Manifest): ManifestProblem[] {
  const problems = errors.flatMap((rule, i) => checkErrorRule(["errors", i], rule));
  return [...problems, ...checkPatterns(errors)];
}

function checkErrorRule(path: ManifestPath, rule: ManifestErrorRule): ManifestProblem[] {
  const { status, body, header, equals, contains, pattern, retry_after: retry, message, code, renew } = rule;
  const problems: ManifestProblem[] = [];
  const comparisons = [equals, contains, pattern].filter((one) => one !== undefined);
  if ([status, body, header, ...comparisons].every((one) => one === undefined)) {
    problems.push({ path, message: "needs status, body, header, contains or pattern to decide by" });
  }
  if (comparisons.length > 1) {
    problems.push({ path, message: "takes one of equals, contains and pattern: write a rule for each" });
  }
  if (equals !== undefined && (body === undefined) === (header === undefined)) {
    problems.push({ path: [...path, "equals"], message: "needs either body or header to compare with" });
  } else if (body !== undefined && header !== undefined && comparisons.length > 0) {
    problems.push({ path, message: "looks at body or header, not at both" });
  }
  if (retry !== undefined && (retry.header === undefined) === (retry.body === undefined)) {
    problems.push({ path: [...path, "retry_after"], message: "needs either header or body" });
  }
  if (renew !== undefined && code !== "auth") {
    problems.push({ path: [...path, "renew"], message: "is only for code auth" });
  }
  if (message !== undefined) problems.push(...findTemplateProblems([...path, "message"], message, ANSWER));
  return problems;
}

/** Limits the patterns of all rules together, because one response may be matched against all of them. */
function checkPatterns(errors: readonly ManifestErrorRule[]): ManifestProblem[] {
  let steps = 0;
  return errors.flatMap(({ pattern }, i): ManifestProblem[] => {
    if (pattern === undefined) return [];
    const path = ["errors", i, "pattern"];
    try {
      steps += compilePattern(pattern).size;
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      return [{ path, message: `is not a valid RE2 pattern: ${error.message}` }];
    }
    if (steps <= MOST_STEPS) return [];
    return [
      {
        path,
        message: `makes the patterns ${steps} steps long together, over the limit of ${MOST_STEPS}: use smaller repetitions`,
      },
    ];
  });
}
