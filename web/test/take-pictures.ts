import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";

// `npm run pictures` sets the folder for the pictures of the README and the guides.
const FOLDER = process.env.JUNCTOR_PICTURES;
const ROOT = new URL("../../", import.meta.url);

/** Takes pictures in light and dark for the README and the guides. */
export interface PictureBook {
  /** Takes the visible area, or one part of the page. */
  take(page: Page, name: string, part?: string): Promise<void>;
  close(): void;
}

export function openPictureBook(): PictureBook {
  const folder = FOLDER ?? mkdtempSync(join(tmpdir(), "junctor-pictures-"));
  const guides = globSync("docs/*.md", { cwd: ROOT.pathname });
  const texts = ["README.md", ...guides].map((file) => readFileSync(new URL(file, ROOT), "utf8")).join("\n");
  return {
    async take(page, name, part) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate("document.fonts.ready");
        const file = `${name}-${colorScheme}.png`;
        writeFileSync(join(folder, file), await stillPicture(page, part));
        expect(texts).toContain(`images/${file}"`);
      }
    },
    close() {
      if (!FOLDER) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the page's clock: relative times such as "9s ago" would change from one picture to the next. */
export async function stopClock(page: Page, laterMs = 0): Promise<void> {
  // On an empty page, because the clock is at 1970 for a moment and the overview would query that time.
  await page.goto("about:blank");
  await page.clock.setFixedTime(Date.now() + laterMs);
}

/** Takes pictures of the page until two in a row are the same. */
async function stillPicture(page: Page, part: string | undefined): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  const isStill = async () => {
    const before = last;
    last = await (part === undefined ? page.screenshot() : page.locator(part).screenshot());
    return last.equals(before);
  };
  await expect.poll(isStill).toBe(true);
  return last;
}
