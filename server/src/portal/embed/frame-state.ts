import type { ConnectLink } from "../../apps/connections/connect-link.ts";
import type { Deps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";

/** How the account of a link stands, by the slugs of applications. */
export interface FrameState {
  /** Since when each active connection stands. */
  readonly connections: Readonly<Record<string, string>>;
  /** How often the config that the portal fills in was saved. */
  readonly configs: Readonly<Record<string, number>>;
}

const FIND_STATE: Statement = {
  name: "portal-find-frame-state",
  text: `select
      (select coalesce(json_object_agg(slug, since), '{}') from (
        select slug, max(connected_at) as since from connections
        where org_id = $1 and environment = $2 and account_id = $3 and status = 'active' group by slug) c) as connections,
      (select coalesce(json_object_agg(slug, revision), '{}') from configs
        where org_id = $1 and environment = $2 and account_id = $3 and config_id = $4) as configs`,
};

/** Read for pages in a frame alone: the page around it compares, and tells its own what has happened. */
export async function findFrameState(
  { database }: Pick<Deps, "database">,
  { scope, configId }: ConnectLink,
): Promise<FrameState | undefined> {
  const { orgId, environment, account } = scope;
  const [row] = await database.query<FrameState & object>(FIND_STATE, [
    orgId,
    environment,
    account.id,
    configId,
  ]);
  return row;
}
