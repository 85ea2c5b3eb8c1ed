import type { Database, Statement } from "../../platform/database/database.ts";
import { createNewestCache } from "../../platform/newest-cache.ts";
import type { Definition } from "../../workflows/definition/graph.ts";
import { type KnownSettings, parseSettings } from "../../workflows/definition/settings.ts";
import { findWebhookSignature, isResponseAwaited } from "../../workflows/definition/webhook-trigger.ts";
import { compileProof, type ProofCheck } from "../receive/proof.ts";

/** What a version of a workflow says about its triggers. */
export interface VersionFacts {
  /** Undefined if incoming webhooks do not start it. */
  readonly webhook: WebhookFacts | undefined;
  /** How a repeated trigger is recognized. */
  readonly idempotency: KnownSettings["idempotency"];
}

interface WebhookFacts {
  /** Undefined if they need not be signed. */
  readonly check: ProofCheck | undefined;
  /** Whether their bodies are part of what is signed. */
  readonly isBodySigned: boolean;
  readonly isStandard: boolean;
  /** Whether unsigned webhooks are accepted at the address without a key. */
  readonly isKeyless: boolean;
  /** The header with the signature or token, if its name is configured. */
  readonly header: string | undefined;
  /** Whether senders wait for the response node. */
  readonly isAwaited: boolean;
}

export interface VersionRef {
  readonly id: string;
  readonly version: number;
}

/** The facts of recently used versions. Versions never change, so cached facts stay valid. */
export interface VersionFactsCache {
  /** The facts of all `refs`, by `buildVersionKey`; deleted versions are missing. */
  read(refs: readonly VersionRef[]): Promise<ReadonlyMap<string, VersionFacts>>;
}

const MAX_VERSIONS = 1000;

const READ: Statement = {
  name: "events-versions",
  text: `select v.workflow_id, v.version, v.nodes, v.settings from workflow_versions v
    join unnest($1::text[], $2::int[]) as k (id, version) on v.workflow_id = k.id and v.version = k.version`,
};

/** A version's key in the result of `read`. */
export function buildVersionKey({ id, version }: VersionRef): string {
  return `${id}/${version}`;
}

export function createVersionFacts(database: Database): VersionFactsCache {
  const known = createNewestCache<VersionFacts>(MAX_VERSIONS);
  return {
    read: async (refs) => {
      const found = new Map<string, VersionFacts>();
      const missing = new Map<string, VersionRef>();
      for (const ref of refs) {
        const key = buildVersionKey(ref);
        const facts = known.use(key);
        if (facts) found.set(key, facts);
        else missing.set(key, ref);
      }
      for (const [key, facts] of await readVersions(database, [...missing.values()])) {
        found.set(key, facts);
        known.set(key, facts);
      }
      return found;
    },
  };
}

async function readVersions(
  database: Database,
  refs: readonly VersionRef[],
): Promise<[string, VersionFacts][]> {
  if (refs.length === 0) return [];
  const rows = await database.query<
    Pick<Definition, "nodes" | "settings"> & { workflow_id: string; version: number }
  >(READ, [refs.map(({ id }) => id), refs.map(({ version }) => version)]);
  return rows.map((row) => {
    const settings = parseSettings(row.settings);
    return [
      buildVersionKey({ id: row.workflow_id, version: row.version }),
      { webhook: webhookOf(row, settings), idempotency: settings.idempotency },
    ];
  });
}

function webhookOf(
  definition: Pick<Definition, "nodes">,
  { keyless_webhooks: isKeyless = false }: KnownSettings,
): VersionFacts["webhook"] {
  const signature = findWebhookSignature(definition);
  if (!signature) return undefined;
  const { kind, header } = signature;
  return {
    check: compileProof(signature),
    isBodySigned: kind !== "none" && kind !== "token",
    isStandard: kind === "standard-webhooks",
    isKeyless,
    header,
    isAwaited: isResponseAwaited(definition),
  };
}
