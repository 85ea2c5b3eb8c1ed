import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// airtable.com/developers/web/api: errors are {error: {type, message}} or {error: "NOT_FOUND"}; five requests a second
// for each base, then 429 without Retry-After; tables by id or by name.
/** The only key that the mock knows. */
export const KEY = "patgood.000000000000";

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
  const row = { id: `rec${rows.length + 1}`, createdTime: new Date().toISOString(), fields: read.fields };
  rows.push(row);
  return { status: 200, body: row };
}

/** The formulas that the suite uses; Airtable knows many more. */
function rowsBy(rows: readonly Row[], formula: string): Row[] | undefined {
  const [, column = "", least] = /^\{(\w+)\} > (\d+)$/.exec(formula) ?? [];
  if (least !== undefined) return rows.filter(({ fields }) => Number(fields[column]) > Number(least));
  const [, since] = /^NOT\(IS_BEFORE\(CREATED_TIME\(\), '([^']+)'\)\)$/.exec(formula) ?? [];
  if (since === undefined || Number.isNaN(Date.parse(since))) return undefined;
  return rows.filter(({ createdTime }) => createdTime >= new Date(since).toISOString());
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
  const formula = query.get("filterByFormula");
  const rest = formula === null ? rows : rowsBy(rows, formula);
  if (rest === undefined)
    return failed(422, "INVALID_FILTER_BY_FORMULA", "The formula for filtering records is invalid");
  const pick = ([name]: [string, unknown]): boolean => wanted.length === 0 || wanted.includes(name);
  const records = rest.slice(start, start + size).map((row) => ({
    ...row,
    fields: Object.fromEntries(Object.entries(row.fields).filter(pick)),
  }));
  const more = start + size < rest.length ? { offset: `itr/${start + size}` } : {};
  return { status: 200, body: { records, ...more } };
}

function answerRow(rows: Row[], row: Row, request: MockRequest): MockAnswer {
  if (request.method === "DELETE") {
    rows.splice(rows.indexOf(row), 1);
    return { status: 200, body: { id: row.id, deleted: true } };
  }
  if (request.method === "GET") return { status: 200, body: row };
  if (request.method !== "PATCH") return NOT_FOUND;
  const read = readFields(request);
  if ("refused" in read) return read.refused;
  Object.assign(row.fields, read.fields);
  return { status: 200, body: row };
}

function answerTable(rows: Row[], request: MockRequest): MockAnswer {
  const [, version, base, table, record, ...more] = request.path.split("/").map(decodeURIComponent);
  if (version !== "v0" || more.length > 0) return NOT_FOUND;
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

/** The bases, a page of one at a time, and their tables. */
function answerMeta({ path, query }: MockRequest): MockAnswer | undefined {
  if (path === "/v0/meta/whoami") return { status: 200, body: { id: "usr1", scopes: ["data.records:read"] } };
  if (path === "/v0/meta/bases") {
    if (query.get("offset") === "itr2")
      return { status: 200, body: { bases: [{ id: "app2", name: "Stock" }] } };
    return { status: 200, body: { bases: [{ id: "app1", name: "Orders" }], offset: "itr2" } };
  }
  if (path !== "/v0/meta/bases/app1/tables") return undefined;
  return { status: 200, body: { tables: [{ id: "tbl1", name: "Order lines", fields: [] }] } };
}

/** Secret with which every delivery is signed. */
export const MAC_SECRET = Buffer.from("of the webhook").toString("base64");

/** Webhooks end after a week unless they are refreshed. */
function answerHooks(hooks: Map<string, string>, request: MockRequest): MockAnswer | undefined {
  const [, id, refresh] = /^\/v0\/bases\/app1\/webhooks(?:\/(\w+)(\/refresh)?)?$/.exec(request.path) ?? [];
  const expirationTime = new Date(Date.now() + 7 * 86_400_000).toISOString();
  if (id !== undefined && !hooks.has(id)) return NOT_FOUND;
  if (id !== undefined && refresh !== undefined)
    return request.method === "POST" ? { status: 200, body: { expirationTime } } : NOT_FOUND;
  if (id !== undefined) return request.method === "DELETE" && hooks.delete(id) ? { status: 204 } : NOT_FOUND;
  if (request.method !== "POST" || request.path !== "/v0/bases/app1/webhooks") return undefined;
  const { notificationUrl, specification } = jsonBody(request) ?? {};
  const options = isObject(specification) ? specification.options : undefined;
  const filters = isObject(options) && isObject(options.filters) ? options.filters : {};
  const wrong = !Array.isArray(filters.dataTypes) || (filters.recordChangeScope ?? "tbl1") !== "tbl1";
  if (wrong) return failed(422, "INVALID_WEBHOOK_SPECIFICATION", "The specification is not valid.");
  hooks.set("ach1", String(notificationUrl));
  return { status: 200, body: { id: "ach1", macSecretBase64: MAC_SECRET, expirationTime } };
}

function answerSync({ method, path, headers, body }: MockRequest): MockAnswer | undefined {
  if (path !== "/v0/app1/Order%20lines/sync/syn1" || method !== "POST") return undefined;
  const isCsv = headers["content-type"] === "text/csv" && body.startsWith("Name,");
  return isCsv
    ? { status: 200, body: { success: true } }
    : failed(422, "INVALID_CSV", "The CSV is not valid.");
}

/** Airtable with one table of three rows. */
export function createAirtable(): Mock {
  const hooks = new Map<string, string>();
  const rows: Row[] = [1, 2, 3].map((n) => ({
    id: `rec${n}`,
    createdTime: `2026-01-0${n}T00:00:00.000Z`,
    fields: { Name: `Seed ${n}`, Qty: 0 },
  }));
  const limit = { errors: [{ error: "RATE_LIMIT_REACHED", message: "Rate limit exceeded." }] };
  return {
    limited: () => ({ status: 429, body: limit }),
    hooks: () => [...hooks.values()],
    answer: (request) => {
      if (bearerOf(request) !== KEY) return failed(401, "AUTHENTICATION_REQUIRED", "Authentication required");
      const meta = request.method === "GET" ? answerMeta(request) : undefined;
      return meta ?? answerHooks(hooks, request) ?? answerSync(request) ?? answerTable(rows, request);
    },
  };
}
