import type { ActionCall, Exchange, PollCall, VendorCall } from "../mock-vendor.ts";

// airtable.com/developers/web/api: records at /v0/{base}/{table}, everything about bases at /v0/meta, webhooks at
// /v0/bases; lists go on with `offset`.
type Input = Record<string, unknown>;
type Sent = readonly [sends: string, body?: object];

const RECORD = { id: "rec1", createdTime: "2026-01-01T00:00:00.000Z", fields: { Name: "A" } };
const OTHER = { ...RECORD, id: "rec2" };
const BASE = { base_id: "app1" };
const TABLE = { ...BASE, table: "Order lines" };
const PATH = "/v0/app1/Order%20lines";

const call = (action: string, input: Input, [sends, body]: Sent, more: object = {}): ActionCall => ({
  ...{ action, input, sends, answer: RECORD, ...(body && { body }) },
  ...more,
});

const filterByFormula = "AND({Status} = 'Open', {Qty} > 3)";
const sort = [{ field: "Qty", direction: "desc" }];
const wanted = {
  ...{ filterByFormula, sort, maxRecords: 150, view: "Grid view", fields: ["Name"] },
  ...{ returnFieldsByFieldId: true, pageSize: 100 },
};
const records = [{ fields: { Name: "A" } }];
const known = [{ id: "rec1", fields: { Name: "A" } }];
const done = { answer: { records: [RECORD] } };

const ofRecords: VendorCall[] = [
  {
    action: "find_records",
    input: {
      ...{ ...TABLE, filter_by_formula: filterByFormula, sort, max_records: 150, view: "Grid view" },
      ...{ fields: ["Name"], by_field_id: true },
    },
    pages: [
      { sends: `POST ${PATH}/listRecords`, body: wanted, answer: { records: [RECORD], offset: "itr1" } },
      {
        ...{ sends: `POST ${PATH}/listRecords`, body: { ...wanted, offset: "itr1" } },
        answer: { records: [OTHER] },
      },
    ],
    expected: [RECORD, OTHER],
  },
  call(
    "create_records",
    { ...TABLE, records, typecast: true },
    [`POST ${PATH}`, { records, typecast: true }],
    done,
  ),
  call(
    "update_records",
    { ...TABLE, records: known, typecast: false },
    [`PATCH ${PATH}`, { records: known, typecast: false }],
    done,
  ),
  call(
    "upsert_records",
    { ...TABLE, records, merge_on: ["Name"], typecast: true },
    [`PATCH ${PATH}`, { performUpsert: { fieldsToMergeOn: ["Name"] }, records, typecast: true }],
    { answer: { records: [RECORD], createdRecords: ["rec1"], updatedRecords: [] } },
  ),
  call("replace_record", { ...TABLE, record_id: "rec1", fields: { Name: "B" }, typecast: true }, [
    `PUT ${PATH}/rec1`,
    { fields: { Name: "B" }, typecast: true },
  ]),
  call(
    "delete_records",
    { ...TABLE, record_ids: ["rec1", "rec2"] },
    [`DELETE ${PATH}?records[]=rec1&records[]=rec2`],
    { answer: { records: [{ id: "rec1", deleted: true }] } },
  ),
  call(
    "upload_attachment",
    {
      ...{ ...BASE, record_id: "rec1", field: "Files", filename: "a.txt", content_type: "text/plain" },
      file: "SGk=",
    },
    [
      "POST /v0/app1/rec1/Files/uploadAttachment",
      { contentType: "text/plain", file: "SGk=", filename: "a.txt" },
    ],
  ),
];

const COMMENTS = `${PATH}/rec1/comments`;
const onRecord = { ...TABLE, record_id: "rec1" };
const comment = { id: "com1", text: "Hello", createdTime: "2026-01-01T00:00:00.000Z" };

