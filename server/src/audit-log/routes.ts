import { Type } from "typebox";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ById, GET_ALONE } from "../platform/http/route.ts";
import { LongPageQuery, parseLongPage } from "../platform/page.ts";
import { getActor } from "./actor.ts";
import { auditLogExample } from "./examples.ts";
import { EXPORT_FORMATS, EXPORT_TYPES, exportStream } from "./export.ts";
import { recordAct } from "./note-act.ts";
import {
  AuditLogDetail,
  AuditLogFields,
  presentAuditDetail,
  presentAuditEntry,
  readAuditFilter,
} from "./schema.ts";
import { listAuditRecords, readAllRecords, readAuditRecord } from "./store.ts";

const BASE = "/api/v2/public/audit-log";

const operation = defineOperations<Pick<Deps, "db" | "clock">>("Audit log");

/** Who changed what: the log of changes of configuration, access and credentials. */
export const AUDIT_LOG_OPERATIONS = [
  operation({
    id: "listAuditLog",
    method: "get",
    path: BASE,
    least: "developer",
    credentials: "apiKey",
    summary: "List audit log records",
    description:
      "Returns who changed configuration, access and credentials, newest first: records of this environment, and those shared by both environments. A change appears within seconds. Page through long lists with `after`. See [Audit log](/guides/audit-log).",
    schema: {
      querystring: Type.Object({ ...LongPageQuery.properties, ...AuditLogFields }),
      response: { 200: auditLogExample.reply },
    },
    run: async ({ db }, request) => {
      const filter = readAuditFilter(request.query);
      const { rows, envelope } = await listAuditRecords(
        db,
        getScope(request),
        filter,
        parseLongPage(request.query),
      );
      return { docs: rows.map(presentAuditEntry), ...envelope };
    },
  }),
  operation({
    id: "exportAuditLog",
    method: "get",
    path: `${BASE}/export`,
    least: "developer",
    credentials: "apiKey",
    ...GET_ALONE,
    summary: "Export the audit log",
    description:
      "Streams all records that match the filters, newest first, with the values before and after, as CSV or JSON lines. The export itself is recorded.",
    schema: {
      querystring: Type.Object({
        ...AuditLogFields,
        format: Type.Optional(Type.Enum(EXPORT_FORMATS, { default: "csv" })),
      }),
      response: {
        200: {
          description: "The file; `jsonl` has an AuditLogDetail on each line.",
          content: Object.fromEntries(
            Object.values(EXPORT_TYPES).map((type) => [type, { schema: Type.String() }]),
          ),
        },
      },
    },
    run: async ({ db, clock }, request, reply) => {
      const { format = "csv" } = request.query;
      const filter = readAuditFilter(request.query);
      const scope = getScope(request);
      const now = clock.now();
      const act = { scope, actor: getActor(request), object: "audit_log", verb: "exported" };
      await recordAct(db, act, now);
      const name = `audit-log-${scope.environment}-${now.toISOString().slice(0, 10)}.${format}`;
      return (
        reply
          .type(`${EXPORT_TYPES[format]}; charset=utf-8`)
          .header("content-disposition", `attachment; filename="${name}"`)
          .header("x-content-type-options", "nosniff")
          // The schema describes the file; what is sent is its stream.
          .send(exportStream(readAllRecords(db, scope, filter), format) as never)
      );
    },
  }),
  operation({
    id: "getAuditLogEntry",
    method: "get",
    path: `${BASE}/:id`,
    least: "developer",
    credentials: "apiKey",
    summary: "Get an audit log record",
    description:
      "Returns a record with the values before and after the change. It holds no secrets; `secrets` names those that changed.",
    schema: { params: ById, response: { 200: AuditLogDetail } },
    run: async ({ db }, request) =>
      presentAuditDetail(await readAuditRecord(db, getScope(request), request.params.id)),
  }),
];
