import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

// Read as text, because it runs in the page.
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The part of an axe-core finding that is used here. */
interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

const SERIOUS: readonly (string | null)[] = ["serious", "critical"];

/** The serious and critical findings of axe-core on a page: rule and elements. */
export function seriousFindings(page: Page | Frame): Promise<Map<string, string[]>> {
  return findings(page, ({ impact }) => SERIOUS.includes(impact));
}

/** All findings of axe-core on a page: rule and elements. */
export function allFindings(page: Page | Frame): Promise<Map<string, string[]>> {
  return findings(page, () => true);
}

/** The findings that another theme of the same page may add: the color rules that are on by default. */
export function colorFindings(page: Page): Promise<Map<string, string[]>> {
  return findings(page, () => true, { runOnly: ["color-contrast", "link-in-text-block"] });
}

async function findings(
  page: Page | Frame,
  counts: (finding: Finding) => boolean,
  options: object = {},
): Promise<Map<string, string[]>> {
  // Once per document, because loading it into the page is slow.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  // Otherwise the result would also contain all elements that pass. Frames have no axe-core: it would greet them in vain.
  const all = JSON.stringify({ ...options, resultTypes: ["violations"], iframes: false });
  const found = await page.evaluate<Finding[]>(`axe.run(${all}).then(({ violations }) => violations)`);
  return new Map(
    found.filter(counts).map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))]),
  );
}
