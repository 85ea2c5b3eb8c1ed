import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

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
export function seriousFindings(page: Page): Promise<Map<string, string[]>> {
  return findings(page, ({ impact }) => SERIOUS.includes(impact));
}

/** All findings of axe-core on a page, as rule and places. */
export function allFindings(page: Page): Promise<Map<string, string[]>> {
  return findings(page, () => true);
}

async function findings(page: Page, counts: (finding: Finding) => boolean): Promise<Map<string, string[]>> {
  await page.evaluate(AXE);
  const found = await page.evaluate<Finding[]>("axe.run().then(({ violations }) => violations)");
  return new Map(
    found.filter(counts).map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))]),
  );
}
