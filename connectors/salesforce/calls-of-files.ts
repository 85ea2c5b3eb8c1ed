import type { VendorCall } from "../mock-vendor.ts";
import { call, DATA, paged, query } from "./call-forms.ts";

// developer.salesforce.com: Reports and Dashboards REST API, and ContentVersion of the object reference.
const REPORTS = "SELECT Id, Name, DeveloperName, FolderName, Description, LastRunDate FROM Report WHERE";
/** Reports, which are run and described. */
export const reportCalls: readonly VendorCall[] = [
  paged("list_reports", {}, query(`${REPORTS} Id != null ORDER BY Name`)),
  paged(
    "list_reports",
    { where: "FolderName = 'Sales'" },
    query(`${REPORTS} FolderName = 'Sales' ORDER BY Name`),
  ),
  {
    list: "reports",
    pages: [
      {
        sends: query("SELECT Id, Name FROM Report ORDER BY Name LIMIT 2000"),
        answer: { records: [{ Id: "00O1", Name: "Open" }] },
      },
    ],
    expected: [{ name: "Open", value: "00O1" }],
  },
  call(
    "run_report",
    { report_id: "00O1", details: true },
    {
      sends: `GET ${DATA}/analytics/reports/00O1?includeDetails=true`,
      answer: { allData: true, factMap: {} },
    },
  ),
  call(
    "describe_report",
    { report_id: "00O1" },
    { sends: `GET ${DATA}/analytics/reports/00O1/describe`, answer: { reportMetadata: {} } },
  ),
];

const RECORD = "001D000000I8mImIAJ";
/** Files, which records have. */
export const fileCalls: readonly VendorCall[] = [
  call(
    "upload_file",
    {
      ...{ name: "offer.pdf", content: "SGk=", title: "Offer", description: "Ours", record_id: RECORD },
      document_id: "0691",
    },
    {
      sends: `POST ${DATA}/sobjects/ContentVersion`,
      body: {
        ...{ PathOnClient: "offer.pdf", VersionData: "SGk=", Title: "Offer", Description: "Ours" },
        ...{ FirstPublishLocationId: RECORD, ContentDocumentId: "0691" },
      },
      ...{ status: 201, answer: { id: "0681", success: true, errors: [] } },
    },
    { id: "0681" },
  ),
  call(
    "download_file",
    { version_id: "0681" },
    { sends: `GET ${DATA}/sobjects/ContentVersion/0681/VersionData`, answer: "bytes" },
    { name: "file", contentType: "application/json", content: '"bytes"' },
  ),
  call(
    "get_file",
    { document_id: "0691" },
    { sends: `GET ${DATA}/sobjects/ContentDocument/0691`, answer: { Id: "0691", Title: "Offer" } },
  ),
  paged(
    "list_files_of_record",
    { record_id: RECORD },
    query(
      `SELECT Id, ContentDocumentId, ContentDocument.Title, ContentDocument.FileExtension, ContentDocument.ContentSize, ContentDocument.LatestPublishedVersionId FROM ContentDocumentLink WHERE LinkedEntityId = '${RECORD}'`,
    ),
  ),
  ...(["V", "I"] as const).map((share) =>
    call(
      "add_file_to_record",
      { document_id: "0691", record_id: RECORD, ...(share === "I" && { share_type: "I" }) },
      {
        sends: `POST ${DATA}/sobjects/ContentDocumentLink`,
        body: { ContentDocumentId: "0691", LinkedEntityId: RECORD, ShareType: share },
        ...{ status: 201, answer: { id: "06A1", success: true, errors: [] } },
      },
      { id: "06A1" },
    ),
  ),
  call(
    "delete_file",
    { document_id: "0691" },
    { sends: `DELETE ${DATA}/sobjects/ContentDocument/0691` },
    { deleted: true },
  ),
  {
    list: "converted_statuses",
    pages: [
      {
        sends: query("SELECT MasterLabel FROM LeadStatus WHERE IsConverted = true"),
        answer: { records: [{ MasterLabel: "Closed - Converted" }] },
      },
    ],
    expected: [{ name: "Closed - Converted", value: "Closed - Converted" }],
  },
];
