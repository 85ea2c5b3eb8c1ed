import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import type { Statement } from "../platform/database/database.ts";
import { createId } from "../platform/id.ts";
import { createPollingLoop } from "./polling-loop.ts";
import { type DraftSnapshot, type DraftState, type DraftViewer, presentDraft } from "./present-draft.ts";

const RENEW_MS = 5000;
// A reader who has not renewed for this long is gone: killed or disconnected.
const LIFE_MS = 12_000;
// A page that reconnects, or watches something else, has not left.
const GRACE_MS = 3000;

/** A reader who has drafts open. */
export interface DraftWatch extends DraftViewer {
  readonly scope: Scope;
  readonly workflowIds: readonly string[];
  /** Called with each draft at first, and whenever one is edited or readers come or go. It must not throw. */
  onDraft(draft: DraftState): void;
}

/**
 * Reads all drafts that are open in this process once a second, in one statement, and tells other processes who has
 * them open; does neither while there are none.
 */
export interface DraftWatcher {
  /** Starts watching; the returned function stops it. */
  add(watch: DraftWatch): () => void;
  /** Stops all watching. */
  close(): Promise<void>;
}

const LOOK: Statement = {
  name: "changes-look-at-drafts",
  text: `select watched.org_id, watched.environment, w.id, w.revision, (
      select json_build_object('revision', r.revision, 'at', r.at, 'kind', r.by_kind, 'id', r.by_id, 'name', r.by_name,
        'email', o.email)
      from workflow_revisions r left join operators o on r.by_kind = 'operator' and o.id = r.by_id
      where r.workflow_id = w.id and r.is_edit order by r.revision desc limit 1) as saved, (
      select json_agg(json_build_object('stream', d.stream_id, 'id', o.id, 'name', o.name, 'email', o.email,
        'is_leaving', d.seen_at < now() - interval '${LIFE_MS - GRACE_MS} milliseconds') order by o.id)
      from draft_readers d join operators o on o.id = d.operator_id
      where d.workflow_id = w.id and d.seen_at > now() - interval '${LIFE_MS} milliseconds') as readers
    from (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as watched (org_id, environment, id)
    join workflows w on w.id = watched.id and w.org_id = watched.org_id and watched.environment = any (w.environments)`,
};
const RENEW: Statement = {
  name: "changes-renew-draft-readers",
  text: `with gone as (delete from draft_readers where seen_at < now() - interval '${5 * LIFE_MS} milliseconds')
    insert into draft_readers (stream_id, workflow_id, operator_id, seen_at)
    select reader.stream_id, w.id, o.id, now()
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as reader (stream_id, workflow_id, operator_id, environment)
    join operators o on o.id = reader.operator_id
    join workflows w on w.id = reader.workflow_id and w.org_id = o.org_id and reader.environment = any (w.environments)
    on conflict (stream_id, workflow_id) do update set seen_at = excluded.seen_at`,
};
const LEAVE: Statement = {
  name: "changes-leave-drafts",
  text: `update draft_readers set seen_at = now() - interval '${LIFE_MS - GRACE_MS + 1} milliseconds' where stream_id = $1`,
};

interface ScopedDraft extends DraftSnapshot {
  readonly org_id: string;
  readonly environment: string;
}

interface OpenWatch extends DraftWatch {
  readonly streamId: string;
  /** What was sent last, by workflow. */
  readonly sentStates: Map<string, string>;
}

/** Opens this process's watcher of drafts. */
export function openDraftWatcher({ database, log }: Pick<Deps, "database" | "log">): DraftWatcher {
  const watches = new Set<OpenWatch>();
  const leaving = new Set<Promise<unknown>>();
  let renewedAtMs = Number.NEGATIVE_INFINITY;

  const renew = async () => {
    const readers = [...watches].flatMap(({ streamId, operatorId, workflowIds, scope }) =>
      operatorId === undefined ? [] : workflowIds.map((id) => [streamId, id, operatorId, scope.environment]),
    );
    if (readers.length === 0 || performance.now() - renewedAtMs < RENEW_MS) return;
    await database.query(RENEW, transposed(readers, 4));
    renewedAtMs = performance.now();
  };
  const lookOnce = async () => {
    await renew();
    const wanted = [...watches].flatMap(({ scope: { orgId, environment }, workflowIds }) =>
      workflowIds.map((id) => [orgId, environment, id]),
    );
    const found = await database.query<ScopedDraft>(LOOK, transposed(wanted, 3));
    const drafts = new Map(found.map((draft) => [keyOf(draft.org_id, draft.environment, draft.id), draft]));
    for (const watch of watches) tell(watch, drafts);
  };
  const looking = createPollingLoop(lookOnce, () => watches.size > 0, log);
  const leave = (streamId: string) => {
    const left = database
      .query(LEAVE, [streamId])
      // A reader that is not renewed disappears soon anyway.
      .catch((err: unknown) => log.debug({ err }, "changes.draft-not-left"))
      .finally(() => leaving.delete(left));
    leaving.add(left);
  };

  return {
    add: (watch) => {
      const opened = { ...watch, streamId: createId(), sentStates: new Map() };
      watches.add(opened);
      if (watch.operatorId !== undefined) renewedAtMs = Number.NEGATIVE_INFINITY;
      looking.begin();
      return () => {
        watches.delete(opened);
        if (watch.operatorId !== undefined) leave(opened.streamId);
      };
    },
    close: async () => {
      await looking.close();
      await Promise.all(leaving);
    },
  };
}

function transposed(rows: readonly string[][], columns: number): string[][] {
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column] ?? ""));
}

function keyOf(orgId: string, environment: string, id: string): string {
  return `${orgId}/${environment}/${id}`;
}

function tell(watch: OpenWatch, found: ReadonlyMap<string, DraftSnapshot>): void {
  const { orgId, environment } = watch.scope;
  for (const id of watch.workflowIds) {
    const draft = found.get(keyOf(orgId, environment, id));
    if (!draft) continue;
    const state = presentDraft(draft, watch);
    const text = JSON.stringify(state);
    if (watch.sentStates.get(id) === text) continue;
    watch.sentStates.set(id, text);
    watch.onDraft(state);
  }
}
