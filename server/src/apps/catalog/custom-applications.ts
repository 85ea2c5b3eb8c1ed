import type { Deps } from "../../deps.ts";
import { createNewestCache, type NewestCache } from "../../platform/newest-cache.ts";
import type { Connector } from "../connector.ts";
import type { DirectoryEntry } from "../directory/entry-schema.ts";
import { renderIcon, SVG_DATA_URL } from "../directory/icon.ts";
import { compileDefinition } from "../providers/compile.ts";
import { DefinitionError } from "../providers/definition-error.ts";
import { toObject } from "../providers/openapi/read-json.ts";
import { type CustomApplicationHead, findCustomDefinition } from "./application-store.ts";
import { collectAuthority } from "./authority.ts";

/** A custom application at one revision. */
export interface CustomRevision {
  revision: number;
  /** Where its requests go, with the places of settings; undefined for a remote MCP server. */
  baseUrl: string | undefined;
  /** See `collectAuthority`. */
  authority: readonly string[];
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

/** Remembers 4,000 applications and 64 MiB of definitions. */
export function createCustomApplications(): CustomApplications {
  return createNewestCache(MOST_COMPILED, MOST_COMPILED_BYTES, ({ bytes }) => bytes);
}

/**
 * Own applications are read and compiled once per revision and process, and only the newest revision is kept; undefined
 * for one whose definition is no longer good.
 */
export async function compileCustomApplication(
  { db, catalog, log }: Pick<Deps, "db" | "catalog" | "log">,
  head: CustomApplicationHead,
): Promise<OwnApplication | undefined> {
  const known = catalog.own.get(head.id);
  if (known?.revision === head.revision) return known.made;
  const stored = await findCustomDefinition(db, head);
  if (stored === undefined) return undefined;
  const { provider, definition, revision, bytes } = stored;
  let made: OwnApplication | undefined;
  try {
    const connector = addIcon(
      compileDefinition(provider, definition),
      (await catalog.directory()).get(head.slug),
    );
    const { base_url: baseUrl } = toObject(definition);
    const authority = collectAuthority(provider, definition);
    made = {
      connector,
      own: { revision, baseUrl: typeof baseUrl === "string" ? baseUrl : undefined, authority },
    };
  } catch (error) {
    // It was good when it was saved, by the rules of that time: it must not take the others along.
    if (!(error instanceof DefinitionError)) throw error;
    log.warn({ application: head.id, slug: head.slug, problem: error.message }, "application.skipped");
  }
  catalog.own.set(head.id, { revision, made, bytes });
  return made;
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