const comments: VendorCall[] = [
  call(
    "create_comment",
    { ...onRecord, text: "Hello", parent_comment_id: "com0" },
    [`POST ${COMMENTS}`, { text: "Hello", parentCommentId: "com0" }],
    { answer: comment },
  ),
  {
    action: "list_comments",
    input: onRecord,
    pages: [
      { sends: `GET ${COMMENTS}?pageSize=100`, answer: { comments: [comment], offset: "itr1" } },
      {
        sends: `GET ${COMMENTS}?pageSize=100&offset=itr1`,
        answer: { comments: [{ id: "com2" }], offset: null },
      },
    ],
    expected: [comment, { id: "com2" }],
  },
  call(
    "update_comment",
    { ...onRecord, comment_id: "com1", text: "Bye" },
    [`PATCH ${COMMENTS}/com1`, { text: "Bye" }],
    { answer: comment },
  ),
  call("delete_comment", { ...onRecord, comment_id: "com1" }, [`DELETE ${COMMENTS}/com1`], {
    ...{ answer: { id: "com1", deleted: true }, expected: { deleted: true } },
  }),
];

const META = "/v0/meta/bases/app1";
const table = { id: "tbl1", name: "Orders", fields: [{ id: "fld1", name: "Name", type: "singleLineText" }] };
const fields = [{ name: "Name", type: "singleLineText" }];
const view = { id: "viw1", name: "Grid view", type: "grid" };
const onTable = { ...BASE, table_id: "tbl1" };

const schemas: VendorCall[] = [
  {
    action: "list_bases",
    input: {},
    pages: [
      { sends: "GET /v0/meta/bases", answer: { bases: [{ id: "app1" }], offset: "itr1" } },
      { sends: "GET /v0/meta/bases?offset=itr1", answer: { bases: [{ id: "app2" }] } },
    ],
    expected: [{ id: "app1" }, { id: "app2" }],
  },
  call("create_base", { workspace_id: "wsp1", name: "Shop", tables: [{ name: "Orders", fields }] }, [
    "POST /v0/meta/bases",
    { workspaceId: "wsp1", name: "Shop", tables: [{ name: "Orders", fields }] },
  ]),
  call("get_me", {}, ["GET /v0/meta/whoami"], { answer: { id: "usr1", scopes: ["data.records:read"] } }),
  call(
    "list_tables",
    { ...BASE, include: ["visibleFieldIds"] },
    [`GET ${META}/tables?include[]=visibleFieldIds`],
    {
      answer: { tables: [table] },
    },
  ),
  call("create_table", { ...BASE, name: "Orders", description: "All", fields }, [
    `POST ${META}/tables`,
    { name: "Orders", description: "All", fields },
  ]),
  call("update_table", { ...onTable, name: "Sales", description: "Most" }, [
    `PATCH ${META}/tables/tbl1`,
    { name: "Sales", description: "Most" },
  ]),
  call(
    "create_field",
    { ...onTable, name: "Price", type: "number", description: "Net", options: { precision: 2 } },
    [
      `POST ${META}/tables/tbl1/fields`,
      { name: "Price", type: "number", description: "Net", options: { precision: 2 } },
    ],
  ),
  call("update_field", { ...onTable, field_id: "fld1", name: "Cost", description: "Gross" }, [
    `PATCH ${META}/tables/tbl1/fields/fld1`,
    { name: "Cost", description: "Gross" },
  ]),
  call("list_views", BASE, [`GET ${META}/views`], { answer: { views: [view] } }),
  call("get_view", { ...BASE, view_id: "viw1" }, [`GET ${META}/views/viw1`], { answer: view }),
  call("delete_view", { ...BASE, view_id: "viw1" }, [`DELETE ${META}/views/viw1`], {
    ...{ answer: { id: "viw1", deleted: true }, expected: { deleted: true } },
  }),
  {
    ...{ list: "views", input: BASE, expected: [{ name: "Grid view", value: "viw1" }] },
    pages: [{ sends: `GET ${META}/views`, answer: { views: [view] } }],
  },
];

