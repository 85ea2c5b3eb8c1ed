import type { VendorCall } from "../mock-vendor.ts";
import {
  AT,
  BOOK,
  CELLS,
  call,
  DONE,
  FOUND,
  format,
  item,
  properties,
  RED,
  SHEET,
  search,
  update,
  whole,
} from "./call-forms.ts";
import { triggerCalls } from "./trigger-calls.ts";

const spreadsheets: VendorCall[] = [
  call("get_spreadsheet", BOOK, `GET /v4/spreadsheets/s1?fields=${whole}`, {
    answer: { spreadsheetId: "s1" },
  }),
  {
    action: "search_spreadsheets",
    input: { title: "Orders" },
    pages: [
      { sends: search, answer: { files: [FOUND], nextPageToken: "p2" } },
      { sends: `${search}&pageToken=p2`, answer: { files: [] } },
    ],
    expected: [item],
  },
  update(
    "rename_spreadsheet",
    { ...BOOK, title: "Ledger" },
    { updateSpreadsheetProperties: { properties: { title: "Ledger" }, fields: "title" } },
    [{ renamed: true }],
  ),
  call(
    "read_ranges",
    { ...BOOK, ranges: ["Orders!A1:B2", "Done"], by: "COLUMNS", render: "FORMULA" },
    "GET /v4/spreadsheets/s1/values:batchGet?ranges=Orders!A1:B2&ranges=Done&majorDimension=COLUMNS&valueRenderOption=FORMULA",
    {
      answer: { spreadsheetId: "s1", valueRanges: [{ range: "Orders!A1:B2", values: [["id"]] }] },
      expected: { ranges: [{ range: "Orders!A1:B2", values: [["id"]] }] },
    },
  ),
  call(
    "update_ranges",
    { ...BOOK, data: [{ range: "Orders!A2:B2", values: [[7, null]] }] },
    "POST /v4/spreadsheets/s1/values:batchUpdate",
    {
      body: { valueInputOption: "USER_ENTERED", data: [{ range: "Orders!A2:B2", values: [[7, null]] }] },
      answer: { spreadsheetId: "s1", totalUpdatedCells: 1 },
    },
  ),
  call("clear_ranges", { ...BOOK, ranges: ["A1:B2", "Done"] }, "POST /v4/spreadsheets/s1/values:batchClear", {
    body: { ranges: ["A1:B2", "Done"] },
    answer: { clearedRanges: ["Orders!A1:B2", "Done!A1:Z1000"] },
  }),
  ...[
    [{ sheet_id: 7 }, { sheetId: 7 }],
    [{ all_sheets: true }, { allSheets: true }],
  ].map(([where, sent]) =>
    update(
      "replace_text",
      {
        ...{ ...BOOK, ...where, find: "a+", replacement: "", match_case: true, match_entire_cell: false },
        ...{ regular_expression: true, include_formulas: false },
      },
      {
        findReplace: {
          ...{ ...sent, find: "a+", replacement: "", matchCase: true, matchEntireCell: false },
          ...{ searchByRegex: true, includeFormulas: false },
        },
      },
      [{ valuesChanged: 2 }, { findReplace: { valuesChanged: 2 } }],
    ),
  ),
  update(
    "apply_changes",
    { ...BOOK, requests: [{ deleteEmbeddedObject: { objectId: 3 } }] },
    { deleteEmbeddedObject: { objectId: 3 } },
    [{ replies: [{}] }],
  ),
];

const COPY = { sheetId: 8, title: "Copy", index: 2 };

const sheets: VendorCall[] = [
  call("list_sheets", BOOK, "GET /v4/spreadsheets/s1?fields=sheets.properties", {
    answer: { sheets: [{ properties: { sheetId: 7, title: "Orders" } }] },
  }),
  {
    list: "sheet_ids",
    input: BOOK,
    pages: [
      {
        sends: "GET /v4/spreadsheets/s1?fields=sheets.properties",
        answer: { sheets: [{ properties: { sheetId: 7, title: "Orders" } }] },
      },
    ],
    expected: [{ name: "Orders", value: 7 }],
  },
  properties("rename_sheet", { title: "Bills" }, [{ title: "Bills" }, "title"], { renamed: true }),
  properties("hide_sheet", { hidden: true }, [{ hidden: true }, "hidden"]),
  properties("move_sheet", { index: 2 }, [{ index: 2 }, "index"]),
  properties("freeze_rows_and_columns", { rows: 1, columns: 0 }, [
    { gridProperties: { frozenRowCount: 1, frozenColumnCount: 0 } },
    "gridProperties.frozenRowCount,gridProperties.frozenColumnCount",
  ]),
  update(
    "duplicate_sheet",
    { ...SHEET, title: "Copy", index: 2 },
    { duplicateSheet: { sourceSheetId: 7, newSheetName: "Copy", insertSheetIndex: 2 } },
    [COPY, { duplicateSheet: { properties: COPY } }],
  ),
  call("copy_sheet", { ...SHEET, to_spreadsheet_id: "s2" }, "POST /v4/spreadsheets/s1/sheets/7:copyTo", {
    body: { destinationSpreadsheetId: "s2" },
    answer: COPY,
  }),
  call("clear_sheet", { ...BOOK, sheet: "Done" }, "POST /v4/spreadsheets/s1/values/Done:clear", {
    body: {},
    answer: { spreadsheetId: "s1", clearedRange: "Done!A1:Z1000" },
    expected: { cleared_range: "Done!A1:Z1000" },
  }),
  update("delete_sheet", SHEET, { deleteSheet: { sheetId: 7 } }, [{ deleted: true }]),
];

