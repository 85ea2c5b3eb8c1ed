import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { loadCatalog, SHIPPED_CONNECTORS } from "../server/src/apps/catalog/catalog.ts";
import type { Connector } from "../server/src/apps/connector.ts";
import type { Manifest } from "../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import { readManifestSource } from "../server/src/apps/providers/manifest/schema/manifest-source.ts";
import { parseManifestFile } from "../server/src/apps/providers/manifest/schema/parse-manifest.ts";
import type { MockVendor } from "./mock-vendor.ts";

/** The folder of the shipped connectors. */
export const CONNECTORS = SHIPPED_CONNECTORS;

/** A shipped connector with its manifest. */
export interface Shipped {
  manifest: Manifest;
  connector: Connector;
}

/** All shipped connectors by slug, as the product loads them, and what is wrong with those that do not load. */
export async function shipped(): Promise<{ connectors: Shipped[]; problems: string[] }> {
  const catalog = await loadCatalog({ directories: [CONNECTORS], environment: () => undefined });
  const slugs = new Set(await readdir(CONNECTORS));
  const found = catalog.list().filter(({ info }) => slugs.has(info.slug));
  const connectors = await Promise.all(
    found.map(async (connector) => ({ connector, manifest: await manifestOf(connector.info.slug) })),
  );
  return {
    connectors: connectors.sort((a, b) => (a.manifest.slug < b.manifest.slug ? -1 : 1)),
    problems: catalog.problems().map(({ message }) => message),
  };
}

async function manifestOf(slug: string): Promise<Manifest> {
  return parseManifestFile(await readManifestSource(join(CONNECTORS, slug)), () => undefined);
}

/** The connector's own mock; its path is the convention of docs/add-a-connector.md. */
export async function vendorOf(slug: string): Promise<MockVendor> {
  const { vendor }: { vendor: MockVendor } = await import(`./${slug}/mock.ts`);
  return vendor;
}
