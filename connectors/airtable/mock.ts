import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";

// airtable.com/developers/web/api: errors are {error: {type, message}} or {error: "NOT_FOUND"}; five requests a second
// for each base, then 429 without Retry-After; tables by id or by name.
const KEY = "patgood.000000000000";

function failed(status: number, type: string, message: string): MockAnswer {
  return { status, body: { error: { type, message } } };
}

interface Row {
  id: string;
  createdTime: string;
  fields: Record<string, unknown>;
}

const COLUMNS = ["Name", "Qty"];

const NOT_FOUND: MockAnswer = { status: 404, body: { error: "NOT_FOUND" } };

type Fields = { fields: Record<string, unknown> } | { refused: MockAnswer };

function readFields(request: MockRequest): Fields {
  const fields = jsonBody(request)?.fields;
  if (!isObject(fields)) {
    const message = 'Could not find field "fields" in the request body.';
    return { refused: failed(422, "INVALID_REQUEST_MISSING_FIELDS", message) };
  }
  const unknown = Object.keys(fields).find((name) => !COLUMNS.includes(name));
  if (unknown === undefined) return { fields };
  return { refused: failed(422, "UNKNOWN_FIELD_NAME", `Unknown field name: "${unknown}"`) };
}

function addRow(rows: Row[], request: MockRequest): MockAnswer {
  const read = readFields(request);
  if ("refused" in read) return read.refused;
  const row = { id: `rec${rows.length + 1}`, createdTime: "2026-01-02T03:04:05.000Z", fields: read.fields };
  rows.push(row);
  return { status: 200, body: row };
}

function listRows(rows: Row[], { query }: MockRequest): MockAnswer {
  const wanted = query.getAll("fields[]");
  const size = Number(query.get("pageSize") ?? "100");
  if (!(size >= 1 && size <= 100)) {
    return failed(422, "INVALID_PAGE_SIZE", "pageSize must be between 1 and 100");
  }
  const start = Number(/^itr\/(\d+)$/.exec(query.get("offset") ?? "itr/0")?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) {
    return failed(422, "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", "The offset is not valid.");
  }
  const pick = ([name]: [string, unknown]): boolean => wanted.length === 0 || wanted.includes(name);
  const records = rows.slice(start, start + size).map((row) => ({
    ...row,
    fields: Object.fromEntries(Object.entries(row.fields).filter(pick)),
  }));
  const more = start + size < rows.length ? { offset: `itr/${start + size}` } : {};
  return { status: 200, body: { records, ...more } };
}

function answerRow(rows: Row[], row: Row, request: MockRequest): MockAnswer {
  if (request.method === "DELETE") {
    rows.splice(rows.indexOf(row), 1);
    return { status: 200, body: { id: row.id, deleted: true } };
  }
  if (request.method !== "PATCH") return NOT_FOUND;
  const read = readFields(request);
  if ("refused" in read) return read.refused;
  Object.assign(row.fields, read.fields);
  return { status: 200, body: row };
}

function answerTable(rows: Row[], request: MockRequest): MockAnswer {
  const [, version, base, table, record] = request.path.split("/").map(decodeURIComponent);
  if (version !== "v0") return NOT_FOUND;
  if (base !== "app1") {
    const message = "Invalid permissions, or the requested model was not found.";
    return failed(403, "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND", message);
  }
  if (table !== "Order lines") return NOT_FOUND;
  if (record === undefined) {
    if (request.method === "POST") return addRow(rows, request);
    return request.method === "GET" ? listRows(rows, request) : NOT_FOUND;
  }
  const row = rows.find(({ id }) => id === record);
  return row === undefined
    ? failed(404, "MODEL_ID_NOT_FOUND", "Record not found")
    : answerRow(rows, row, request);
}

function create(): Mock {
  const rows: Row[] = [];
  const limit = { errors: [{ error: "RATE_LIMIT_REACHED", message: "Rate limit exceeded." }] };
  return {
    limited: () => ({ status: 429, body: limit }),
    answer: (request) => {
      if (bearerOf(request) !== KEY) return failed(401, "AUTHENTICATION_REQUIRED", "Authentication required");
      if (request.method === "GET" && request.path === "/v0/meta/whoami") {
        return { status: 200, body: { id: "usr1", scopes: ["data.records:read"] } };
      }
      return answerTable(rows, request);
    },
  };
}

const TABLE = { base_id: "app1", table: "Order lines" };

/** Airtable's Web API, as documented at airtable.com/developers/web/api. */
export const vendor: MockVendor = {
  hosts: ["api.airtable.com"],
  credentials: { keybased: { good: { token: KEY }, bad: { token: "patbad.0000000000000" } } },
  parameters: {
    "GET /v0/*/*": ["filterByFormula", "view", "fields", "pageSize", "offset"],
    "POST /v0/*/*": ["fields", "typecast"],
    "PATCH /v0/*/*/*": ["fields", "typecast"],
  },
  account: "usr1",
  create,
  cases: [
    {
      action: "create_record",
      input: { ...TABLE, fields: { Name: "Łódź", Qty: 3 }, typecast: true },
      expected: { id: "rec1", fields: { Name: "Łódź", Qty: 3 } },
    },
    { action: "create_record", input: { ...TABLE, fields: { Name: "B", Qty: 1 } }, expected: { id: "rec2" } },
    {
      action: "list_records",
      input: { ...TABLE, page_size: 1, filter_by_formula: "{Qty} > 0", view: "Grid view" },
      expected: { records: [{ id: "rec1" }], offset: "itr/1" },
    },
    {
      action: "list_records",
      input: { ...TABLE, offset: "itr/1", fields: ["Name"] },
      expected: { records: [{ id: "rec2", fields: { Name: "B" } }] },
    },
    {
      action: "update_record",
      input: { ...TABLE, record_id: "rec1", fields: { Qty: 0 }, typecast: false },
      expected: { fields: { Name: "Łódź", Qty: 0 } },
    },
    {
      action: "delete_record",
      input: { ...TABLE, record_id: "rec2" },
      expected: { id: "rec2", deleted: true },
    },
  ],
  refusals: [
    {
      action: "create_record",
      input: { ...TABLE, fields: { Colour: 1 } },
      code: "input",
      message: /Unknown field name/,
    },
    {
      action: "list_records",
      input: { base_id: "app2", table: "T" },
      code: "auth",
      message: /Invalid permissions/,
    },
    { action: "delete_record", input: { ...TABLE, record_id: "rec9" }, code: "input", message: /not found/ },
  ],
};
