import type { ActionCall } from "../mock-vendor.ts";

// developers.google.com/workspace/sheets/api/reference/rest (v4): changes of structure and format are `requests` of a
// batchUpdate, whose `replies` stand in the same order; indexes count from 0 and leave out their end.
type Input = Record<string, unknown>;

export const BOOK = { spreadsheet_id: "s1" };
export const SHEET = { ...BOOK, sheet_id: 7 };
export const GRID = { startRowIndex: 1, endRowIndex: 4, startColumnIndex: 0, endColumnIndex: 2 };
export const CELLS = { ...SHEET, range: GRID };
export const AT = { sheetId: 7, ...GRID };
export const DONE = { changed: true };
export const RED = { red: 1, green: 0.5, blue: 0 };

export const call = (action: string, input: Input, sends: string, more: Partial<ActionCall>): ActionCall => ({
  ...{ action, input, sends, answer: {} },
  ...more,
});

/** An action that is one request of a batchUpdate; `reply` is what Google says of it. */
export const update = (
  action: string,
  input: Input,
  request: object,
  [expected, reply = {}]: readonly [expected: unknown, reply?: object],
): ActionCall =>
  call(action, input, "POST /v4/spreadsheets/s1:batchUpdate", {
    body: { requests: [request] },
    answer: { spreadsheetId: "s1", replies: [reply] },
    expected,
  });

export const format = (action: string, input: Input, [cell, fields]: readonly [object, string]): ActionCall =>
  update(action, { ...CELLS, ...input }, { repeatCell: { range: AT, cell, fields } }, [DONE]);

export const properties = (
  action: string,
  input: Input,
  [changed, fields]: readonly [object, string],
  expected: object = DONE,
): ActionCall => {
  const request = { updateSheetProperties: { properties: { sheetId: 7, ...changed }, fields } };
  return update(action, { ...SHEET, ...input }, request, [expected]);
};

export const FOUND = {
  id: "s2",
  name: "Orders 2026",
  modifiedTime: "2026-02-01T00:00:00.000Z",
  webViewLink: "https://x",
};
export const FIELDS = "nextPageToken,files(id,name,modifiedTime,webViewLink)";
export const query =
  "mimeType = 'application/vnd.google-apps.spreadsheet' and name contains 'Orders' and trashed = false";
export const search = `GET /drive/v3/files?q=${encodeURIComponent(query)}&orderBy=modifiedTime%20desc&pageSize=100&fields=${FIELDS}`;
export const whole = "spreadsheetId,spreadsheetUrl,properties,sheets.properties,namedRanges";
export const item = { id: "s2", name: "Orders 2026", modified_at: FOUND.modifiedTime, url: "https://x" };
