import type { TestSuite } from "../file/read-test-file.ts";
import type { EndedTest } from "../steps/run-test.ts";

/** Colors text where a terminal shows it. */
type Paint = (style: "red" | "green" | "bold" | "dim", text: string) => string;

/** A file's tests that have ended. */
export interface EndedSuite {
  readonly suite: TestSuite;
  readonly tests: readonly EndedTest[];
}

/** A test that has ended, for people: what is wrong first, then what happened. */
export function renderTest(
  suite: TestSuite,
  { name, durationMs, misfits, happened }: EndedTest,
  paint: Paint,
): string {
  const time = paint("dim", `(${durationMs} ms)`);
  if (misfits.length === 0) return `  ${paint("green", "✓")} ${name} ${time}`;
  return [
    `  ${paint("red", "✗")} ${paint("bold", name)} ${time}`,
    ...describeMisfits(suite, { misfits }).map((line) => `    ${line}`),
    ...(happened.length > 0 ? ["", ...happened.map((line) => paint("dim", `    ${line}`))] : []),
    "",
  ].join("\n");
}

/** What is wrong with a test, a line or three each, with the line of the file. */
export function describeMisfits(suite: TestSuite, { misfits }: Pick<EndedTest, "misfits">): string[] {
  return misfits.flatMap(({ path, what, expected, actual }) => {
    const line = suite.lineOf(path);
    const [first = "", ...more] = what.split("\n");
    return [
      `${suite.name}${line === undefined ? "" : `:${line}`}: ${first}`,
      ...more.map((text) => `  ${text}`),
      ...(expected === undefined ? [] : [`  expected  ${expected}`]),
      ...(actual === undefined ? [] : [`  actual    ${actual}`]),
    ];
  });
}

/** The figures of all files, as a sentence. */
export function summarizeTests(ended: readonly EndedSuite[], durationMs: number): string {
  const tests = ended.flatMap(({ tests }) => tests);
  const failed = tests.filter(({ misfits }) => misfits.length > 0).length;
  const count = tests.length === 1 ? "1 test" : `${tests.length} tests`;
  return `${count}: ${tests.length - failed} passed, ${failed} failed (${(durationMs / 1000).toFixed(1)} s).`;
}
