import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { SHIPPED_CONNECTORS } from "../../apps/catalog/catalog.ts";
import { loadVendorApplications } from "./load-vendors.ts";

const IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"|^import "([^"]+)"/gm;

/** Everything that a file loads, through others too: files by their paths, packages by their names. */
function listLoaded(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  if (!existsSync(file)) return loaded;
  for (const [, from, bare] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const name = from ?? bare ?? "";
    listLoaded(name.startsWith(".") ? join(dirname(file), name) : name, loaded);
  }
  return loaded;
}

test("imitations load nothing that an installation without development dependencies lacks", async () => {
  const applications = await loadVendorApplications(undefined, [SHIPPED_CONNECTORS], Date.now);
  expect(applications.length).toBeGreaterThan(20);
  const strangers = applications.flatMap(({ slug }) =>
    [...listLoaded(join(SHIPPED_CONNECTORS, slug, "mock.ts"))].filter(
      (name) => !name.startsWith("/") && !name.startsWith("node:"),
    ),
  );
  expect(strangers).toEqual([]);
});

test("an application that is named twice is played once", async () => {
  const applications = await loadVendorApplications(["slack", "slack"], [SHIPPED_CONNECTORS], Date.now);
  expect(applications.map(({ slug, name }) => [slug, name])).toEqual([["slack", "Slack"]]);
});
