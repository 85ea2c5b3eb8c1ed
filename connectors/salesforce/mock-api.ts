import { answerFrom, type MockRoutes } from "../mock-routes.ts";
import { bearerOf, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// developer.salesforce.com, REST API v62.0: errors are a list of {message, errorCode}; a change answers 204 without a
// body; query answers hold `nextRecordsUrl` (a path) until `done`; times end with +0000.
/** The token that the mock accepts. */
export const TOKEN = "00Dgood!AQEAQ.good-session";
/** Where the API begins. */
export const DATA = "/services/data/v62.0";
/** How many records a page of a query holds. */
export const BATCH = 2000;

type Row = Record<string, unknown> & { Id: string; CreatedDate: string; SystemModstamp: string };
type Tables = Record<string, Row[]>;

/** The vendor's error body. */
export function failed(status: number, errorCode: string, message: string): MockAnswer {
  return { status, body: [{ message, errorCode }] };
}

const missing = () => failed(404, "NOT_FOUND", "The requested resource does not exist");
/** The fields that the vendor documents. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Lead: ["LastName", "Company", "Email", "Order_Number__c"],
  Organization: ["Name"],
};
const SYSTEM = ["Id", "CreatedDate", "SystemModstamp"];
const STANDARD = (object: string) => [
  ...SYSTEM,
  ...(FIELDS[object] ?? []).filter((name) => !name.endsWith("__c")),
];
const now = () => new Date().toISOString().replace("Z", "+0000");

const SOQL =
  /^SELECT (.+?) FROM (\w+)(?: WHERE (\w+) = '([^']*)')?(?: ORDER BY (\w+)(?: (ASC|DESC))?)?(?: LIMIT (\d+))?$/;

/** Carries out the part of SOQL that the mock knows. */
function find(tables: Tables, soql: string): unknown[] | MockAnswer {
  const match = SOQL.exec(soql);
  if (match === null) return failed(400, "MALFORMED_QUERY", `unexpected token: ${soql.slice(0, 20)}`);
  const [, list = "", object = "", field, value, order, direction, limit] = match;
  const rows = tables[object];
  if (rows === undefined) return failed(400, "INVALID_TYPE", `sObject type '${object}' is not supported.`);
  const names = list === "FIELDS(STANDARD)" ? STANDARD(object) : list.split(", ");
  const known = [...SYSTEM, ...(FIELDS[object] ?? [])];
  const wrong = [...names, field ?? "Id", order ?? "Id"].find((name) => !known.includes(name));
  if (wrong !== undefined)
    return failed(400, "INVALID_FIELD", `No such column '${wrong}' on entity '${object}'.`);
  const found = rows.filter((row) => field === undefined || row[field] === value);
  if (order !== undefined) found.sort((a, b) => (String(a[order]) < String(b[order]) ? -1 : 1));
  if (direction === "DESC") found.reverse();
  return found.slice(0, Number(limit ?? found.length)).map((row) => pick(row, names));
}

function pick(row: Row, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

function queryPage(rows: readonly unknown[], locator: string, start: number): MockAnswer {
  const end = start + BATCH;
  const done = end >= rows.length;
  const next = done ? {} : { nextRecordsUrl: `${DATA}/query/${locator}-${end}` };
  return { status: 200, body: { totalSize: rows.length, done, ...next, records: rows.slice(start, end) } };
}

function write(
  row: Row | undefined,
  object: string,
  request: MockRequest,
): Record<string, unknown> | MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return failed(400, "JSON_PARSER_ERROR", "The HTTP entity body is required");
  const wrong = Object.keys(body).find((name) => !FIELDS[object]?.includes(name));
  if (wrong !== undefined) {
    return failed(400, "INVALID_FIELD", `No such column '${wrong}' on sobject of type ${object}`);
  }
  if (row === undefined && !(body.LastName && body.Company)) {
    return failed(400, "REQUIRED_FIELD_MISSING", "Required fields are missing: [LastName, Company]");
  }
  return body;
}

const isAnswer = (value: object): value is MockAnswer => typeof (value as MockAnswer).status === "number"; // no field of ours is called status

function add(rows: Row[], fields: Record<string, unknown>, time = now()): Row {
  const Id = `00Q${String(rows.length + 1).padStart(15, "0")}`;
  const row = { ...fields, Id, CreatedDate: time, SystemModstamp: time };
  rows.push(row);
  return row;
}

function recordRoutes(tables: Tables): MockRoutes {
  const at = (object = "", id = "") => tables[object]?.find((row) => row.Id === id);
  const update = (row: Row | undefined, object: string, request: MockRequest): MockAnswer => {
    if (row === undefined) return missing();
    const fields = write(row, object, request);
    if (isAnswer(fields)) return fields;
    Object.assign(row, fields, { SystemModstamp: now() });
    return { status: 204 };
  };
  const insert = (object: string, request: MockRequest, more = {}): MockAnswer => {
    const rows = tables[object];
    const fields = rows === undefined ? missing() : write(undefined, object, request);
    if (rows === undefined || isAnswer(fields)) return fields as MockAnswer; // missing() where there are no rows
    return { status: 201, body: { id: add(rows, { ...fields, ...more }).Id, success: true, errors: [] } };
  };
  return {
    [`POST ${DATA}/sobjects/*`]: (request, [object = ""]) => insert(object, request),
    [`GET ${DATA}/sobjects/*/*`]: ({ query }, [object, id]) => {
      const row = at(object, id);
      if (row === undefined) return missing();
      const fields = query.get("fields");
      return { status: 200, body: fields === null ? row : { Id: row.Id, ...pick(row, fields.split(",")) } };
    },
    [`PATCH ${DATA}/sobjects/*/*`]: (request, [object = "", id]) => update(at(object, id), object, request),
    [`DELETE ${DATA}/sobjects/*/*`]: (_request, [object = "", id]) => {
      const row = at(object, id);
      if (row === undefined) return missing();
      tables[object] = tables[object]?.filter((other) => other !== row) ?? [];
      return { status: 204 };
    },
    [`PATCH ${DATA}/sobjects/*/*/*`]: (request, [object = "", field = "", value]) => {
      if (!FIELDS[object]?.includes(field))
        return failed(404, "NOT_FOUND", "Provided external ID field does not exist");
      const row = tables[object]?.find((candidate) => candidate[field] === value);
      const answer =
        row === undefined ? insert(object, request, { [field]: value }) : update(row, object, request);
      if (answer.status >= 400) return answer;
      const body =
        row === undefined ? { ...(answer.body as object), created: true } : { id: row.Id, created: false }; // insert answers an object
      return { status: row === undefined ? 201 : 200, body: { ...body, success: true, errors: [] } };
    },
  };
}

/** Data of a bulk job is CSV; a lead is converted with SOAP, which has the session in its header. */
function uploadRoutes(tables: Tables): MockRoutes {
  const isXml = ({ headers }: MockRequest) => headers["content-type"] === "text/xml; charset=utf-8";
  return {
    [`PUT ${DATA}/jobs/ingest/*/batches`]: ({ headers, body }) =>
      headers["content-type"] === "text/csv" && body.startsWith("LastName,")
        ? { status: 201 }
        : failed(415, "INVALID_CONTENT_TYPE", "Job data must be CSV."),
    "POST /services/Soap/u/62.0": (request) => {
      if (!isXml(request)) return { status: 415 };
      if (request.headers.soapaction === undefined)
        return soap(500, "<faultstring>SOAPAction header missing</faultstring>");
      const [, session, status, without, id, notify] = CONVERT.exec(request.body) ?? [];
      if (session !== TOKEN) return soap(500, "<faultcode>sf:INVALID_SESSION_ID</faultcode>");
      const lead = tables.Lead?.find((row) => row.Id === id);
      if (lead === undefined || status !== "Closed - Converted") return soap(200, NOT_CONVERTED);
      Object.assign(lead, { Email: `${without} ${notify}` });
      return soap(200, "<result><errors/><success>true</success></result>");
    },
  };
}

const CONVERT =
  /^<\?xml version="1.0" encoding="UTF-8"\?><soapenv:Envelope xmlns:soapenv="http:\/\/schemas.xmlsoap.org\/soap\/envelope\/" xmlns="urn:partner.soap.sforce.com"><soapenv:Header><SessionHeader><sessionId>(.*)<\/sessionId><\/SessionHeader><\/soapenv:Header><soapenv:Body><convertLead><leadConverts><convertedStatus>(.*)<\/convertedStatus><doNotCreateOpportunity>(true|false)<\/doNotCreateOpportunity><leadId>(\w+)<\/leadId><overwriteLeadSource>false<\/overwriteLeadSource><sendNotificationEmail>(true|false)<\/sendNotificationEmail><\/leadConverts><\/convertLead><\/soapenv:Body><\/soapenv:Envelope>$/;
/** What SOAP answers if a lead cannot be converted. */
export const NOT_CONVERTED =
  "<result><errors><message>invalid convertedStatus</message><statusCode>INVALID_STATUS</statusCode></errors><success>false</success></result>";

/** The vendor's answer to a request in SOAP. */
export function soap(status: number, content: string): MockAnswer {
  const headers = { "content-type": "text/xml; charset=utf-8" };
  return {
    status,
    headers,
    body: `<soapenv:Envelope><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`,
  };
}

function search(tables: Tables, { query }: MockRequest): MockAnswer {
  const text = query.get("q") ?? "";
  const rows = tables[query.get("sobject") ?? ""];
  if (text.length < 2 || rows === undefined)
    return failed(400, "MALFORMED_SEARCH", "search term must be longer");
  const names = (query.get("fields") ?? "Id").split(",");
  const found = rows.filter((row) => Object.values(row).some((value) => String(value).includes(text)));
  const searchRecords = found
    .slice(0, Number(query.get("overallLimit") ?? 2000))
    .map((row) => pick(row, names));
  return { status: 200, body: { searchRecords } };
}

function firstTables(): Tables {
  const Lead: Row[] = [];
  for (let i = 1; i <= BATCH + 1; i++) {
    const time = `2026-01-01T00:${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}.000+0000`;
    add(Lead, { LastName: `Lead ${i}`, Company: i === 7 ? "Seven" : "Northwind" }, time);
  }
  const Organization: Row[] = [];
  add(Organization, { Name: "Northwind Traders" });
  return { Lead, Organization };
}

/** An imitation of Salesforce with some records in it. */
export function create(): Mock {
  const tables = firstTables();
  const results: unknown[][] = [];
  const sobjects = [
    { name: "Lead", label: "Lead" },
    { name: "Organization", label: "Company" },
  ];
  const routes: MockRoutes = {
    [`GET ${DATA}/query`]: ({ query }) => {
      const rows = find(tables, query.get("q") ?? "");
      return Array.isArray(rows) ? queryPage(rows, `01g${results.push(rows)}`, 0) : rows;
    },
    [`GET ${DATA}/query/01g*-*`]: (_request, [number, start]) => {
      const rows = results[Number(number) - 1];
      const gone = failed(400, "INVALID_QUERY_LOCATOR", "invalid query locator");
      return rows === undefined ? gone : queryPage(rows, `01g${number}`, Number(start));
    },
    [`GET ${DATA}/parameterizedSearch`]: (request) => search(tables, request),
    [`GET ${DATA}/sobjects`]: () => ({
      status: 200,
      body: { encoding: "UTF-8", maxBatchSize: 200, sobjects },
    }),
    ...recordRoutes(tables),
    ...uploadRoutes(tables),
  };
  return {
    limited: () => failed(403, "REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded."),
    answer: (request) =>
      bearerOf(request) === TOKEN
        ? answerFrom(routes, request, missing())
        : failed(401, "INVALID_SESSION_ID", "Session expired or invalid"),
  };
}
