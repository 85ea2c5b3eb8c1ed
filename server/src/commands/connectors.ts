import { type Catalog, getCatalogSource, loadCatalog } from "../apps/catalog/catalog.ts";
import type { Connector } from "../apps/connector.ts";
import type { Config } from "../config.ts";

const HEADINGS = ["SLUG", "NAME", "VERSION", "PROVIDER", "ACTIONS", "TRIGGERS"];
const NUMBERS_FROM = HEADINGS.indexOf("ACTIONS");

/**
 * `junctor connectors`: lists the connectors of this installation and the problems of the others; exits with 1 if there
 * are any.
 */
export async function runConnectorsCommand(config: Config): Promise<void> {
  const catalog = await loadCatalog(getCatalogSource(config));
  console.log(describeCatalog(catalog));
  if (catalog.problems().length > 0) process.exitCode = 1;
}

/** A table of the connectors, followed by each problem with file, line and path. */
function describeCatalog(catalog: Catalog): string {
  const rows = [HEADINGS, ...catalog.list().map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell[column < NUMBERS_FROM ? "padEnd" : "padStart"](widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const problems = catalog.problems();
  const count = `${catalog.list().length} connectors, ${problems.length} problem${problems.length === 1 ? "" : "s"}.`;
  return [...table, "", ...problems.map(({ message }) => message), count].join("\n");
}

function rowOf({ info }: Connector): string[] {
  const { slug, name, version, provider, actions, triggers } = info;
  return [slug, name, version, provider, String(actions.length), String(triggers.length)];
}