const ROW = { ...BOOK, sheet: "My orders", row: 3 };
const BETWEEN = { ...SHEET, dimension: "ROWS", start_index: 1, end_index: 3 };
const DIMENSION = { sheetId: 7, dimension: "ROWS", startIndex: 1, endIndex: 3 };
const line = "/v4/spreadsheets/s1/values/'My%20orders'!3:3";

const header = {
  sends: "GET /v4/spreadsheets/s1/values/'My%20orders'!1:1",
  answer: { range: "'My orders'!A1:Z1", majorDimension: "ROWS", values: [["id", "total", "state"]] },
};
const SHEET_OF_ROWS = { ...BOOK, sheet: "My orders" };
const table = {
  range: "'My orders'!A1:Z1000",
  values: [["id", "total", "state"], ["7", "12.5", "open"], [], ["8", "1", "done"], ["9"]],
};
const orderRow = (row: number, id: string, [total, state]: readonly [string, string]) => ({
  ...{ row, index: row - 1, values: { id, total, state } },
});

const records: VendorCall[] = [
  call(
    "find_rows",
    { ...SHEET_OF_ROWS, column: "state", value: "done" },
    "GET /v4/spreadsheets/s1/values/My%20orders",
    { answer: table, expected: { rows: [orderRow(4, "8", ["1", "done"])] } },
  ),
  call("find_rows", SHEET_OF_ROWS, "GET /v4/spreadsheets/s1/values/My%20orders", {
    answer: table,
    expected: {
      rows: [orderRow(2, "7", ["12.5", "open"]), orderRow(4, "8", ["1", "done"]), orderRow(5, "9", ["", ""])],
    },
  }),
  call(
    "append_records",
    { ...SHEET_OF_ROWS, records: [{ state: "open", id: 10 }, { total: 5 }] },
    "POST /v4/spreadsheets/s1/values/My%20orders:append?valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS",
    {
      before: header,
      body: {
        values: [
          [10, null, "open"],
          [null, 5, null],
        ],
      },
      answer: { updates: { updatedRange: "'My orders'!A6:C7", updatedRows: 2 } },
      expected: { updated_range: "'My orders'!A6:C7", updated_rows: 2 },
    },
  ),
  call(
    "update_record",
    { ...SHEET_OF_ROWS, row: 4, record: { state: "paid" } },
    "PUT /v4/spreadsheets/s1/values/'My%20orders'!A4?valueInputOption=USER_ENTERED",
    {
      before: header,
      body: { values: [[null, null, "paid"]] },
      answer: { updatedRange: "'My orders'!A4:C4", updatedCells: 1 },
      expected: { updated_range: "'My orders'!A4:C4", updated_cells: 1 },
    },
  ),
  {
    list: "columns",
    input: SHEET_OF_ROWS,
    pages: [header],
    expected: ["id", "total", "state"].map((value) => ({ name: value, value })),
  },
];

const rows: VendorCall[] = [
  call("get_row", ROW, `GET ${line}`, {
    answer: { range: "'My orders'!A3:Z3", majorDimension: "ROWS", values: [["7", "12.5"]] },
    expected: { range: "'My orders'!A3:Z3", cells: ["7", "12.5"] },
  }),
  call(
    "update_row",
    { ...ROW, cells: [7, null, "x"] },
    "PUT /v4/spreadsheets/s1/values/'My%20orders'!A3?valueInputOption=USER_ENTERED",
    {
      body: { values: [[7, null, "x"]] },
      answer: { spreadsheetId: "s1", updatedRange: "'My orders'!A3:C3", updatedCells: 2 },
      expected: { updated_range: "'My orders'!A3:C3", updated_cells: 2 },
    },
  ),
  call("clear_row", ROW, `POST ${line}:clear`, {
    body: {},
    answer: { spreadsheetId: "s1", clearedRange: "'My orders'!A3:Z3" },
    expected: { cleared_range: "'My orders'!A3:Z3" },
  }),
  update("insert_rows_or_columns", BETWEEN, { insertDimension: { range: DIMENSION } }, [{ inserted: true }]),
  update(
    "append_empty_rows_or_columns",
    { ...SHEET, dimension: "COLUMNS", length: 2 },
    { appendDimension: { sheetId: 7, dimension: "COLUMNS", length: 2 } },
    [{ appended: true }],
  ),
  update("delete_rows_or_columns", BETWEEN, { deleteDimension: { range: DIMENSION } }, [{ deleted: true }]),
  update(
    "move_rows_or_columns",
    { ...BETWEEN, to_index: 9 },
    { moveDimension: { source: DIMENSION, destinationIndex: 9 } },
    [{ moved: true }],
  ),
  update(
    "hide_rows_or_columns",
    { ...BETWEEN, hidden: false },
    {
      updateDimensionProperties: {
        ...{ range: DIMENSION, properties: { hiddenByUser: false }, fields: "hiddenByUser" },
      },
    },
    [DONE],
  ),
  update(
    "resize_rows_or_columns",
    { ...BETWEEN, pixels: 40 },
    { updateDimensionProperties: { range: DIMENSION, properties: { pixelSize: 40 }, fields: "pixelSize" } },
    [DONE],
  ),
  update("fit_rows_or_columns", BETWEEN, { autoResizeDimensions: { dimensions: DIMENSION } }, [DONE]),
];

