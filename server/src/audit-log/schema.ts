import { type Static, Type } from "typebox";
import { Id, Record, Timestamp } from "../platform/http/route.ts";
import { parseQueryDate, parseQueryEndDate } from "../platform/page.ts";
import type { AuditFilter, AuditRow, ListedAuditRow } from "./store.ts";
import { ACTOR_KINDS } from "./table.ts";

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Values = Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]);

const AuditActor = Type.Object({
  kind: Type.Enum(ACTOR_KINDS, {
    description:
      "`agent`: over the management MCP server; `command_line`: on the server itself; `visitor`: on a page that needs no credential, such as the one where a customer returns from a provider; `system`: Junctor itself.",
  }),
  id: Nullable(
    "Id of the operator or API key (also of an agent's); for a linked account, your own id for it.",
  ),
  name: Nullable("The name at that time."),
});

const Fields = {
  _id: Id,
  at: Timestamp,
  action: Type.String({
    description: "The kind of object and what happened to it.",
    examples: ["workflow.published"],
  }),
  operation: Nullable("The `operationId` of this API, the agent's tool or the command that made the change."),
  actor: AuditActor,
  address: Nullable("IP address of the request; for IPv6, the network."),
  user_agent: Type.Union([Type.String(), Type.Null()]),
  environment: Type.Union([Type.Enum(["test", "production"]), Type.Null()], {
    description: "Null for both, as for the organization's settings and operators.",
  }),
  object: Type.Object({
    type: Type.String({ examples: ["workflow"] }),
    id: Type.Union([Type.String(), Type.Null()]),
    name: Nullable("The name at that time."),
  }),
  linked_account_id: Nullable("Your own id for the customer concerned."),
  fields: Type.Array(Type.String(), { description: "Fields that changed." }),
  secrets: Type.Array(Type.String(), {
    description: "Secrets that were set, changed or removed; the log never holds one.",
  }),
};

/** A record as lists show it. */
export const AuditLogEntry = Record("AuditLogEntry", Fields);

/** A record with the values before and after the change. */
export const AuditLogDetail = Record("AuditLogDetail", {
  ...Fields,
  before: Values,
  after: Values,
  sequence: Type.Integer({ description: "Position in the chain of its environment, from 1." }),
  hash: Type.String({ description: "HMAC over the record and the hash of the previous one, in hex." }),
});

const Text = Type.Optional(Type.String({ maxLength: 255 }));

/** What the log can be filtered by. */
export const AuditLogFields = {
  actor_kind: Type.Optional(Type.Enum(ACTOR_KINDS)),
  actor_id: Text,
  action: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "An action such as `workflow.published`, or a prefix such as `workflow.`.",
    }),
  ),
  operation: Text,
  object_type: Text,
  object_id: Text,
  linked_account_id: Text,
  start_date: Type.Optional(Type.String({ description: "Earliest date or time (ISO 8601, UTC)." })),
  end_date: Type.Optional(Type.String({ description: "Latest date or time, inclusive (ISO 8601, UTC)." })),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: "Part of a name, id, action, operation or address." }),
  ),
};
const AuditLogQuery = Type.Object(AuditLogFields);

/** Reads the filter from a query; 400 for an invalid date. */
export function readAuditFilter(query: Static<typeof AuditLogQuery>): AuditFilter {
  return {
    actorKind: query.actor_kind,
    actorId: query.actor_id,
    action: query.action,
    operation: query.operation,
    objectType: query.object_type,
    objectId: query.object_id,
    accountId: query.linked_account_id,
    from: parseQueryDate("start_date", query.start_date),
    until: parseQueryEndDate("end_date", query.end_date),
    search: query.search,
  };
}

/** A record as lists show it. */
export function presentAuditEntry(row: ListedAuditRow): Static<typeof AuditLogEntry> {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    operation: row.operation,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    address: row.address,
    user_agent: row.user_agent,
    environment: row.environment === "both" ? null : row.environment,
    object: { type: row.object_type, id: row.object_id, name: row.object_name },
    linked_account_id: row.account_id,
    fields: row.fields,
    secrets: row.secrets,
  };
}

/** A whole record. */
export function presentAuditDetail(row: AuditRow): Static<typeof AuditLogDetail> {
  return {
    ...presentAuditEntry(row),
    before: row.before,
    after: row.after,
    sequence: Number(row.sequence),
    hash: Buffer.from(row.hash).toString("hex"),
  };
}
