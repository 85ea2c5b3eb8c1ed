import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

// Read as a text, because it runs in the page.
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds on a page, as far as it is used here. */
interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

const SERIOUS: readonly (string | null)[] = ["serious", "critical"];

/** The serious and critical findings of axe-core on a page, as rule and places. */
export function seriousFindings(page: Page | Frame): Promise<Map<string, string[]>> {
  return findings(page, ({ impact }) => SERIOUS.includes(impact));
}

/** All findings of axe-core on a page, as rule and places. */
export function allFindings(page: Page | Frame): Promise<Map<string, string[]>> {
  return findings(page, () => true);
}

/** Those that another theme can have of the same page: the rules of colours that are on by default. */
export function colorFindings(page: Page): Promise<Map<string, string[]>> {
  return findings(page, () => true, { runOnly: ["color-contrast", "link-in-text-block"] });
}

async function findings(
  page: Page | Frame,
  counts: (finding: Finding) => boolean,
  options: object = {},
): Promise<Map<string, string[]>> {
  // Once for each document: reading it takes the page long.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  // The places of everything that is as it must be would be written down, too.
  const all = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const found = await page.evaluate<Finding[]>(`axe.run(${all}).then(({ violations }) => violations)`);
  return new Map(
    found.filter(counts).map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))]),
  );
}