const TEXT = {
  ...{ bold: true, italic: false, underline: true, strikethrough: false, fontSize: 12 },
  ...{ fontFamily: "Arial", foregroundColor: RED },
};
const ALIGNMENT =
  "userEnteredFormat.horizontalAlignment,userEnteredFormat.verticalAlignment,userEnteredFormat.wrapStrategy";
const choices = [{ userEnteredValue: "Open" }, { userEnteredValue: "Done" }];
const NAMED = { namedRangeId: "n1", name: "Totals" };
const PROTECTED = { protectedRangeId: 5, description: "Totals" };
const byColumn = [{ dimensionIndex: 1, sortOrder: "DESCENDING" }];

const cells: VendorCall[] = [
  format("format_text", { format: TEXT }, [
    { userEnteredFormat: { textFormat: TEXT } },
    "userEnteredFormat.textFormat",
  ]),
  // An empty range is the whole sheet.
  update(
    "format_text",
    { ...SHEET, range: {}, format: { bold: true } },
    {
      repeatCell: {
        ...{ range: { sheetId: 7 }, cell: { userEnteredFormat: { textFormat: { bold: true } } } },
        fields: "userEnteredFormat.textFormat",
      },
    },
    [DONE],
  ),
  format("set_background_color", { color: RED }, [
    { userEnteredFormat: { backgroundColor: RED } },
    "userEnteredFormat.backgroundColor",
  ]),
  format("set_number_format", { type: "DATE", pattern: "yyyy-mm-dd" }, [
    { userEnteredFormat: { numberFormat: { type: "DATE", pattern: "yyyy-mm-dd" } } },
    "userEnteredFormat.numberFormat",
  ]),
  format("align_cells", { horizontal: "CENTER", vertical: "TOP", wrap: "WRAP" }, [
    { userEnteredFormat: { horizontalAlignment: "CENTER", verticalAlignment: "TOP", wrapStrategy: "WRAP" } },
    ALIGNMENT,
  ]),
  format("set_note", { note: "Checked" }, [{ note: "Checked" }, "note"]),
  update(
    "merge_cells",
    { ...CELLS, type: "MERGE_ROWS" },
    { mergeCells: { range: AT, mergeType: "MERGE_ROWS" } },
    [DONE],
  ),
  update("unmerge_cells", CELLS, { unmergeCells: { range: AT } }, [DONE]),
  update("sort_rows", { ...CELLS, by: byColumn }, { sortRange: { range: AT, sortSpecs: byColumn } }, [DONE]),
  update("set_filter", CELLS, { setBasicFilter: { filter: { range: AT } } }, [DONE]),
  update("remove_filter", SHEET, { clearBasicFilter: { sheetId: 7 } }, [DONE]),
  update("remove_duplicates", CELLS, { deleteDuplicates: { range: AT } }, [
    { removed: 3 },
    { deleteDuplicates: { duplicatesRemovedCount: 3 } },
  ]),
  update("trim_cells", CELLS, { trimWhitespace: { range: AT } }, [
    { changed: 4 },
    { trimWhitespace: { cellsChangedCount: 4 } },
  ]),
  update(
    "set_dropdown",
    { ...CELLS, choices, strict: true },
    {
      setDataValidation: {
        range: AT,
        rule: { condition: { type: "ONE_OF_LIST", values: choices }, strict: true, showCustomUi: true },
      },
    },
    [DONE],
  ),
  update(
    "add_named_range",
    { ...CELLS, name: "Totals" },
    { addNamedRange: { namedRange: { name: "Totals", range: AT } } },
    [NAMED, { addNamedRange: { namedRange: NAMED } }],
  ),
  update(
    "protect_range",
    { ...CELLS, description: "Totals", editors: ["ann@example.com"], warning_only: false },
    {
      addProtectedRange: {
        protectedRange: {
          ...{ range: AT, description: "Totals", warningOnly: false },
          editors: { users: ["ann@example.com"] },
        },
      },
    },
    [PROTECTED, { addProtectedRange: { protectedRange: PROTECTED } }],
  ),
];

/** What Google Sheets documents for spreadsheets, sheets, rows, cells and what is new. */
export const calls: readonly VendorCall[] = [
  ...spreadsheets,
  ...sheets,
  ...records,
  ...rows,
  ...cells,
  ...triggerCalls,
];
