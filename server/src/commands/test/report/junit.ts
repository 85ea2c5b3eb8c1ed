import type { EndedTest } from "../steps/run-test.ts";
import { describeMisfits, type EndedSuite } from "./print-results.ts";

/** The results as JUnit's XML, which GitHub, GitLab and Jenkins read. */
export function renderJunit(ended: readonly EndedSuite[]): string {
  const tests = ended.flatMap((one) => one.tests);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${renderCounts(tests)}>`,
    ...ended.flatMap(renderSuite),
    `</testsuites>`,
    "",
  ].join("\n");
}

function renderSuite({ suite, tests }: EndedSuite): string[] {
  return [
    `  <testsuite name="${escapeXml(suite.name)}" ${renderCounts(tests)}>`,
    ...tests.flatMap((test) => {
      const head = `<testcase name="${escapeXml(test.name)}" classname="${escapeXml(suite.name)}" time="${toSeconds(test.durationMs)}"`;
      if (test.misfits.length === 0) return [`    ${head}/>`];
      const lines = describeMisfits(suite, test);
      const text = escapeXml([...lines, "", ...test.happened].join("\n"));
      return [
        `    ${head}>`,
        `      <failure message="${escapeXml(lines[0] ?? "")}" type="expectation">${text}</failure>`,
        `    </testcase>`,
      ];
    }),
    `  </testsuite>`,
  ];
}

function renderCounts(tests: readonly EndedTest[]): string {
  const failures = tests.filter(({ misfits }) => misfits.length > 0).length;
  const durationMs = tests.reduce((sum, one) => sum + one.durationMs, 0);
  return `tests="${tests.length}" failures="${failures}" errors="0" time="${toSeconds(durationMs)}"`;
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** Text as XML 1.0 can hold it, in an attribute, too. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"\n\t]/g, (character) => ENTITIES[character] ?? character);
}
