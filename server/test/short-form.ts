import { createSeededRandom } from "./seeded-random.ts";

/**
 * Whether suites run in their short form, as in `.ci/run`: the same tests with fewer rounds of similar cases. `npm run
 * check:long` runs them in full.
 */
export const IS_SHORT = process.env.JUNCTOR_TEST_FORM === "short";

/** In the short form about one in `share` of many similar cases, the same ones each time; otherwise all. */
export function selectCases<Case>(cases: readonly Case[], share: number): readonly Case[] {
  if (!IS_SHORT) return cases;
  const random = createSeededRandom(cases.length);
  return cases.filter(() => random() < 1 / share);
}