const HOOKS = "/v0/bases/app1/webhooks";
const HOOK = { ...BASE, webhook_id: "ach1" };
const hook = { id: "ach1", notificationUrl: "https://x.example/hook", isHookEnabled: true };
const expires = { expirationTime: "2026-03-08T12:00:00.000Z" };

const webhooks: VendorCall[] = [
  call("list_webhooks", BASE, [`GET ${HOOKS}`], { answer: { webhooks: [hook] } }),
  {
    ...{ list: "webhooks", input: BASE, expected: [{ name: "ach1 https://x.example/hook", value: "ach1" }] },
    pages: [{ sends: `GET ${HOOKS}`, answer: { webhooks: [hook] } }],
  },
  call(
    "create_webhook",
    {
      ...{ ...BASE, data_types: ["tableData"], scope: "tbl1", change_types: ["add"] },
      ...{ sources: ["client"], notification_url: "https://x.example/hook" },
    },
    [
      `POST ${HOOKS}`,
      {
        notificationUrl: "https://x.example/hook",
        specification: {
          options: {
            filters: {
              ...{ dataTypes: ["tableData"], recordChangeScope: "tbl1" },
              ...{ changeTypes: ["add"], fromSources: ["client"] },
            },
          },
        },
      },
    ],
    { answer: { id: "ach1", macSecretBase64: "c2VjcmV0", ...expires } },
  ),
  call("extend_webhook", HOOK, [`POST ${HOOKS}/ach1/refresh`], { answer: expires }),
  call(
    "enable_webhook",
    { ...HOOK, enable: false },
    [`POST ${HOOKS}/ach1/enableNotifications`, { enable: false }],
    {
      ...{ answer: undefined, expected: { changed: true } },
    },
  ),
  call("delete_webhook", HOOK, [`DELETE ${HOOKS}/ach1`], { answer: undefined, expected: { deleted: true } }),
  call("list_changes", { ...HOOK, from: 4 }, [`GET ${HOOKS}/ach1/payloads?cursor=4&limit=50`], {
    answer: { payloads: [{ baseTransactionNumber: 9 }], cursor: 5, mightHaveMore: false },
  }),
];

const [one, two, three] = [1, 2, 3].map((n) => ({ ...RECORD, id: `rec${n}`, fields: { Qty: n } }));
const changed = { ...two, fields: { Qty: 7 } };

/** Views have an order of their own: what is new may be behind a page without anything new. */
function pollOf(
  trigger: string,
  input: Input,
  query: string,
  [later, expected]: [object[], object[]],
): PollCall {
  const pages = (...all: (object | undefined)[]): Exchange[] => [
    { sends: `GET ${PATH}?${query}pageSize=100`, answer: { records: [all[0]], offset: "itr1" } },
    { sends: `GET ${PATH}?${query}pageSize=100&offset=itr1`, answer: { records: all.slice(1) } },
  ];
  return {
    ...{ trigger, input: { ...TABLE, ...input }, expected },
    polls: [pages(one, two), pages(one, ...later), pages(one, ...later)],
  };
}

const polls: VendorCall[] = [
  pollOf(
    "record_changed",
    { view: "Open" },
    `view=Open&filterByFormula=${encodeURIComponent("IS_AFTER(LAST_MODIFIED_TIME(), DATEADD(NOW(), -1, 'days'))")}&`,
    [
      [changed, { ...three }],
      [changed, { ...three }],
    ],
  ),
  pollOf("record_in_view", { view: "Open" }, "view=Open&", [[{ ...two }, { ...three }], [{ ...three }]]),
];

/** What Airtable documents beyond the records that the mock remembers. */
export const calls: readonly VendorCall[] = [
  ...[...ofRecords, ...comments],
  ...[...schemas, ...webhooks, ...polls],
];
