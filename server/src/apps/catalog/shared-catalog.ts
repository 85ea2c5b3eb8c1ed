import type { Deps } from "../../deps.ts";
import { startRepeating } from "../../platform/repeat.ts";
import type { Connector } from "../connector.ts";
import type { SharedDirectory } from "../directory/directory.ts";
import { createPiecePool } from "../providers/piece/piece-pool.ts";
import { type Catalog, type CatalogProblem, getCatalogSource, loadCatalog } from "./catalog.ts";
import { type CustomApplications, createCustomApplications } from "./custom-applications.ts";
import { openPieceCatalog, type PieceCatalog } from "./pieces/piece-catalog.ts";
import { openPieceFiles } from "./pieces/piece-files.ts";

// After a read that failed.
const RETRY_MS = 5000;

/** Which applications there are: those of this installation, and what was compiled of those of organizations. */
export interface SharedCatalog {
  /** The shipped connectors, those of `JUNCTOR_CONNECTORS_DIR` and the installed pieces; read on first use. */
  load(): Promise<Catalog>;
  /** Has this process know the pieces that are in use now; others learn of changes by themselves. */
  refreshPieces(): Promise<void>;
  readonly own: CustomApplications;
  /** What is known of applications that organizations may add. */
  readonly directory: SharedDirectory;
  /** Ends the processes of pieces. */
  close(): Promise<void>;
}

declare module "../../deps.ts" {
  interface Features {
    readonly catalog: SharedCatalog;
  }
}

type SharedCatalogDeps = Pick<Deps, "config" | "log" | "db" | "credentials" | "directory">;

/** Makes the catalog of a process; a command that needs no connector reads none. */
export function createSharedCatalog(deps: SharedCatalogDeps): SharedCatalog {
  const { config, log } = deps;
  const pool = createPiecePool({
    allow: config.outboundAllow.text,
    caFile: config.variable("NODE_EXTRA_CA_CERTS"),
  });
  const files = openPieceFiles(deps);
  const pieces = openPieceCatalog(deps, { pool, files });
  let isBehind = false;
  const refresh = () =>
    pieces.refresh().then(
      () => {
        isBehind = false;
      },
      (error: unknown) => {
        isBehind = true;
        throw error;
      },
    );
  let loading: Promise<Catalog> | undefined;
  const load = async () => {
    const onProblem = ({ folder, message }: CatalogProblem) =>
      log.warn({ folder, problem: message }, "connector.skipped");
    const folders = await loadCatalog({ ...getCatalogSource(config), onProblem });
    await refresh();
    await files
      .deleteUnknown()
      .catch((error: unknown) => log.warn({ err: error }, "piece.files-not-deleted"));
    return mergeCatalogs(folders, pieces);
  };
  // Also when this process may have missed something (D501).
  deps.credentials.onForget(() => {
    if (loading === undefined) return;
    refresh().catch((error: unknown) => log.warn({ err: error }, "piece.refresh-failed"));
  });
  const retrying = startRepeating({ name: "pieces.refresh", intervalMs: RETRY_MS, log }, async () => {
    if (loading !== undefined && isBehind) await refresh();
  });
  return {
    load: () => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    refreshPieces: refresh,
    own: createCustomApplications(),
    directory: deps.directory,
    close: async () => {
      pool.close();
      await retrying.stop();
    },
  };
}

/** One catalog of both; a piece replaces a connector with its slug. */
function mergeCatalogs(folders: Catalog, pieces: PieceCatalog): Catalog {
  let merged: { of: readonly (readonly Connector[])[]; list: readonly Connector[] } | undefined;
  return {
    get: (slug) => pieces.get(slug) ?? folders.get(slug),
    list: () => {
      const of = [folders.list(), pieces.list()];
      if (merged?.of.every((one, index) => one === of[index])) return merged.list;
      const bySlug = new Map(of.flat().map((connector) => [connector.info.slug, connector]));
      const list = [...bySlug.values()].sort((a, b) => a.info.name.localeCompare(b.info.name, "en"));
      merged = { of, list };
      return list;
    },
    problems: folders.problems,
    reload: async () => {
      await Promise.all([folders.reload(), pieces.refresh()]);
    },
  };
}
