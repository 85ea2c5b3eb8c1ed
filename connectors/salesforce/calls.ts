import type { ActionCall, Exchange, PollCall, VendorCall } from "../mock-vendor.ts";
import { bulkCalls } from "./calls-of-bulk.ts";
import { otherCalls } from "./calls-of-others.ts";

// developer.salesforce.com, REST API v62.0: every object has the same routes under /sobjects, lists are SOQL, whose
// further pages `nextRecordsUrl` names.
const DATA = "/services/data/v62.0";
const query = (soql: string) => `GET ${DATA}/query?q=${encodeURIComponent(soql)}`;

interface Kind {
  one: string;
  many: string;
  sobject: string;
  /** What search returns and a choice is named by. */
  shown?: string;
  fields: object;
  row?: object;
  named?: string;
}

const KINDS: readonly Kind[] = [
  { one: "account", many: "accounts", sobject: "Account", fields: { Name: "Acme", Region__c: "North" } },
  { one: "contact", many: "contacts", sobject: "Contact", fields: { LastName: "Lee", Email: "l@a.example" } },
  { one: "lead", many: "leads", sobject: "Lead", fields: { LastName: "Lee", Company: "Acme" } },
  {
    ...{ one: "opportunity", many: "opportunities", sobject: "Opportunity" },
    fields: { Name: "Acme", StageName: "Prospecting", CloseDate: "2026-03-31", Amount: 12.5 },
  },
  {
    ...{ one: "case", many: "cases", sobject: "Case", shown: "CaseNumber,Subject" },
    ...{
      fields: { Subject: "Broken" },
      row: { CaseNumber: "00001", Subject: "Broken" },
      named: "00001 Broken",
    },
  },
  {
    ...{ one: "task", many: "tasks", sobject: "Task", shown: "Subject" },
    ...{ fields: { Subject: "Call" }, row: { Subject: "Call" }, named: "Call" },
  },
  {
    ...{ one: "event", many: "events", sobject: "Event", shown: "Subject" },
    fields: { Subject: "Visit", StartDateTime: "2026-03-02T09:00:00Z" },
    ...{ row: { Subject: "Visit" }, named: "Visit" },
  },
  { one: "campaign", many: "campaigns", sobject: "Campaign", fields: { Name: "Spring", IsActive: true } },
  { one: "product", many: "products", sobject: "Product2", fields: { Name: "Box", ProductCode: "B-1" } },
];
const USER: Kind = { one: "user", many: "users", sobject: "User", fields: {} };

const rowsOf = ({ row = { Name: "Acme" } }: Kind) => [
  { Id: "A1", ...row },
  { Id: "A2", ...row },
];
const next = { done: false, nextRecordsUrl: `${DATA}/query/01g-2000` };

function readsOf(kind: Kind): VendorCall[] {
  const { one, many, sobject, shown = "Name", named = "Acme" } = kind;
  const [first, second] = rowsOf(kind);
  const pages = (soql: string): Exchange[] => [
    { sends: query(soql), answer: { ...next, records: [first] } },
    { sends: `GET ${DATA}/query/01g-2000`, answer: { done: true, records: [second] } },
  ];
  const searched = (fields: string, more = "") =>
    `GET ${DATA}/parameterizedSearch?q=acme&sobject=${sobject}&fields=${fields}${more}`;
  return [
    {
      ...{ action: `get_${one}`, input: { [`${one}_id`]: "A1", fields: "Id,Name" } },
      ...{ sends: `GET ${DATA}/sobjects/${sobject}/A1?fields=Id,Name`, answer: first },
    },
    {
      action: `list_${many}`,
      input: {},
      pages: pages(`SELECT FIELDS(STANDARD) FROM ${sobject} WHERE Id != null ORDER BY CreatedDate DESC`),
      expected: [first, second],
    },
    {
      action: `list_${many}`,
      input: { fields: "Id, Region__c", where: "Region__c = 'North'", order: "Id ASC" },
      pages: pages(`SELECT Id, Region__c FROM ${sobject} WHERE Region__c = 'North' ORDER BY Id ASC`),
      expected: [first, second],
    },
    {
      ...{ action: `search_${many}`, input: { text: "acme" } },
      ...{
        sends: searched(`Id,${shown}`),
        answer: { searchRecords: [first] },
        expected: { records: [first] },
      },
    },
    {
      ...{ action: `search_${many}`, input: { text: "acme", fields: "Id", limit: 5 } },
      ...{
        sends: searched("Id", "&overallLimit=5"),
        answer: { searchRecords: [] },
        expected: { records: [] },
      },
    },
    {
      list: many,
      pages: pages(`SELECT Id, ${shown} FROM ${sobject} ORDER BY LastModifiedDate DESC LIMIT 500`),
      expected: [
        { name: named, value: "A1" },
        { name: named, value: "A2" },
      ],
    },
  ];
}

function writesOf({ one, sobject, fields }: Kind): VendorCall[] {
  const path = `${DATA}/sobjects/${sobject}`;
  const id = { [`${one}_id`]: "A1" };
  const call = (more: Omit<ActionCall, "action">, verb: string): ActionCall => ({
    action: `${verb}_${one}`,
    ...more,
  });
  const created = { status: 201, answer: { id: "A1", success: true, errors: [] }, expected: { id: "A1" } };
  return [
    call({ input: { fields }, sends: `POST ${path}`, body: fields, ...created }, "create"),
    call(
      { input: { ...id, fields }, sends: `PATCH ${path}/A1`, body: fields, expected: { updated: true } },
      "update",
    ),
    call({ input: id, sends: `DELETE ${path}/A1`, expected: { deleted: true } }, "delete"),
    pollOf(`new_${one}`, sobject, "CreatedDate"),
    pollOf(`${one}_changed`, sobject, "SystemModstamp"),
  ];
}

const at = (Id: string, time: string) => ({ Id, CreatedDate: time, SystemModstamp: time });

/** Each poll reads the newest; one record of the second appears late, behind another that was told of. */
function pollOf(trigger: string, sobject: string, field: string): PollCall {
  const sends = query(`SELECT FIELDS(STANDARD) FROM ${sobject} ORDER BY ${field} DESC LIMIT 500`);
  const old = at("A1", "2026-03-01T11:00:00.000+0000");
  const late = at("A2", "2026-03-01T12:18:00.000+0000");
  const fresh = at("A3", "2026-03-01T12:20:00.000+0000");
  const ask = (...records: object[]): Exchange[] => [{ sends, answer: { done: true, records } }];
  return {
    trigger,
    input: {},
    polls: [ask(old), ask(fresh, old), ask(fresh, late, old), ask(fresh, late, old)],
    expected: [fresh, late],
  };
}

/** What Salesforce documents beyond the records of a single object. */
export const calls: readonly VendorCall[] = [
  ...[...KINDS, USER].flatMap(readsOf),
  ...KINDS.flatMap(writesOf),
  ...otherCalls,
  ...bulkCalls,
];
