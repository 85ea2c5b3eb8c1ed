import type { Exchange, PollCall, VendorCall } from "../mock-vendor.ts";
import { call, DATA, first, paged, query } from "./call-forms.ts";
import { fileCalls, reportCalls } from "./calls-of-files.ts";

// developer.salesforce.com: REST API (describe, collections, composite, list views, approvals, invocable actions).
const account = { object: "Account" };
const described = {
  ...{ name: "Account", label: "Account", childRelationships: [{ relationshipName: "Contacts" }] },
  fields: [{ name: "Region__c", label: "Region", type: "picklist" }],
};
const view = { id: "00B1", label: "New", developerName: "New" };
const row = (value: string) => ({ columns: [{ fieldNameOrPath: "Name", value }] });
const span = { start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z" };
const between = "start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z";

const objects: VendorCall[] = [
  call(
    "list_objects",
    {},
    { sends: `GET ${DATA}/sobjects`, answer: { sobjects: [{ name: "Lead" }] } },
    {
      objects: [{ name: "Lead" }],
    },
  ),
  call("describe_object", account, { sends: `GET ${DATA}/sobjects/Account/describe`, answer: described }),
  call(
    "list_fields_of_object",
    account,
    { sends: `GET ${DATA}/sobjects/Account/describe`, answer: described },
    { fields: described.fields },
  ),
  {
    ...{ list: "object_fields", input: account, expected: [{ name: "Region", value: "Region__c" }] },
    pages: [{ sends: `GET ${DATA}/sobjects/Account/describe`, answer: described }],
  },
  call(
    "list_updated_records",
    { ...account, ...span },
    {
      sends: `GET ${DATA}/sobjects/Account/updated?${between}`,
      answer: { ids: ["A1"], latestDateCovered: "x" },
    },
  ),
  call(
    "list_deleted_records",
    { ...account, ...span },
    { sends: `GET ${DATA}/sobjects/Account/deleted?${between}`, answer: { deletedRecords: [{ id: "A1" }] } },
  ),
  call(
    "list_list_views",
    account,
    { sends: `GET ${DATA}/sobjects/Account/listviews`, answer: { done: true, listviews: [view] } },
    { listviews: [view] },
  ),
  {
    ...{ list: "list_views", input: account, expected: [{ name: "New", value: "00B1" }] },
    pages: [{ sends: `GET ${DATA}/sobjects/Account/listviews`, answer: { done: true, listviews: [view] } }],
  },
  {
    action: "list_records_of_list_view",
    input: { ...account, list_view: "00B1" },
    pages: [
      {
        sends: `GET ${DATA}/sobjects/Account/listviews/00B1/results?limit=500&offset=0`,
        answer: { done: true, size: 500, records: Array.from({ length: 500 }, () => row("Acme")) },
      },
      {
        sends: `GET ${DATA}/sobjects/Account/listviews/00B1/results?limit=500&offset=500`,
        answer: { done: true, size: 1, records: [row("Last")] },
      },
    ],
    expected: [...Array.from({ length: 500 }, () => row("Acme")), row("Last")],
  },
];

const records = [{ attributes: { type: "Account" }, Name: "Acme" }];
const saved = [{ id: "A1", success: true, errors: [] }];
const collection = `${DATA}/composite/sobjects`;
const requests = [
  { method: "POST", url: `${DATA}/sobjects/Account`, referenceId: "acct", body: { Name: "Acme" } },
  { method: "GET", url: `${DATA}/sobjects/Account/@{acct.id}`, referenceId: "read" },
];

const ofRecords: VendorCall[] = [
  call(
    "create_records",
    { records, all_or_none: true },
    { sends: `POST ${collection}`, body: { allOrNone: true, records }, answer: saved },
    { results: saved },
  ),
  call(
    "update_records",
    { records: [{ ...records[0], id: "A1" }], all_or_none: false },
    {
      ...{ sends: `PATCH ${collection}`, answer: saved },
      body: { allOrNone: false, records: [{ ...records[0], id: "A1" }] },
    },
    { results: saved },
  ),
  call(
    "upsert_records",
    { ...account, external_id_field: "Number__c", records, all_or_none: true },
    { sends: `PATCH ${collection}/Account/Number__c`, body: { allOrNone: true, records }, answer: saved },
    { results: saved },
  ),
  call(
    "get_records",
    { ...account, record_ids: ["A1", "A2"], fields: ["Name"] },
    {
      sends: `POST ${collection}/Account`,
      body: { ids: ["A1", "A2"], fields: ["Name"] },
      answer: [first, null],
    },
    { records: [first, null] },
  ),
  call(
    "delete_records",
    { record_ids: ["A1", "A2"], all_or_none: true },
    { sends: `DELETE ${collection}?ids=A1,A2&allOrNone=true`, answer: saved },
    { results: saved },
  ),
  call(
    "get_record_by_external_id",
    { ...account, external_id_field: "Number__c", external_id: "A/7", fields: "Id,Name" },
    { sends: `GET ${DATA}/sobjects/Account/Number__c/A%2F7?fields=Id,Name`, answer: first },
  ),
  paged(
    "list_related_records",
    { ...account, record_id: "A1", relationship: "Contacts", fields: "Id" },
    `GET ${DATA}/sobjects/Account/A1/Contacts?fields=Id`,
  ),
  call(
    "list_recent_records",
    { limit: 5 },
    { sends: `GET ${DATA}/recent?limit=5`, answer: [first] },
    {
      records: [first],
    },
  ),
  paged("query_all", { soql: "SELECT Id FROM Lead" }, query("SELECT Id FROM Lead", "queryAll")),
  call(
    "search_all",
    { sosl: "FIND {Acme} RETURNING Account(Id)" },
    { sends: query("FIND {Acme} RETURNING Account(Id)", "search"), answer: { searchRecords: [first] } },
    { records: [first] },
  ),
  call(
    "run_requests",
    { requests, all_or_none: true },
    {
      ...{ sends: `POST ${DATA}/composite`, body: { allOrNone: true, compositeRequest: requests } },
      answer: { compositeResponse: [{ body: first, httpStatusCode: 201, referenceId: "acct" }] },
    },
    { results: [{ body: first, httpStatusCode: 201, referenceId: "acct" }] },
  ),
  call("get_limits", {}, { sends: `GET ${DATA}/limits`, answer: { DailyApiRequests: { Max: 15000 } } }),
  deletedPoll(),
];

function deletedPoll(): PollCall {
  const soql =
    "SELECT FIELDS(STANDARD) FROM Lead WHERE IsDeleted = true ORDER BY SystemModstamp DESC LIMIT 500";
  const at = (Id: string, SystemModstamp: string) => ({ Id, IsDeleted: true, SystemModstamp });
  const old = at("A1", "2026-03-01T11:00:00.000+0000");
  const late = at("A2", "2026-03-01T12:18:00.000+0000");
  const fresh = at("A3", "2026-03-01T12:20:00.000+0000");
  const ask = (...rows: object[]): Exchange[] => [
    { sends: query(soql, "queryAll"), answer: { done: true, records: rows } },
  ];
  return {
    ...{ trigger: "record_deleted", input: { object: "Lead" }, expected: [fresh, late] },
    polls: [ask(old), ask(fresh, old), ask(fresh, late, old), ask(fresh, late, old)],
  };
}

const pending = { instanceId: "04g1", instanceStatus: "Pending", entityId: "A1", success: true };
const done = { actionName: "Any", errors: null, isSuccess: true, outputValues: { total: 3 } };
const flows = { actions: [{ name: "Total", label: "Add up", type: "FLOW" }] };

const processes: VendorCall[] = [
  call(
    "submit_for_approval",
    {
      ...{ record_id: "A1", comments: "Please", process: "PTO", submitter: "005A" },
      ...{ next_approvers: ["005B"], skip_entry_criteria: true },
    },
    {
      sends: `POST ${DATA}/process/approvals`,
      body: {
        requests: [
          {
            ...{ actionType: "Submit", contextId: "A1", comments: "Please", contextActorId: "005A" },
            ...{ processDefinitionNameOrId: "PTO", nextApproverIds: ["005B"], skipEntryCriteria: true },
          },
        ],
      },
      answer: [pending],
    },
    pending,
  ),
  call(
    "decide_approval",
    { work_item_id: "04i1", decision: "Reject", comments: "No", next_approvers: ["005B"] },
    {
      sends: `POST ${DATA}/process/approvals`,
      body: {
        requests: [{ actionType: "Reject", contextId: "04i1", comments: "No", nextApproverIds: ["005B"] }],
      },
      answer: [pending],
    },
    pending,
  ),
  {
    list: "work_items",
    pages: [
      {
        sends: query(
          "SELECT Id, ProcessInstance.TargetObject.Name FROM ProcessInstanceWorkitem ORDER BY CreatedDate DESC LIMIT 500",
        ),
        answer: { records: [{ Id: "04i1", ProcessInstance: { TargetObject: { Name: "Acme" } } }] },
      },
    ],
    expected: [{ name: "Acme", value: "04i1" }],
  },
  call(
    "list_flows",
    {},
    { sends: `GET ${DATA}/actions/custom/flow`, answer: flows },
    { flows: flows.actions },
  ),
  {
    list: "flows",
    pages: [{ sends: `GET ${DATA}/actions/custom/flow`, answer: flows }],
    expected: [{ name: "Add up", value: "Total" }],
  },
  call(
    "run_flow",
    { flow: "Total", variables: { a: 1, b: 2 } },
    { sends: `POST ${DATA}/actions/custom/flow/Total`, body: { inputs: [{ a: 1, b: 2 }] }, answer: [done] },
    done,
  ),
  call(
    "run_flow",
    { flow: "Total" },
    { sends: `POST ${DATA}/actions/custom/flow/Total`, body: { inputs: [{}] }, answer: [done] },
    done,
  ),
  call(
    "send_email",
    {
      ...{ to: "a@x.example,b@x.example", subject: "Note", body: "Hello" },
      ...{ sender_type: "OrgWideEmailAddress", sender_address: "sales@x.example" },
    },
    {
      sends: `POST ${DATA}/actions/standard/emailSimple`,
      body: {
        inputs: [
          {
            ...{ emailAddresses: "a@x.example,b@x.example", emailSubject: "Note", emailBody: "Hello" },
            ...{ senderType: "OrgWideEmailAddress", senderAddress: "sales@x.example" },
          },
        ],
      },
      answer: [done],
    },
    done,
  ),
  call(
    "post_to_chatter",
    { target: "ann@x.example", type: "User", text: "Hello" },
    {
      sends: `POST ${DATA}/actions/standard/chatterPost`,
      body: { inputs: [{ subjectNameOrId: "ann@x.example", type: "User", text: "Hello" }] },
      answer: [done],
    },
    done,
  ),
];

/** Objects and their fields, many records at once, approvals, flows, reports and files. */
export const otherCalls: readonly VendorCall[] = [
  ...objects,
  ...ofRecords,
  ...processes,
  ...reportCalls,
  ...fileCalls,
];
