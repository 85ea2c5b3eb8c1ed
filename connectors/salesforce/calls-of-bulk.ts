import type { VendorCall } from "../mock-vendor.ts";

// Bulk API 2.0: a job gets its data as CSV, is told that it is complete, and then has three results.
const INGEST = "/services/data/v62.0/jobs/ingest";
const QUERY = "/services/data/v62.0/jobs/query";
const job = { id: "7505", state: "Open", object: "Account", operation: "upsert" };
const other = {
  id: "7506",
  operation: "insert",
  object: "Lead",
  createdDate: "2026-03-01T12:00:00.000+0000",
};
const of = { bulk_job_id: "7505" };
const ofQuery = { bulk_query_id: "7507" };
const asked = {
  ...{ object: "Account", operation: "upsert", externalIdFieldName: "Number__c", assignmentRuleId: "01Q1" },
  ...{ columnDelimiter: "SEMICOLON", lineEnding: "CRLF" },
};
const wanted = {
  operation: "queryAll",
  query: "SELECT Id FROM Lead",
  columnDelimiter: "TAB",
  lineEnding: "LF",
};

// The harness sends an answer as JSON.
const FILE = { name: "file", contentType: "application/json", content: '"Id\\n1"' };

/** Jobs that save, delete or read many records. */
export const bulkCalls: readonly VendorCall[] = [
  { action: "create_bulk_job", input: asked, sends: `POST ${INGEST}`, body: asked, answer: job },
  { action: "get_bulk_job", input: of, sends: `GET ${INGEST}/7505`, answer: job },
  {
    action: "list_bulk_jobs",
    input: { job_type: "V2Ingest" },
    pages: [
      {
        sends: `GET ${INGEST}?jobType=V2Ingest`,
        answer: {
          done: false,
          records: [job],
          nextRecordsUrl: `${INGEST}?jobType=V2Ingest&queryLocator=01g5`,
        },
      },
      {
        sends: `GET ${INGEST}?jobType=V2Ingest&queryLocator=01g5`,
        answer: { done: true, records: [other], nextRecordsUrl: null },
      },
    ],
    expected: [job, other],
  },
  { action: "delete_bulk_job", input: of, sends: `DELETE ${INGEST}/7505`, expected: { deleted: true } },
  {
    ...{ action: "start_bulk_job", input: of, sends: `PATCH ${INGEST}/7505` },
    ...{ body: { state: "UploadComplete" }, answer: { ...job, state: "UploadComplete" } },
  },
  {
    ...{ action: "abort_bulk_job", input: of, sends: `PATCH ${INGEST}/7505` },
    ...{ body: { state: "Aborted" }, answer: { ...job, state: "Aborted" } },
  },
  ...[
    ["get_bulk_successes", "successfulResults"],
    ["get_bulk_failures", "failedResults"],
    ["get_bulk_unprocessed", "unprocessedrecords"],
  ].map(([action = "", part]) => ({
    ...{ action, input: of, sends: `GET ${INGEST}/7505/${part}`, answer: "Id\n1", expected: FILE },
  })),
  {
    list: "bulk_jobs",
    pages: [{ sends: `GET ${INGEST}?jobType=V2Ingest`, answer: { done: true, records: [other] } }],
    expected: [{ name: "insert Lead 2026-03-01T12:00:00.000+0000", value: "7506" }],
  },
  {
    action: "create_bulk_query",
    input: wanted,
    sends: `POST ${QUERY}`,
    body: wanted,
    answer: { id: "7507" },
  },
  {
    ...{ action: "create_bulk_query", input: { query: "SELECT Id FROM Lead" }, sends: `POST ${QUERY}` },
    ...{ body: { operation: "query", query: "SELECT Id FROM Lead" }, answer: { id: "7507" } },
  },
  { action: "get_bulk_query", input: ofQuery, sends: `GET ${QUERY}/7507`, answer: { id: "7507" } },
  {
    ...{ action: "abort_bulk_query", input: ofQuery, sends: `PATCH ${QUERY}/7507` },
    ...{ body: { state: "Aborted" }, answer: { id: "7507", state: "Aborted" } },
  },
  { action: "delete_bulk_query", input: ofQuery, sends: `DELETE ${QUERY}/7507`, expected: { deleted: true } },
  {
    action: "get_bulk_query_results",
    input: { ...ofQuery, locator: "MTAw", max_records: 50 },
    sends: `GET ${QUERY}/7507/results?locator=MTAw&maxRecords=50`,
    ...{
      answer: "Id\n1",
      headers: { "sforce-locator": "MjAw" },
      expected: { csv: "Id\n1", locator: "MjAw" },
    },
  },
  {
    ...{
      action: "get_bulk_query_results",
      input: ofQuery,
      sends: `GET ${QUERY}/7507/results?maxRecords=10000`,
    },
    ...{
      answer: "Id\n1",
      headers: { "sforce-locator": "null" },
      expected: { csv: "Id\n1", locator: "null" },
    },
  },
];
