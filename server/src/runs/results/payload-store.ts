import {
  type BoundStatement,
  type Database,
  type Db,
  runStatement,
} from "../../platform/database/database.ts";
import type { Json } from "../../platform/json/json.ts";
import { encodeRows, type Payload, type PayloadRef, restorePayloads } from "./payloads.ts";

/** A large value that a run holds. */
export interface RunPayload extends Omit<Payload, "text"> {
  readonly runId: string;
  /** Left out if another run of the same transaction provides it. */
  readonly text?: string;
}

// Rows in one order, so that two transactions do not deadlock. A value that was marked as unused is used again.
const KEPT = `
    insert into payloads (org_id, sha256, size, body)
    select distinct on (org_id, sha256) org_id, sha256, size, body from given_payloads order by org_id, sha256, body is null
    on conflict (org_id, sha256) do update set unused_since = null`;
const USED = `
    insert into payload_uses (org_id, sha256, holder_id)
    select distinct org_id, sha256, holder_id from given_payloads on conflict do nothing`;

/**
 * Common table expressions that store the values of `parameter`, a JSON list of `{org_id, holder_id, sha256, size,
 * body}`.
 */
export function buildPayloadInserts(parameter: string): string {
  return `given_payloads as materialized (
      select * from json_to_recordset(${parameter}::json) as p (org_id text, holder_id text, sha256 text, size int, body json)
    ), kept_payloads as (${KEPT}
    ), used_payloads as (${USED}
    )`;
}

/** Stores large values that runs hold, in the transaction that stores the references to them. */
export function buildPayloadStatement(payloads: readonly RunPayload[]): BoundStatement {
  return {
    name: "runs-payloads",
    text: `with given_payloads as materialized (
        select r.org_id, p.* from json_to_recordset($1::json) as p (holder_id text, sha256 text, size int, body json)
        join runs r on r.id = p.holder_id
      ), kept_payloads as (${KEPT}
      )${USED}`,
    values: [encodeRows(payloads.map(({ runId: holder_id, ...payload }) => ({ holder_id, ...payload })))],
  };
}

/** The values that the `refs` of an organization's rows refer to, by their hash. */
async function loadPayloads(
  db: Db,
  orgId: string,
  refs: readonly (readonly PayloadRef[] | null)[],
): Promise<ReadonlyMap<string, Json>> {
  const hashes = new Set(refs.flatMap((some) => (some ?? []).map(({ sha256 }) => sha256)));
  if (hashes.size === 0) return new Map();
  const rows = await runStatement<{ sha256: string; body: Json }>(
    db,
    { text: "select sha256, body from payloads where org_id = $1 and sha256 = any ($2::text[])" },
    [orgId, [...hashes]],
  );
  return new Map(rows.map(({ sha256, body }) => [sha256, body]));
}

/** A run with its whole input. */
export function readRunInput<Run extends { org_id: string; input: Json; input_refs: PayloadRef[] | null }>(
  db: Db,
  run: Run,
): Promise<Run> {
  return withWhole(db, run, "input", "input_refs");
}

/** A run with its whole response. */
export function readRunResponse<
  Run extends { org_id: string; response: Json; response_refs: PayloadRef[] | null },
>(db: Db, run: Run): Promise<Run> {
  return withWhole(db, run, "response", "response_refs");
}

/** An event with its whole payload. */
export function readEventPayload<
  Event extends { org_id: string; payload: Json; payload_refs: PayloadRef[] | null },
>(db: Db, event: Event): Promise<Event> {
  return withWhole(db, event, "payload", "payload_refs");
}

async function withWhole<Row extends { org_id: string }>(
  db: Db,
  row: Row,
  column: keyof Row & string,
  refsColumn: keyof Row,
): Promise<Row> {
  const refs = row[refsColumn] as PayloadRef[] | null;
  if (!refs) return row;
  const bodies = await loadPayloads(db, row.org_id, [refs]);
  return { ...row, [column]: restorePayloads(row[column] as Json, column, refs, bodies), [refsColumn]: null };
}

/** Signals with their whole bodies. */
export async function readBodies<Row extends { body: Json; body_refs: PayloadRef[] | null }>(
  db: Db,
  orgId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const bodies = await loadPayloads(
    db,
    orgId,
    rows.map(({ body_refs }) => body_refs),
  );
  return rows.map((row) => ({ ...row, body: restorePayloads(row.body, "body", row.body_refs, bodies) }));
}

/** Rows of steps with their whole outputs, and their inputs if they were read. */
export async function readStepPayloads<Row extends { refs: PayloadRef[] | null; input?: Json; output: Json }>(
  db: Db,
  orgId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const bodies = await loadPayloads(
    db,
    orgId,
    rows.map(({ refs }) => refs),
  );
  return rows.map((row) => {
    if (!row.refs) return row;
    const input =
      row.input === undefined ? {} : { input: restorePayloads(row.input, "input", row.refs, bodies) };
    return { ...row, ...input, output: restorePayloads(row.output, "output", row.refs, bodies) };
  });
}

/** Deletes up to `limit` values that no run or event holds any more, and that none has used again since. */
export async function deleteUnusedPayloads(
  database: Database,
  _before: Date,
  limit: number,
): Promise<number> {
  const rows = await database.query(
    {
      name: "payloads-delete-unused",
      // A transaction that stores the same value now locks its row and clears the mark, so it stays.
      text: `with unused as materialized (
          select p.org_id, p.sha256 from payloads p
          where p.unused_since < now() - interval '1 minute' and not exists (
            select from payload_uses u where u.org_id = p.org_id and u.sha256 = p.sha256)
          order by p.org_id, p.sha256 limit $1 for update of p skip locked)
        delete from payloads p using unused where p.org_id = unused.org_id and p.sha256 = unused.sha256 returning 1 as gone`,
    },
    [limit],
  );
  return rows.length;
}
