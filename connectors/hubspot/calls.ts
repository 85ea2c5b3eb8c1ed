import type { ActionCall, Exchange, PollCall, VendorCall } from "../mock-vendor.ts";

// developers.hubspot.com and the paths of @hubspot/api-client: every kind of record has the same routes, pages and
// searches; engagements name the time of their creation hs_createdate.
const KINDS = [
  ["company", "companies", "createdate"],
  ["deal", "deals", "createdate"],
  ["ticket", "tickets", "createdate"],
  ["product", "products", "createdate"],
  ["line_item", "line_items", "createdate"],
  ["call", "calls", "hs_createdate"],
  ["email", "emails", "hs_createdate"],
  ["meeting", "meetings", "hs_createdate"],
  ["note", "notes", "hs_createdate"],
  ["task", "tasks", "hs_createdate"],
] as const;

const NEXT = { next: { after: "100" } };
const properties = { name: "Acme", hs_note_body: "Call back" };
const record = (id: string, at = "2026-03-01T12:01:00.000Z") => ({
  id,
  properties: { name: "Acme" },
  createdAt: at,
  updatedAt: at,
  archived: false,
});

function callsOf([one, many, created]: (typeof KINDS)[number]): VendorCall[] {
  const path = `/crm/v3/objects/${many}`;
  const [first, second] = [record("11"), record("12")];
  const filter = { propertyName: "name", operator: "EQ", value: "Acme" };
  const search = { filterGroups: [{ filters: [filter] }], properties: ["name"], limit: 200 };
  return [
    {
      action: `create_${one}`,
      input: { properties },
      sends: `POST ${path}`,
      body: { properties },
      status: 201,
      answer: first,
    },
    {
      action: `get_${one}`,
      input: { [`${one}_id`]: "11", properties: "name,city", associations: "contacts" },
      sends: `GET ${path}/11?properties=name,city&associations=contacts`,
      answer: first,
    },
    {
      action: `update_${one}`,
      input: { [`${one}_id`]: "11", properties },
      sends: `PATCH ${path}/11`,
      body: { properties },
      answer: first,
    },
    {
      action: `delete_${one}`,
      input: { [`${one}_id`]: "11" },
      sends: `DELETE ${path}/11`,
      expected: { deleted: true },
    },
    {
      action: `list_${many}`,
      input: { properties: "name" },
      pages: [
        { sends: `GET ${path}?properties=name&limit=100`, answer: { results: [first], paging: NEXT } },
        { sends: `GET ${path}?properties=name&limit=100&after=100`, answer: { results: [second] } },
      ],
      expected: [first, second],
    },
    {
      action: `search_${many}`,
      input: { property: "name", operator: "EQ", value: "Acme", properties: ["name"] },
      pages: [
        { sends: `POST ${path}/search`, body: search, answer: { results: [first], paging: NEXT } },
        { sends: `POST ${path}/search`, body: { ...search, after: "100" }, answer: { results: [second] } },
      ],
      expected: [first, second],
    },
    {
      list: `${one}_properties`,
      pages: [
        {
          sends: `GET /crm/v3/properties/${many}?archived=false`,
          answer: { results: [{ name: "city", label: "City" }] },
        },
      ],
      expected: [{ name: "City", value: "city" }],
    },
    pollOf(`new_${one}`, path, created),
    pollOf(`${one}_changed`, path, "hs_lastmodifieddate"),
  ];
}

/** Search may show a record ten minutes late, so these are asked for again. */
function pollOf(trigger: string, path: string, property: string): PollCall {
  const search = (since: string, more: object = {}) => ({
    filterGroups: [{ filters: [{ propertyName: property, operator: "GTE", value: since }] }],
    sorts: [{ propertyName: property, direction: "ASCENDING" }],
    limit: 200,
    ...more,
  });
  const [first, second] = [
    record("21", "2026-03-01T12:20:00.000Z"),
    record("22", "2026-03-01T12:21:00.000Z"),
  ];
  const ask = (body: object, answer: object): Exchange => ({ sends: `POST ${path}/search`, body, answer });
  return {
    trigger,
    input: {},
    polls: [
      [ask(search("2026-03-01T12:00:00.000Z"), { results: [] })],
      [
        ask(search("2026-03-01T12:00:00.000Z"), { results: [first], paging: NEXT }),
        ask(search("2026-03-01T12:00:00.000Z", { after: "100" }), { results: [second] }),
      ],
      [ask(search("2026-03-01T12:11:00.000Z"), { results: [first, second] })],
    ],
    expected: [first, second],
  };
}

