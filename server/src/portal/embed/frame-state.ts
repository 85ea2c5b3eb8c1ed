import type { ConnectLink } from "../../apps/connections/connect-link.ts";
import type { Deps } from "../../deps.ts";
import type { Statement } from "../../platform/database/database.ts";

/** The state of a link's account, by application slug. */
export interface FrameState {
  /** Since when each active connection has existed. */
  readonly connections: Readonly<Record<string, string>>;
  /** The revision of the config that the portal fills in. */
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

/** Read for framed pages only: the embedding page compares states to report what has happened. */
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
