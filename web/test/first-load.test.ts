import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const ENTRY = "index.html";
const MOST_BYTES = 250 * 1024;
// Loaded only when they are shown.
const LATER = [
  "src/parts/charts/statistics-charts.tsx",
  "src/parts/workflow-graph/drawn-graph.tsx",
  "src/pages/workflows/editor/editor.tsx",
  "src/parts/time/days-field.tsx",
  "src/pages/schedules/date-fields.tsx",
  "src/pages/settings/branding/own-texts-section.tsx",
  "src/pages/workflows/editor/settings/code/code-input.tsx",
];

/** A file of the dashboard with its static imports; files that it loads later are not included. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(`${DIST}/.vite/manifest.json`, "utf8"),
);
const pages = Object.keys(manifest).filter((source) => /^src\/pages\/.+-(page|tab)\.tsx$/.test(source));

/** All chunks that must be loaded before any of these can run. */
function neededBy(sources: readonly string[], needed = new Set<string>()): ReadonlySet<string> {
  for (const source of sources) {
    if (needed.has(source)) continue;
    needed.add(source);
    neededBy(manifest[source]?.imports ?? [], needed);
  }
  return needed;
}

const sentBytes = (source: string) => readFileSync(`${DIST}/${manifest[source]?.file}.gz`).byteLength;

test("there are pages to look at", () => {
  expect(pages.length).toBeGreaterThan(25);
});

test.each(pages)("opening %s first loads at most 250 KiB of script", (page) => {
  const bytes = [...neededBy([ENTRY, page])].reduce((sum, source) => sum + sentBytes(source), 0);
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test.each(LATER)("%s is not part of it", (part) => {
  expect(Object.keys(manifest)).toContain(part);
  expect([...neededBy([ENTRY, ...pages])]).not.toContain(part);
});
