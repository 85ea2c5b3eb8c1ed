import type { Connector } from "../../apps/connector.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Database, Statement } from "../../platform/database/database.ts";
import { createNewestCache } from "../../platform/newest-cache.ts";
import {
  buildServerView,
  NAMED_WORKFLOWS,
  SERVER_STATE,
  type ServerState,
  type ServerView,
} from "../account-view.ts";
import { createToolbox, type Toolbox } from "../tools/toolbox.ts";

/** A server with what it offers to one account. */
export interface Offer {
  /** As the account sees it. */
  readonly server: ServerView;
  readonly toolbox: Toolbox;
}

/** What servers offer to accounts; each is made once and kept until something that it is made of changes. */
export interface Offers {
  /** What the server with this id offers to the account; undefined if there is none in its scope. */
  find(scope: AccountScope, serverId: string): Promise<Offer | undefined>;
  /** Has each checked before it is used again, after a change; other processes do so within a second. */
  recheck(): void;
}

interface CachedOffer extends Offer {
  /** What it was built from. */
  readonly fingerprint: string;
  readonly connectors: readonly Connector[];
  /** About how much memory it takes, without the schemas, which belong to the applications. */
  readonly bytes: number;
  checkedMs: number;
}

/** How long an offer is used without checking what it was built from. */
const FRESH_MS = 1000;
const MOST_KEPT = 1000;
const MOST_KEPT_BYTES = 100_000_000;
const BYTES_PER_TOOL = 2000;
const BYTES_PER_TOKEN = 4;

// Everything that tools are built from, except for the shipped connectors, which are identified by their catalog.
const STATE: Statement = {
  name: "mcp-server-state",
  text: `${SERVER_STATE}
    select s.*, ${NAMED_WORKFLOWS}, concat_ws('|', s.revision, s.changes_revision,
      (select string_agg(concat_ws(':', id, alias, version, revision), ',' order by id) from callable),
      (select string_agg(concat_ws(':', a.slug, a.revision), ',' order by a.slug) from application_settings a
        where a.org_id = $1 and a.environment = $2 and a.slug in (select app ->> 'slug' from offered)),
      (select string_agg(concat_ws(':', c.slug, c.revision), ',' order by c.slug) from custom_applications c
        where c.org_id = $1 and c.environment = $2 and c.slug in (select app ->> 'slug' from offered)),
      (select json_agg(n.choice)::text from (select json_agg(json_build_array(n.id, n.slug, n.name, n.identifier, n.place,
          n.is_default) order by n.id) as choice
        from connections n where n.org_id = $1 and n.environment = $2 and n.account_id = $4
          and n.slug in (select app ->> 'slug' from offered) group by n.slug order by n.slug) n)) as fingerprint
    from server s`,
};

type State = ServerState & { readonly fingerprint: string };

/** A check of what an offer was built from, while it lasts. */
interface OfferLookup {
  readonly sinceMs: number;
  readonly found: Promise<CachedOffer | undefined>;
}

/** Opens the offers of this process. They are never shared between accounts. */
export function createOffers(deps: Deps): Offers {
  const kept = createNewestCache<CachedOffer>(MOST_KEPT, MOST_KEPT_BYTES, ({ bytes }) => bytes);
  const looking = new Map<string, OfferLookup>();
  let recheckMs = Number.NEGATIVE_INFINITY;

  const look = async (
    scope: AccountScope,
    serverId: string,
    key: string,
  ): Promise<CachedOffer | undefined> => {
    const checkedMs = performance.now();
    const state = await readState(deps.database, scope, serverId);
    if (!state) {
      kept.delete(key);
      return undefined;
    }
    const { fingerprint, ...rest } = state;
    const connectors = (await deps.catalog.load()).list();
    const known = kept.get(key);
    if (known && known.fingerprint === fingerprint && known.connectors === connectors) {
      known.checkedMs = checkedMs;
      return known;
    }
    const server = buildServerView(rest);
    const toolbox = await createToolbox(deps, scope, server);
    const made: CachedOffer = {
      server,
      toolbox,
      fingerprint,
      connectors,
      bytes: bytesOf({ server, toolbox }),
      checkedMs,
    };
    kept.set(key, made);
    return made;
  };

  return {
    find: async (scope, serverId) => {
      const key = `${scope.orgId}/${scope.environment}/${scope.account.id}/${serverId}`;
      const now = performance.now();
      const known = kept.get(key);
      if (known && known.checkedMs > recheckMs && now - known.checkedMs < FRESH_MS) return known;
      const under = looking.get(key);
      if (under && under.sinceMs > recheckMs) return under.found;
      const found = look(scope, serverId, key).finally(() => {
        if (looking.get(key)?.found === found) looking.delete(key);
      });
      looking.set(key, { sinceMs: now, found });
      return found;
    },
    recheck: () => {
      recheckMs = performance.now();
    },
  };
}

function bytesOf({ server, toolbox: { tools, tokens, mode } }: Offer): number {
  const ofList = mode === "all" ? tokens * BYTES_PER_TOKEN : 0;
  return JSON.stringify(server).length + tools.size * BYTES_PER_TOOL + ofList;
}

async function readState(
  database: Database,
  { orgId, environment, account }: AccountScope,
  serverId: string,
): Promise<State | undefined> {
  const [row] = await database.query<State>(STATE, [orgId, environment, serverId, account.id]);
  return row;
}