const one = (
  action: string,
  input: ActionCall["input"],
  exchange: Exchange,
  expected?: unknown,
): ActionCall => ({
  action,
  input,
  ...exchange,
  ...(expected === undefined ? {} : { expected }),
});
const ofDeals = { object_type: "deals" };
const color = {
  name: "color",
  label: "Color",
  type: "enumeration",
  fieldType: "select",
  groupName: "dealinformation",
};
const choice = { label: "Red", value: "red", hidden: false, displayOrder: 0 };
const list = { listId: "42", name: "Buyers", objectTypeId: "0-1", processingType: "MANUAL" };
const branch = { filterBranchType: "OR", filterBranches: [], filters: [] };
const ends = { object_type: "deals", object_id: "5", to_object_type: "contacts" };

const others: VendorCall[] = [
  one("get_owner", { owner_id: "7" }, { sends: "GET /crm/v3/owners/7", answer: { id: "7" } }),
  {
    action: "list_owners",
    input: { email: "ann@example.com" },
    pages: [
      {
        sends: "GET /crm/v3/owners?email=ann@example.com&limit=500",
        answer: { results: [{ id: "7" }], paging: NEXT },
      },
      {
        sends: "GET /crm/v3/owners?email=ann@example.com&limit=500&after=100",
        answer: { results: [{ id: "8" }] },
      },
    ],
    expected: [{ id: "7" }, { id: "8" }],
  },
  one(
    "create_property",
    { ...ofDeals, ...color, description: "Of the box", options: [choice] },
    {
      sends: "POST /crm/v3/properties/deals",
      body: { ...color, description: "Of the box", options: [choice] },
      answer: color,
    },
  ),
  one(
    "get_property",
    { ...ofDeals, property_id: "color" },
    { sends: "GET /crm/v3/properties/deals/color", answer: color },
  ),
  one(
    "list_properties",
    ofDeals,
    { sends: "GET /crm/v3/properties/deals?archived=false", answer: { results: [color] } },
    [color],
  ),
  one(
    "update_property",
    {
      ...{ ...ofDeals, property_id: "color", label: "Colour", type: "enumeration", fieldType: "radio" },
      ...{ groupName: "dealinformation", description: "New", options: [choice] },
    },
    {
      sends: "PATCH /crm/v3/properties/deals/color",
      body: {
        ...{ label: "Colour", type: "enumeration", fieldType: "radio" },
        ...{ groupName: "dealinformation", description: "New", options: [choice] },
      },
      answer: color,
    },
  ),
  one(
    "delete_property",
    { ...ofDeals, property_id: "color" },
    { sends: "DELETE /crm/v3/properties/deals/color" },
    { deleted: true },
  ),
  one(
    "get_pipeline",
    { ...ofDeals, pipeline_id: "default" },
    { sends: "GET /crm/v3/pipelines/deals/default", answer: { id: "default" } },
  ),
  one(
    "list_pipelines",
    ofDeals,
    { sends: "GET /crm/v3/pipelines/deals", answer: { results: [{ id: "default" }] } },
    [{ id: "default" }],
  ),
  one(
    "create_list",
    { name: "Buyers", objectTypeId: "0-1", processingType: "MANUAL", filterBranch: branch },
    {
      sends: "POST /crm/v3/lists",
      body: { name: "Buyers", objectTypeId: "0-1", processingType: "MANUAL", filterBranch: branch },
      answer: { list },
    },
    list,
  ),
  one("get_list", { list_id: "42" }, { sends: "GET /crm/v3/lists/42", answer: { list } }, list),
  one("delete_list", { list_id: "42" }, { sends: "DELETE /crm/v3/lists/42" }, { deleted: true }),
  {
    action: "search_lists",
    input: { query: "Buy", processingTypes: ["MANUAL"] },
    pages: [
      {
        sends: "POST /crm/v3/lists/search",
        body: { query: "Buy", processingTypes: ["MANUAL"], count: 100, offset: 0 },
        answer: { lists: [list], hasMore: true },
      },
      {
        sends: "POST /crm/v3/lists/search",
        body: { query: "Buy", processingTypes: ["MANUAL"], count: 100, offset: 1 },
        answer: { lists: [{ listId: "43" }], hasMore: false },
      },
    ],
    expected: [list, { listId: "43" }],
  },
  one(
    "add_records_to_list",
    { list_id: "42", record_ids: ["1", "2"] },
    {
      sends: "PUT /crm/v3/lists/42/memberships/add",
      body: ["1", "2"],
      answer: { recordIdsAdded: ["1", "2"] },
    },
  ),
  one(
    "remove_records_from_list",
    { list_id: "42", record_ids: ["1"] },
    { sends: "PUT /crm/v3/lists/42/memberships/remove", body: ["1"], answer: { recordIdsRemoved: ["1"] } },
  ),
  {
    action: "list_records_of_list",
    input: { list_id: "42" },
    pages: [
      {
        sends: "GET /crm/v3/lists/42/memberships?limit=250",
        answer: { results: [{ recordId: "1" }], paging: NEXT },
      },
      {
        sends: "GET /crm/v3/lists/42/memberships?limit=250&after=100",
        answer: { results: [{ recordId: "2" }] },
      },
    ],
    expected: [{ recordId: "1" }, { recordId: "2" }],
  },
  {
    action: "list_associations",
    input: ends,
    pages: [
      {
        sends: "GET /crm/v4/objects/deals/5/associations/contacts?limit=500",
        answer: { results: [{ toObjectId: "1" }], paging: NEXT },
      },
      {
        sends: "GET /crm/v4/objects/deals/5/associations/contacts?limit=500&after=100",
        answer: { results: [{ toObjectId: "2" }] },
      },
    ],
    expected: [{ toObjectId: "1" }, { toObjectId: "2" }],
  },
  one(
    "associate_records",
    { ...ends, to_object_id: "9" },
    {
      sends: "PUT /crm/v4/objects/deals/5/associations/default/contacts/9",
      answer: { status: "COMPLETE", results: [] },
    },
  ),
  one(
    "remove_associations",
    { ...ends, to_object_id: "9" },
    { sends: "DELETE /crm/v4/objects/deals/5/associations/contacts/9" },
    { deleted: true },
  ),
  one("get_form", { form_id: "f-1" }, { sends: "GET /marketing/v3/forms/f-1", answer: { id: "f-1" } }),
  one("delete_form", { form_id: "f-1" }, { sends: "DELETE /marketing/v3/forms/f-1" }, { deleted: true }),
  {
    action: "list_forms",
    input: {},
    pages: [
      { sends: "GET /marketing/v3/forms?limit=100", answer: { results: [{ id: "f-1" }], paging: NEXT } },
      { sends: "GET /marketing/v3/forms?limit=100&after=100", answer: { results: [{ id: "f-2" }] } },
    ],
    expected: [{ id: "f-1" }, { id: "f-2" }],
  },
];

/** A list from which an id can be chosen: its address, and what a choice is named by. */
const chosen: VendorCall[] = [
  ["companies", "/crm/v3/objects/companies?limit=100", { properties: { name: "Acme" } }],
  ["deals", "/crm/v3/objects/deals?limit=100", { properties: { dealname: "Acme" } }],
  ["tickets", "/crm/v3/objects/tickets?limit=100", { properties: { subject: "Acme" } }],
  ["products", "/crm/v3/objects/products?limit=100", { properties: { name: "Acme" } }],
  ["owners", "/crm/v3/owners?limit=500", { email: "Acme" }],
  ["forms", "/marketing/v3/forms?limit=100", { name: "Acme" }],
].map(([list, address, named]) => ({
  list: String(list),
  pages: [
    { sends: `GET ${address}`, answer: { results: [{ id: "11", ...Object(named) }], paging: NEXT } },
    { sends: `GET ${address}&after=100`, answer: { results: [{ id: "12", ...Object(named) }] } },
  ],
  expected: [
    { name: "Acme", value: "11" },
    { name: "Acme", value: "12" },
  ],
}));

/** What HubSpot documents for everything but contacts. */
export const calls: readonly VendorCall[] = [...KINDS.flatMap(callsOf), ...chosen, ...others];
