import type { Deps } from "../../deps.ts";
import { createConstant } from "../../platform/memory/computed-once.ts";
import { createNewestCache, type NewestCache } from "../../platform/newest-cache.ts";
import type { Connector } from "../connector.ts";
import type { DirectoryEntry } from "../directory/entry-schema.ts";
import { renderIcon, SVG_DATA_URL } from "../directory/icon.ts";
import { compileDefinition } from "../providers/compile.ts";
import { DefinitionError } from "../providers/definition-error.ts";
import { toObject } from "../providers/openapi/read-json.ts";
import {
  type CustomApplicationHead,
  type ListedCustomHead,
  listCustomDefinitions,
  type StoredDefinition,
} from "./application-store.ts";
import { collectAuthority } from "./authority.ts";

/** A custom application at one revision. */
export interface CustomRevision {
  revision: number;
  /** Where its requests go, with the places of settings; undefined for a remote MCP server. */
  baseUrl: string | undefined;
  /** See `collectAuthority`; computed when somebody connects while the application changes. */
  authority: () => readonly string[];
}

interface OwnApplication {
  connector: Connector;
  own: CustomRevision;
}

/** A custom application as it was last compiled; without `made` where its definition is no longer good. */
interface CachedApplication {
  readonly revision: number;
  readonly made: OwnApplication | undefined;
  /** Of the definition; what is made of it takes about three times as much memory. */
  readonly bytes: number;
}

/** By id: the custom applications of all organizations as they were last compiled. */
export type CustomApplications = NewestCache<CachedApplication>;

// Twice what one environment may have: with fewer than it has, each list would compile all of them again.
const MOST_COMPILED = 4000;
const MOST_COMPILED_BYTES = 64 * 1024 * 1024;
const MOST_OF_BATCH = 25;
// Compressed, which is a fifth or a tenth of the JSON.
const MOST_BATCH_BYTES = 64 * 1024;

/** Remembers 4,000 applications and 64 MiB of definitions. */
export function createCustomApplications(): CustomApplications {
  return createNewestCache(MOST_COMPILED, MOST_COMPILED_BYTES, ({ bytes }) => bytes);
}

type CompilerDeps = Pick<Deps, "db" | "catalog" | "log">;

/** What `compileCustomApplications` makes of one application; undefined if its definition is no longer good. */
export async function compileCustomApplication(
  deps: CompilerDeps,
  head: CustomApplicationHead,
): Promise<OwnApplication | undefined> {
  return (await compileCustomApplications(deps, [{ ...head, storedBytes: 0 }])).get(head.id);
}

/**
 * Own applications by id, without those whose definition is no longer good: read and compiled once per revision and
 * process, and only the newest revision is kept. Those that are not are read a few at a time, between which other
 * requests get their turn.
 */
export async function compileCustomApplications(
  deps: CompilerDeps,
  heads: readonly ListedCustomHead[],
): Promise<ReadonlyMap<string, OwnApplication>> {
  const { catalog, db } = deps;
  const made = new Map<string, OwnApplication>();
  const unknown: ListedCustomHead[] = [];
  const add = (id: string, one: OwnApplication | undefined) => one && made.set(id, one);
  for (const head of heads) {
    const known = catalog.own.get(head.id);
    if (known?.revision === head.revision) add(head.id, known.made);
    else unknown.push(head);
  }
  if (unknown.length === 0) return made;
  const directory = await catalog.directory();
  for (const few of inBatches(unknown))
    for (const stored of await listCustomDefinitions(db, few)) {
      const one = compileStored(deps, stored, directory.get(stored.slug));
      // From the cache it may be gone again before the last one is read.
      add(stored.id, one);
      catalog.own.set(stored.id, { revision: stored.revision, made: one, bytes: stored.bytes });
    }
  return made;
}

/** Batches that take a few milliseconds each, as far as one definition is not larger. */
function inBatches(heads: readonly ListedCustomHead[]): ListedCustomHead[][] {
  const batches: ListedCustomHead[][] = [];
  let bytes = 0;
  for (const head of heads) {
    const last = batches.at(-1);
    if (last !== undefined && last.length < MOST_OF_BATCH && bytes + head.storedBytes <= MOST_BATCH_BYTES) {
      last.push(head);
      bytes += head.storedBytes;
    } else {
      batches.push([head]);
      bytes = head.storedBytes;
    }
  }
  return batches;
}

function compileStored(
  { log }: CompilerDeps,
  { id, slug, provider, definition, revision }: StoredDefinition,
  entry: DirectoryEntry | undefined,
): OwnApplication | undefined {
  try {
    const connector = addIcon(compileDefinition(provider, definition), entry);
    const { base_url: baseUrl } = toObject(definition);
    const authority = createConstant(() => collectAuthority(provider, definition));
    return {
      connector,
      own: { revision, baseUrl: typeof baseUrl === "string" ? baseUrl : undefined, authority },
    };
  } catch (error) {
    // It was good when it was saved, by the rules of that time: it must not take the others along.
    if (!(error instanceof DefinitionError)) throw error;
    log.warn({ application: id, slug, problem: error.message }, "application.skipped");
    return undefined;
  }
}

/** Definitions have no icons: an application that the directory knows has the directory's. */
function addIcon(connector: Connector, entry: DirectoryEntry | undefined): Connector {
  const svg = entry && renderIcon(entry);
  if (svg === undefined) return connector;
  return {
    ...connector,
    info: { ...connector.info, icon: SVG_DATA_URL + Buffer.from(svg).toString("base64") },
  };
}
