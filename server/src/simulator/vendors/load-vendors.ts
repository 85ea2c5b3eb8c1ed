import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MockVendor } from "../../../../connectors/mock-vendor.ts";
import { loadCatalog, SHIPPED_CONNECTORS } from "../../apps/catalog/catalog.ts";
import { readManifestSource } from "../../apps/providers/manifest/schema/manifest-source.ts";
import { parseManifestFile } from "../../apps/providers/manifest/schema/parse-manifest.ts";
import { findNearName } from "../../platform/near-name.ts";
import { type SimulatedApplication, SimulatorError } from "../application.ts";
import { createTokenBook, type TokenBook } from "../token-book.ts";
import { createKeySource, readEnteredValues } from "./entered-values.ts";
import { createVendorApplication } from "./vendor-application.ts";
import { setVendorTime } from "./vendor-time.ts";

/** The imitation that stands beside a connector's manifest. */
const FILE = "mock.ts";

/** The connectors of some folders that can be played, by slug; a later folder's replaces an earlier one's. */
export async function listPlayable(folders: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders)
    for (const slug of (await readdir(folder)).sort()) {
      const file = join(folder, slug, FILE);
      if (existsSync(file)) found.set(slug, file);
    }
  return found;
}

/**
 * Loads the imitations of connectors, of all if none are named; `now` is in milliseconds. Throws `SimulatorError` for one
 * that there is not.
 */
export async function loadVendorApplications(
  slugs: readonly string[] | undefined,
  folders: readonly string[],
  now: () => number,
): Promise<SimulatedApplication[]> {
  if (slugs?.length === 0) return [];
  const playable = await listPlayable(folders);
  const catalog = await loadCatalog({
    directories: folders,
    environment: () => undefined,
    compiled: SHIPPED_CONNECTORS,
  });
  const keys = createKeySource();
  const books = new Map<string, TokenBook>();
  // Applications with the same authorization server take the same tokens.
  const openBook = (slug: string, { oauth }: MockVendor): TokenBook => {
    const shared = oauth?.token ?? slug;
    const book = books.get(shared) ?? createTokenBook(now);
    books.set(shared, book);
    return book;
  };
  return Promise.all(
    [...new Set(slugs ?? playable.keys())].map(async (slug) => {
      const file = playable.get(slug);
      if (file === undefined) throw createUnknownError(slug, [...playable.keys()]);
      const imitation: { vendor: MockVendor } = await import(pathToFileURL(file).href);
      const vendor = now === Date.now ? imitation.vendor : setVendorTime(imitation.vendor, now);
      const { name = slug, auth } = catalog.get(slug)?.info ?? {};
      const values = auth?.keybased && readEnteredValues(vendor, auth, keys);
      const keyOf = (trigger: string) => readKey(dirname(file), trigger);
      return createVendorApplication(
        { slug, name, vendor, values, book: openBook(slug, vendor), keyOf },
        now,
      );
    }),
  );
}

async function readKey(folder: string, trigger: string): Promise<string | undefined> {
  const { triggers } = parseManifestFile(await readManifestSource(folder), () => undefined);
  return triggers?.[trigger]?.webhook?.key;
}

function createUnknownError(slug: string, known: readonly string[]): SimulatorError {
  const near = findNearName(slug, known);
  const hint = near === undefined ? `Known are ${known.join(", ")}.` : `Did you mean ${near}?`;
  return new SimulatorError(`There is no application "${slug}" to simulate. ${hint}`);
}
