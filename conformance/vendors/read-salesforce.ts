import { createRequire } from "node:module";
import ts from "typescript";
import type { Json } from "../../server/src/platform/json/json.ts";
import { type DocumentedOperation, type DocumentedValue, membersOf } from "./find-mismatches.ts";
import { mergeCalls } from "./merge-calls.ts";
import { openProgram, readTypeMembers } from "./read-type.ts";

// Stand for what a caller chooses.
const OBJECT = "AnyObject";
const ID = "AnyId";
const FIELD = "AnyField__c";
const CHOSEN = new RegExp(`/(${OBJECT}|${ID}|${FIELD})(?=/|$)`, "g");
/** Where a body is a record, which may have any field of the object. */
const RECORDS = /\/sobjects\/\{\}(\/\{\})*$/;

/** What the client gives to its transport. */
interface ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/**
 * The operations of the client on which Salesforce's own tools are built, as it sends them when it is called; and the
 * fields of the standard objects.
 */
export async function readSalesforce(folder: string, version: string): Promise<DocumentedOperation[]> {
  const sent = await recordCalls(folder, version);
  const schema = `${folder}/lib/types/standard-schema.d.ts`;
  return [...mergeCalls(sent.map(toOperation)), ...readFields(schema, `/services/data/v${version}`)];
}

async function recordCalls(folder: string, version: string): Promise<ClientRequest[]> {
  const { Connection } = createRequire(`${folder}/`)("./index.js");
  const client = new Connection({ instanceUrl: "https://vendor.example", accessToken: "token", version });
  const sent: ClientRequest[] = [];
  client._transport = {
    httpRequest(request: ClientRequest) {
      sent.push(request);
      throw new Error("Nothing is sent.");
    },
  };
  for (const call of listCalls(client)) {
    const before = sent.length;
    await Promise.resolve()
      .then(call)
      .catch(() => undefined);
    if (sent.length === before) throw new Error(`The client sent nothing for ${call}.`);
  }
  return sent;
}

// biome-ignore lint/suspicious/noExplicitAny: the package is not there when types are checked
function listCalls(client: any): (() => unknown)[] {
  const records = client.sobject(OBJECT);
  const record = { Id: ID, [FIELD]: ID };
  const all = { allOrNone: true };
  const day = new Date(0);
  const ingest = client.bulk2.job("ingest", { id: ID });
  const query = client.bulk2.job("query", { id: ID });
  const format = { columnDelimiter: "COMMA", lineEnding: "LF" };
  const load = { object: OBJECT, operation: "upsert", externalIdFieldName: FIELD, assignmentRuleId: ID };
  return [
    () => client.query("SELECT"),
    () => client.query("SELECT", { scanAll: true }),
    () => client.search("FIND"),
    () => client.limits(),
    () => client.recent(5),
    () => client.describeGlobal(),
    () => records.describe(),
    () => records.retrieve(ID, { fields: [FIELD] }),
    () => records.retrieve([ID, ID], { fields: [FIELD] }),
    () => records.create(record),
    () => records.create([record, record], all),
    () => records.update(record),
    () => records.update([record, record], all),
    () => records.upsert(record, FIELD),
    () => records.upsert([record, record], FIELD, all),
    () => records.destroy(ID),
    () => records.destroy([ID, ID], all),
    () => records.updated(day, day),
    () => records.deleted(day, day),
    () => records.listviews(),
    () => records.listview(ID).results(),
    () => client.analytics.report(ID).execute({ details: true }),
    () => client.analytics.report(ID).describe(),
    () => client.process.approval.submit(ID, "comments"),
    () => client.soap.convertLead({ leadId: ID, convertedStatus: "status" }),
    () => client.bulk2.createJob({ ...load, ...format }).open(),
    () => ingest.check(),
    () => ingest.close(),
    () => ingest.abort(),
    () => ingest.delete(),
    () => ingest.getSuccessfulResults(true),
    () => ingest.getFailedResults(true),
    () => ingest.getUnprocessedRecords(true),
    () => client.bulk2.job("ingest", { id: ID }).uploadData("Id\n"),
    () => client.bulk2.query("SELECT", format),
    () => query.check(),
    () => query.abort(),
    () => query.delete(),
    () => query.result(),
  ];
}

const optional: DocumentedValue = { required: false, values: undefined };

function toOperation({ method, url, body }: ClientRequest): DocumentedOperation {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.replaceAll(CHOSEN, "/{}");
  const names =
    typeof body === "string" && body.startsWith("{") ? Object.keys(membersOf(readJson(body))) : [];
  const isOpen = RECORDS.test(path) && !path.includes("/composite/") && names.length > 0;
  const isKnown = body === undefined || body === null || names.length > 0;
  return {
    method,
    path,
    query: new Map([...searchParams.keys()].map((name) => [name, optional])),
    body: isOpen || !isKnown ? undefined : new Map(names.map((name) => [name, optional])),
  };
}

const readJson = (text: string): Json => JSON.parse(text);

/** Creating and changing a record of each standard object, with the fields that it has. */
function readFields(file: string, base: string): DocumentedOperation[] {
  const program = openProgram([file]);
  const checker = program.getTypeChecker();
  const statements: readonly ts.Statement[] = program.getSourceFile(file)?.statements ?? [];
  const types = statements.filter(ts.isTypeAliasDeclaration);
  return types.flatMap((one) => {
    const name = /^Fields\$(\w+)$/.exec(one.name.text)?.[1];
    const fields = name === undefined ? undefined : readTypeMembers(checker, checker.getTypeAtLocation(one));
    if (fields === undefined) return [];
    const body = new Map([...fields].map(([field, { values }]) => [field, { required: false, values }]));
    return [
      { method: "POST", path: `${base}/sobjects/${name}`, query: new Map(), body },
      { method: "PATCH", path: `${base}/sobjects/${name}/{}`, query: new Map(), body },
    ];
  });
}
