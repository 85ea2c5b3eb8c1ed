import { expect, test } from "vitest";
import type { TestSuite } from "../file/read-test-file.ts";
import { renderJunit } from "./junit.ts";

test("names, messages and values of any kind are text of XML 1.0", () => {
  const suite = { name: 'a "b".test.yaml', lineOf: () => 3 } as unknown as TestSuite;
  const failed = {
    name: "<1> & 2",
    durationMs: 1500,
    misfits: [{ path: [], what: "calls", expected: '"\u0000"', actual: "\ud800]]>" }],
    happened: ["No execution ran."],
  };
  const passed = { name: "passes", durationMs: 20, misfits: [], happened: [] };
  expect(renderJunit([{ suite, tests: [passed, failed] }])).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="2" failures="1" errors="0" time="1.520">',
      '  <testsuite name="a &quot;b&quot;.test.yaml" tests="2" failures="1" errors="0" time="1.520">',
      '    <testcase name="passes" classname="a &quot;b&quot;.test.yaml" time="0.020"/>',
      '    <testcase name="&lt;1&gt; &amp; 2" classname="a &quot;b&quot;.test.yaml" time="1.500">',
      '      <failure message="a &quot;b&quot;.test.yaml:3: calls" type="expectation">a &quot;b&quot;.test.yaml:3: calls&#10;  expected  &quot;\ufffd&quot;&#10;  actual    \ufffd]]&gt;&#10;&#10;No execution ran.</failure>',
      "    </testcase>",
      "  </testsuite>",
      "</testsuites>",
      "",
    ].join("\n"),
  );
});
