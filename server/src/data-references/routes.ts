import { Type } from "typebox";
import { findAccountScope, getAccountScope, getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { setEmptyBody } from "../platform/http/json-body.ts";
import { Message } from "../platform/http/route.ts";
import { buildEnvelope, PageQuery, parsePage } from "../platform/page.ts";
import {
  ByReferenceName,
  DataReference,
  DataReferencePage,
  DeletedReference,
  ExternalIdsBody,
  NewDataReferenceBody,
  presentDataReference,
  ReferenceGroupBody,
  ReferenceTable,
  toReferenceRows,
} from "./schema.ts";
import {
  clearDataReference,
  countRecords,
  createDataReference,
  deleteDataReference,
  deleteExternalIds,
  findExternalIds,
  listDataReferences,
  listReferenceSlugs,
  listShownIds,
  readDataReference,
  saveExternalIds,
  setDataReferenceGroup,
} from "./store.ts";

const BASE = "/api/v2/public/dataref";
const BY_NAME = `${BASE}/:refName`;
const NOT_FOUND = { ...ErrorReply, description: "The linked account has no data reference of this name." };

const AccountQuery = {
  linked_account_id: Type.Optional(Type.String({ maxLength: 255, description: "Only of this account." })),
};

const operation = defineOperations<Pick<Deps, "db" | "queue" | "clock">>("Data references");

/** Which ids the records of linked accounts have in other applications (platform-surface 1). */
export const DATA_REFERENCE_OPERATIONS = [
  operation({
    id: "listDataReferences",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    mayNameAccount: true,
    summary: "List data references",
    description:
      "Returns data references of all linked accounts, newest first. See [Data references](/guides/data-references).",
    schema: {
      headers: Type.Object(AccountQuery),
      querystring: Type.Object({
        ...AccountQuery,
        unique: Type.Optional(Type.Boolean({ description: "Only the newest of each name." })),
        ...PageQuery.properties,
      }),
      response: { 200: DataReferencePage },
    },
    run: async ({ db }, request) => {
      const page = parsePage(request.query);
      const scope = findAccountScope(request) ?? getScope(request);
      const { rows, total } = await listDataReferences(db, scope, request.query.unique ?? false, page);
      const shown = await listShownIds(
        db,
        rows.map(({ id }) => id),
      );
      return {
        docs: rows.map((row) => presentDataReference(row, shown.get(row.id))),
        ...buildEnvelope(page, total),
      };
    },
  }),
  operation({
    id: "createDataReference",
    method: "post",
    path: BASE,
    least: "developer",
    credentials: "keyForAccount",
    summary: "Create a data reference",
    description:
      "Creates a data reference of a linked account, or returns the one that has this name. Workflows create theirs when they store the first id.",
    schema: { body: NewDataReferenceBody, response: { 200: DataReference } },
    run: async ({ db, queue, clock }, request) => {
      const { refName } = request.body;
      const scope = getAccountScope(request);
      const row = await queue.transaction((tx) => createDataReference(tx, scope, refName, clock.now()));
      const shown = await listShownIds(db, [row.id]);
      return presentDataReference(row, shown.get(row.id));
    },
  }),
  operation({
    id: "getDataReference",
    method: "get",
    path: BY_NAME,
    least: "viewer",
    credentials: "keyForAccount",
    summary: "List records of a data reference",
    description:
      "Returns one page of the records of a data reference as a table, ordered by record id: a column for each application, with the id that the record has there. Pass `record_id` to look up the ids of a record, and `external_id`, best with `slug`, to look up the record of an id.",
    schema: {
      params: ByReferenceName,
      querystring: Type.Object({
        record_id: Type.Optional(Type.String({ maxLength: 255, description: "Only this record." })),
        external_id: Type.Optional(
          Type.String({ maxLength: 255, description: "Only records with this id." }),
        ),
        slug: Type.Optional(
          Type.String({ maxLength: 100, description: "Only records with an id in this application." }),
        ),
        search: Type.Optional(
          Type.String({
            maxLength: 255,
            description: "Only records with this id: yours, or one in an application.",
          }),
        ),
        page: PageQuery.properties.page,
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, default: 100, description: "Records per page." }),
        ),
      }),
      response: { 200: ReferenceTable, 404: NOT_FOUND },
    },
    run: async ({ db }, request) => {
      const {
        record_id: recordId,
        external_id: externalId,
        slug,
        search,
        page: number,
        limit = 100,
      } = request.query;
      const reference = await readDataReference(db, getAccountScope(request), request.params.refName);
      const page = parsePage({ page: number, limit });
      const filter = { recordId, externalId, slug, search: search || undefined };
      const rows = toReferenceRows(await findExternalIds(db, reference, filter, page));
      return {
        headers: ["record_id", ...(await listReferenceSlugs(db, reference))],
        rows,
        ...buildEnvelope(page, await countRecords(db, reference, filter)),
      };
    },
  }),
  operation({
    id: "saveDataReferenceRecords",
    method: "put",
    path: `${BY_NAME}/records`,
    least: "developer",
    credentials: "keyForAccount",
    summary: "Save records of a data reference",
    description:
      "Stores ids of records in applications, each instead of the one that its record had there; all or none of them. Creates the data reference if it does not exist. Repeating the call changes nothing. Returns 400 beyond 100 data references of an account, and beyond 100,000 ids in one.",
    schema: {
      params: Type.Object({ refName: NewDataReferenceBody.properties.refName }),
      body: ExternalIdsBody,
      response: { 200: Message },
    },
    run: async ({ queue, clock }, request) => {
      const externalIds = request.body.refs.map(({ external_id: value, ...one }) => ({ ...one, value }));
      const { refName } = request.params;
      await queue.transaction((tx) =>
        saveExternalIds(tx, getAccountScope(request), refName, { externalIds, now: clock.now() }),
      );
      return { message: "Records saved" };
    },
  }),
  operation({
    id: "deleteDataReferenceRecord",
    method: "delete",
    path: `${BY_NAME}/records/:record_id`,
    least: "developer",
    credentials: "keyForAccount",
    summary: "Delete a data reference's record",
    description:
      "Deletes the ids that a record has in applications, or only the one in the application `slug`.",
    schema: {
      params: Type.Object({ ...ByReferenceName.properties, record_id: Type.String() }),
      querystring: Type.Object({ slug: Type.Optional(Type.String({ maxLength: 100 })) }),
      response: { 200: Message, 404: NOT_FOUND },
    },
    run: async ({ queue, clock }, request) => {
      const { refName, record_id: recordId } = request.params;
      await queue.transaction(async (tx) => {
        const reference = await readDataReference(tx, getAccountScope(request), refName);
        const record = { recordId, slug: request.query.slug };
        if (!(await deleteExternalIds(tx, reference, record, clock.now()))) throw notFound("Record");
      });
      return { message: "Record deleted" };
    },
  }),
  operation({
    id: "clearDataReference",
    method: "put",
    path: `${BY_NAME}/clear-records`,
    least: "developer",
    credentials: "keyForAccount",
    preValidation: setEmptyBody,
    summary: "Clear a data reference",
    description: "Deletes all records of a data reference, which stays.",
    schema: { params: ByReferenceName, response: { 200: DataReference, 404: NOT_FOUND } },
    run: async ({ queue, clock }, request) =>
      queue.transaction(async (tx) => {
        const scope = getAccountScope(request);
        const { refName } = request.params;
        await clearDataReference(tx, await readDataReference(tx, scope, refName), clock.now());
        return presentDataReference(await readDataReference(tx, scope, refName));
      }),
  }),
  operation({
    id: "deleteDataReference",
    method: "delete",
    path: BY_NAME,
    least: "developer",
    credentials: "keyForAccount",
    summary: "Delete a data reference",
    description: "Deletes a data reference with its records.",
    schema: { params: ByReferenceName, response: { 200: DeletedReference, 404: NOT_FOUND } },
    run: async ({ db }, request) => {
      const { refName } = request.params;
      await deleteDataReference(db, await readDataReference(db, getAccountScope(request), refName));
      return { acknowledged: true, deletedCount: 1 };
    },
  }),
  operation({
    id: "setDataReferenceGroup",
    method: "put",
    path: "/api/v2/public/datarefs/group",
    least: "developer",
    credentials: "apiKey",
    mayNameAccount: true,
    summary: "Group data references",
    description:
      "Files the data references of these names under a group, or under none if `group` is empty. The header `linked_account_id` limits it to one linked account. Returns 404, and changes nothing, if one of the names is unknown.",
    schema: {
      headers: Type.Object(AccountQuery),
      body: ReferenceGroupBody,
      response: { 204: Type.Null(), 404: NOT_FOUND },
    },
    run: async ({ queue }, request, reply) => {
      const { refNames, group } = request.body;
      const scope = findAccountScope(request) ?? getScope(request);
      await queue.transaction((tx) => setDataReferenceGroup(tx, scope, refNames, group || null));
      return reply.code(204).send(null);
    },
  }),
];
