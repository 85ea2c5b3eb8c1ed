import { type Selectable, type SqlBool, sql } from "kysely";
import type { AccountRef, Environment, Scope } from "../../auth/scope.ts";
import type { BoundStatement, Db } from "../../platform/database/database.ts";
import {
  buildScopedList,
  type LongList,
  type LongPage,
  readPage,
} from "../../platform/database/long-list.ts";
import { notFound } from "../../platform/errors.ts";
import { createFirstId } from "../../platform/id.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Page } from "../../platform/page.ts";
import { buildPayloadInserts, readEventPayload } from "../../runs/results/payload-store.ts";
import { encodeRows, extractPayloads, getFullSize, LARGE } from "../../runs/results/payloads.ts";
import type { ReceivedEventTable } from "../table.ts";

/** An event to be inserted into the inbox; `accountId` is the account's row id. */
export interface InboxRow {
  readonly id: string;
  readonly orgId: string;
  readonly environment: Environment;
  readonly accountId: string;
  readonly name: string;
  readonly slug: string | null;
  readonly workflowId: string | null;
  readonly configId: string;
  readonly payload: Json;
  readonly matched: number;
  readonly repeated: number;
  /** Why it started nothing, although it would have. */
  readonly refused?: string | undefined;
  readonly receivedAt: Date;
}

/** An event of the inbox, with the organization's id of its account. */
export type ReceivedRow = Selectable<ReceivedEventTable> & { accountId: string };
/** The same without its payload. */
export type ReceivedHead = Omit<ReceivedRow, "payload" | "payload_refs">;
/** A row of the list; the beginning of the payload distinguishes events of the same name. */
export type ListedReceived = ReceivedHead & { readonly excerpt: string };
/** The same with the whole payload, and its size as JSON in bytes. */
export type WholeReceived = ReceivedHead & { readonly payload: Json; readonly payloadSize: number };

/** What lists of received events can be filtered by. */
export interface ReceivedFilter {
  readonly account?: AccountRef;
  readonly name?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** True: the audit found nothing wrong; false: it did. */
  readonly isBalanced?: boolean;
}

// In characters: fits a line of a list.
const EXCERPT = 160;

const HEAD = [
  "received_events.id",
  "received_events.org_id",
  "received_events.environment",
  "received_events.account_id",
  "received_events.name",
  "received_events.slug",
  "received_events.workflow_id",
  "received_events.config_id",
  "received_events.matched",
  "received_events.repeated",
  "received_events.refused",
  "received_events.restarted_as",
  "received_events.received_at",
  "linked_accounts.account_id as accountId",
] as const;

const insertText = (
  payloads: string,
) => `${payloads}insert into received_events (id, org_id, environment, account_id,
    name, slug, workflow_id, config_id, payload, payload_refs, matched, repeated, refused, received_at)
  select id, "orgId", environment, "accountId", name, slug, "workflowId", "configId", payload, "payloadRefs", matched, repeated, refused, "receivedAt"
  from json_to_recordset($1::json) as e (id text, "orgId" text, environment text, "accountId" text, name text,
    slug text, "workflowId" text, "configId" text, payload json, "payloadRefs" json, matched int, repeated int, refused text, "receivedAt" timestamptz)`;
const INSERT = insertText("");
const INSERT_LARGE = insertText(`with ${buildPayloadInserts("$2")} `);

/**
 * Inserts events into the inbox; large parts of their payloads are stored once, for them and for the runs that they
 * start.
 */
export function buildInsertReceivedStatement(rows: readonly InboxRow[]): BoundStatement {
  // One JSON parameter for all rows: payloads pass through as written, without a second encoding.
  const text = JSON.stringify(rows);
  const plain = { name: "events-insert", text: INSERT, values: [text] };
  // If the whole text is short, no payload is large.
  if (text.length <= LARGE) return plain;
  const taken = rows.map((row) => ({ row, ...extractPayloads(row.payload, ["payload"]) }));
  const payloads = taken.flatMap(({ row, payloads }) =>
    payloads.map((payload) => ({ holder_id: row.id, org_id: row.orgId, ...payload })),
  );
  if (payloads.length === 0) return plain;
  const light = taken.map(({ row, value, refs }) =>
    refs.length > 0 ? { ...row, payload: value, payloadRefs: refs } : row,
  );
  return {
    name: "events-insert-large",
    text: INSERT_LARGE,
    values: [JSON.stringify(light), encodeRows(payloads)],
  };
}

/** An event of the inbox; 404 if there is none in this scope or of `account`. */
export async function readReceived(
  db: Db,
  scope: Scope & { account?: AccountRef },
  id: string,
): Promise<WholeReceived> {
  const { orgId, environment, account } = scope;
  const row = await withAccount(db)
    .select(HEAD)
    .select(["received_events.payload", "received_events.payload_refs"])
    .select(sql<number>`octet_length(received_events.payload::text)`.as("lightBytes"))
    .where("received_events.org_id", "=", orgId)
    .where("received_events.environment", "=", environment)
    .where("received_events.id", "=", id)
    .$if(account !== undefined, (query) => query.where("received_events.account_id", "=", account?.id ?? ""))
    .executeTakeFirst();
  if (!row) throw notFound("Event");
  const { payload_refs: refs, lightBytes, ...event } = row;
  const { payload } = await readEventPayload(db, row);
  return { ...event, payload, payloadSize: getFullSize(lightBytes, "payload", refs) ?? 0 };
}

/** One page of the inbox, newest first. */
export function listReceived(
  db: Db,
  scope: Scope,
  filter: ReceivedFilter,
  page: Page,
): Promise<LongPage<ListedReceived>> {
  const { account, name, from, until, isBalanced } = filter;
  const all = buildScopedList("received_events", scope);
  const found = sql<SqlBool>`exists (select from audit_findings f where f.event_id = received_events.id)`;
  const list: LongList = {
    ...all,
    ...(account && { indexed: sql`received_events.account_id = ${account.id}`, owner: account.id }),
    further: [
      ...(name === undefined ? [] : [sql<SqlBool>`received_events.name = ${name}`]),
      ...(isBalanced === undefined ? [] : [isBalanced ? sql<SqlBool>`not ${found}` : found]),
    ],
    from: from && createFirstId(from),
    until: until && createFirstId(until),
  };
  return readPage(db, list, page, ({ where, order }) =>
    withAccount(db)
      .select(HEAD)
      .select(sql<string>`left(received_events.payload::text, ${EXCERPT})`.as("excerpt"))
      .where(where)
      .orderBy("received_events.id", order)
      .execute(),
  );
}

function withAccount(db: Db) {
  return db
    .selectFrom("received_events")
    .innerJoin("linked_accounts", "linked_accounts.id", "received_events.account_id");
}
