/**
 * Whether suites run in their short form, as in `.ci/run`: the same tests with fewer rounds of similar cases. `npm run
 * check:long` runs them in full.
 */
export const IS_SHORT = process.env.JUNCTOR_TEST_FORM === "short";
