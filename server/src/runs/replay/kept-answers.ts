import { runStatement, type Tx } from "../../platform/database/database.ts";
import { ApiError } from "../../platform/errors.ts";
import { LINKED_TYPES } from "../../workflows/nodes/list.ts";
import type { RunRow } from "../store.ts";

// Called workflows belong to the run that called them, which may be an earlier one of the runs that repeat each other.
const KEPT_ANSWER = {
  text: `with recursive called as (
      select c.id, c.workflow_id, c.workflow_version from runs c join runs p on p.id = c.parent_run
      where p.org_id = $2 and (p.id = $3 or p.replay_root = $3) and c.parent_path = any ($4::text[])
      union
      select c.id, c.workflow_id, c.workflow_version from called join runs c on c.parent_run = called.id
    ), kept as (
      select r.workflow_id, r.workflow_version, s.node_id from runs r join run_steps s on s.run_id = r.id
      where r.id = $1 and s.path = any ($4::text[])
      union
      select called.workflow_id, called.workflow_version, s.node_id from called join run_steps s on s.run_id = called.id
    )
    select node ->> 'name' as name from kept
      join workflow_versions v on v.workflow_id = kept.workflow_id and v.version = kept.workflow_version,
      jsonb_array_elements(v.nodes::jsonb) node
    where node ->> 'id' = kept.node_id and node ->> 'type' = any ($5::text[])
      and exists (select from runs r join workflow_versions own on own.workflow_id = r.workflow_id
        and own.version = r.workflow_version where r.id = $1 and own.account_id is null)
    limit 1`,
};

/**
 * Refuses (403) to reuse answers that somebody gave to an organization's workflow, also in workflows that it called:
 * one approval is for one execution, unless the organization itself replays it.
 */
export async function requireNoKeptAnswers(
  tx: Tx,
  source: Pick<RunRow, "id" | "org_id" | "replay_root">,
  kept: readonly string[],
): Promise<void> {
  const values = [source.id, source.org_id, source.replay_root ?? source.id, [...kept], LINKED_TYPES];
  const [answered] = await runStatement<{ name: string }>(tx, KEPT_ANSWER, values);
  if (!answered) return;
  throw new ApiError(
    "forbidden",
    "FORBIDDEN",
    `from_node: this would reuse the answer that "${answered.name}" got, which requires an API key. Leave out from_node to replay from the start, which asks again.`,
  );
}
