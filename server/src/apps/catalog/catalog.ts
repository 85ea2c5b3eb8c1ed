import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";
import type { Connector } from "../connector.ts";
import { SVG_DATA_URL } from "../directory/icon.ts";
import { createManifestConnector } from "../providers/manifest/manifest-connector.ts";
import { ManifestError } from "../providers/manifest/schema/manifest-error.ts";
import { hashSource, readManifestSource } from "../providers/manifest/schema/manifest-source.ts";
import {
  type EnvironmentReader,
  parseAcceptedManifest,
  parseManifestFile,
} from "../providers/manifest/schema/parse-manifest.ts";
import { type CompiledConnectors, readCompiled } from "./compiled-connectors.ts";

/** The connectors that every installation has. */
export const SHIPPED_CONNECTORS = fileURLToPath(new URL("../../../../connectors", import.meta.url));

/** A connector folder that was skipped; `message` names file, line, path and the problem. */
export interface CatalogProblem {
  folder: string;
  message: string;
}

/** The connectors on offer to every organization, by slug. */
export interface Catalog {
  get(slug: string): Connector | undefined;
  /** All of them, by name; the same array until one has changed. */
  list(): readonly Connector[];
  problems(): readonly CatalogProblem[];
  /** Reloads the folders; connectors that are then broken are reported and left out. */
  reload(): Promise<void>;
}

/** The folders of the catalog; a later folder's connector replaces an earlier one with the same slug. */
export interface CatalogSource {
  directories: readonly string[];
  environment: EnvironmentReader;
  /** The folder whose connectors also exist in compiled form. */
  compiled?: string;
  /** Called for each skipped connector, at every load. */
  onProblem?: (problem: CatalogProblem) => void;
}

/** The folders of this installation's connectors; a later one's replace an earlier one's. */
export function listConnectorFolders({ connectorsDir }: Pick<Config, "connectorsDir">): string[] {
  return [SHIPPED_CONNECTORS, ...(connectorsDir === undefined ? [] : [connectorsDir])];
}

/** What this installation's catalog is loaded from. */
export function getCatalogSource(config: Config): CatalogSource {
  const directories = listConnectorFolders(config);
  return { directories, environment: config.variable, compiled: SHIPPED_CONNECTORS };
}

interface LoadedConnectors {
  connectors: Map<string, Connector>;
  list: readonly Connector[];
  problems: CatalogProblem[];
}

const MAX_ICON_BYTES = 64 * 1024;

/** Loads the catalog; a broken connector is reported and skipped, never fatal. */
export async function loadCatalog(source: CatalogSource): Promise<Catalog> {
  let loaded = await load(source);
  return {
    get: (slug) => loaded.connectors.get(slug),
    list: () => loaded.list,
    problems: () => loaded.problems,
    reload: async () => {
      loaded = await load(source);
    },
  };
}

async function load({
  directories,
  environment,
  compiled,
  onProblem,
}: CatalogSource): Promise<LoadedConnectors> {
  const found = new Map<string, Connector>();
  const problems: CatalogProblem[] = [];
  for (const directory of directories) {
    const known = directory === compiled ? await readCompiled(directory) : undefined;
    for (const result of await loadDirectory(directory, environment, known)) {
      if ("message" in result) problems.push(result);
      else found.set(result.info.slug, result);
    }
  }
  for (const problem of problems) onProblem?.(problem);
  const list = [...found.values()].sort((a, b) => a.info.name.localeCompare(b.info.name, "en"));
  return { connectors: found, list, problems };
}

async function loadDirectory(
  directory: string,
  environment: EnvironmentReader,
  known: CompiledConnectors | undefined,
): Promise<(Connector | CatalogProblem)[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    const folders = entries
      .filter(
        (entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !/^\.|^node_modules$/.test(entry.name),
      )
      .map((entry) => entry.name)
      .sort();
    return await Promise.all(folders.map((name) => loadFolder(join(directory, name), environment, known)));
  } catch (error) {
    return [{ folder: directory, message: `${directory} cannot be read: ${reasonOf(error)}.` }];
  }
}

async function loadFolder(
  folder: string,
  environment: EnvironmentReader,
  known: CompiledConnectors | undefined,
): Promise<Connector | CatalogProblem> {
  const file = join(folder, "manifest.yaml");
  const name = basename(folder);
  try {
    const source = await readManifestSource(folder);
    const data = known?.manifests.get(hashSource(source));
    const manifest =
      (data && parseAcceptedManifest(data(), environment)) ?? parseManifestFile(source, environment);
    if (manifest.slug !== name) {
      throw new ManifestError(file, [{ path: ["slug"], message: `must be ${name}, the name of its folder` }]);
    }
    const connector = createManifestConnector(manifest, await readIcon(join(folder, "icon.svg")));
    const grade = data && known?.grades.get(name);
    return grade === undefined ? connector : { ...connector, info: { ...connector.info, grade } };
  } catch (error) {
    const message =
      error instanceof ManifestError ? error.message : `${file} cannot be read: ${reasonOf(error)}.`;
    return { folder, message };
  }
}

async function readIcon(file: string): Promise<string> {
  const icon = await readFile(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (icon === undefined) return "";
  if (icon.length > MAX_ICON_BYTES) {
    throw new ManifestError(file, [{ path: [], message: `is larger than ${MAX_ICON_BYTES / 1024} KiB` }]);
  }
  // A data URL is only shown as an image: nothing in it can run, and it needs no route.
  return SVG_DATA_URL + icon.toString("base64");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function reasonOf(error: unknown): string {
  if (isMissing(error)) return "it does not exist";
  return error instanceof Error ? error.message : "unknown reason";
}
