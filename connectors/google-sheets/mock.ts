import {
  googleAnswers,
  googleError,
  googleOAuth,
  googleTokens,
  serviceAccount,
  signedIn,
} from "../google-mock.ts";
import { matching } from "../mock-match.ts";
import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { create } from "./mock-api.ts";

const RANGE = { spreadsheet_id: "sheet-1", range: "Orders!A1:B2" };
const newest = Array.from({ length: 250 }, (_, i) => `sheet-${250 - i}`);

/** Google Sheets with the part of the Drive API that lists spreadsheets. */
export const vendor: MockVendor = {
  hosts: ["sheets.googleapis.com", "www.googleapis.com"],
  credentials: {
    oauth2: googleTokens,
    keybased: { good: serviceAccount(googleTokens.good), bad: serviceAccount(googleTokens.bad) },
  },
  oauth: googleOAuth(["spreadsheets", "drive.metadata.readonly"]),
  parameters: {
    "POST /v4/spreadsheets/*/values/*:append": ["valueInputOption", "insertDataOption", "values"],
    "POST /v4/spreadsheets/*/values/*:clear": [],
    "GET /v4/spreadsheets/*/values/*": ["valueRenderOption"],
    "PUT /v4/spreadsheets/*/values/*": ["valueInputOption", "values"],
    "POST /v4/spreadsheets/*:batchUpdate": ["requests"],
    "POST /v4/spreadsheets": ["properties"],
    "GET /v4/spreadsheets/*": ["fields"],
    "GET /drive/v3/about": ["fields"],
    "GET /drive/v3/files": ["q", "orderBy", "pageSize", "pageToken", "fields"],
  },
  account: "ada@northwind.example",
  create,
  calls,
  answers: [
    ...googleAnswers,
    {
      answer: {
        status: 403,
        body: { error: { code: 403, details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }] } },
      },
      code: "auth",
    },
    { answer: googleError(400, "FAILED_PRECONDITION", { message: "No.", reason: "failed" }), code: "input" },
  ],
  cases: [
    {
      action: "append_rows",
      input: { spreadsheet_id: "sheet-1", sheet: "Orders", values: [[8, "ü & 1"], [9]] },
      expected: { updated_range: "Orders!A3:B4", updated_rows: 2 },
    },
    {
      action: "read_range",
      input: { ...RANGE, render: "UNFORMATTED_VALUE" },
      expected: {
        range: "Orders!A1:B2",
        values: [
          ["id", "total"],
          [7, 12.5],
        ],
      },
    },
    {
      action: "update_range",
      input: {
        ...RANGE,
        values: [
          [null, "sum"],
          [70, null],
        ],
      },
      expected: { updated_range: "Orders!A1:B2", updated_cells: 2 },
    },
    {
      action: "read_range",
      input: RANGE,
      expected: {
        values: [
          ["id", "sum"],
          ["70", "12.5"],
        ],
      },
    },
    { action: "clear_range", input: RANGE, expected: { cleared_range: "Orders!A1:B2" } },
    {
      action: "read_range",
      input: RANGE,
      expected: {
        values: [
          ["", ""],
          ["", ""],
        ],
      },
    },
    {
      action: "add_sheet",
      input: { spreadsheet_id: "sheet-1", title: "New" },
      expected: { sheet_id: 7003, title: "New" },
    },
    {
      action: "create_spreadsheet",
      input: { title: "Ledger" },
      expected: { spreadsheet_id: "sheet-251", url: "https://docs.google.com/spreadsheets/d/sheet-251/edit" },
    },
    {
      action: "list_spreadsheets",
      input: {},
      expected: { items: ["sheet-251", ...newest.slice(0, 99)].map((id) => ({ id })) },
    },
  ],
  paging: [
    {
      action: "list_spreadsheets",
      input: {},
      pages: 3,
      items: newest.map((id) => ({
        id,
        name: `Book ${id.slice(6)}`,
        url: `https://docs.google.com/spreadsheets/d/${id}/edit`,
        modified_at: `2026-01-01T00:00:00.${id.slice(6).padStart(3, "0")}Z`,
      })),
    },
  ],
  options: [
    { list: "spreadsheets", expected: newest.map((value) => ({ name: `Book ${value.slice(6)}`, value })) },
    {
      list: "sheets",
      input: { spreadsheet_id: "sheet-1" },
      expected: [
        { name: "Orders", value: "Orders" },
        { name: "Done", value: "Done" },
      ],
    },
  ],
  triggers: [
    {
      trigger: "new_row",
      kind: "poll",
      input: { spreadsheet_id: "sheet-1", sheet: "Orders" },
      happen: (mock) => {
        const path =
          "/v4/spreadsheets/sheet-1/values/Orders:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS";
        mock.answer(signedIn(requestOf("POST", path, { json: { values: [[8, 1.5], ["ü"]] } })));
      },
      expected: [
        { row: 3, cells: ["8", "1.5"] },
        { row: 4, cells: ["ü"] },
      ],
    },
    {
      trigger: "spreadsheet_changed",
      kind: "poll",
      late: { seconds: 300 },
      input: {},
      happen: (mock) => {
        const json = { properties: { title: "Fresh" } };
        mock.answer(signedIn(requestOf("POST", "/v4/spreadsheets", { json })));
      },
      expected: [
        {
          id: "sheet-251",
          name: "Fresh",
          modified_at: matching(/^\d{4}-\d\d-\d\dT/),
          url: "https://docs.google.com/spreadsheets/d/sheet-251/edit",
        },
      ],
    },
  ],
  refusals: [
    {
      action: "read_range",
      input: { ...RANGE, range: "Nope!A1" },
      code: "input",
      message: /Unable to parse range/,
    },
    {
      action: "read_range",
      input: { ...RANGE, spreadsheet_id: "none" },
      code: "input",
      message: /not found/,
    },
    {
      action: "add_sheet",
      input: { spreadsheet_id: "sheet-1", title: "Orders" },
      code: "input",
      message: /already exists/,
    },
  ],
};
