import type { VendorCall } from "../mock-vendor.ts";
import { BOOK } from "./call-forms.ts";

const created = (since: string) => {
  const q = `mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false and createdTime >= '${since}'`;
  const fields = "nextPageToken,files(id,name,createdTime,webViewLink)";
  return `GET /drive/v3/files?q=${encodeURIComponent(q)}&orderBy=createdTime&pageSize=100&fields=${fields}`;
};
const [noon, late] = ["2026-03-01T12:00:00.000Z", "2026-03-01T12:20:00.000Z"];
const file = { id: "s3", name: "New", createdTime: late, webViewLink: "https://y" };
const values = "GET /v4/spreadsheets/s1/values/Orders?valueRenderOption=FORMATTED_VALUE";
const titles = "GET /v4/spreadsheets/s1?fields=sheets.properties";
const [first, second] = [
  { sheetId: 7, title: "Orders", index: 0 },
  { sheetId: 8, title: "Bills", index: 1 },
].map((one) => ({ properties: one }));

/** What is new in spreadsheets, sheets and rows. */
export const triggerCalls: readonly VendorCall[] = [
  {
    trigger: "row_changed",
    input: { ...BOOK, sheet: "Orders" },
    polls: [
      [{ sends: values, answer: { values: [["id"], ["7", "open"]] } }],
      // A row is inserted, and one is changed.
      [{ sends: values, answer: { values: [["id"], ["6"], ["7", "done"]] } }],
      [{ sends: values, answer: { values: [["id"], ["6"], ["7", "done"]] } }],
    ],
    expected: [
      { row: 2, cells: ["6"] },
      { row: 3, cells: ["7", "done"] },
    ],
  },
  {
    trigger: "new_sheet",
    input: BOOK,
    polls: [
      [{ sends: titles, answer: { sheets: [first] } }],
      [{ sends: titles, answer: { sheets: [first, second] } }],
    ],
    expected: [{ sheetId: 8, title: "Bills", index: 1 }],
  },
  {
    trigger: "new_spreadsheet",
    input: {},
    polls: [
      [{ sends: created(noon), answer: { files: [] } }],
      [
        { sends: created(noon), answer: { files: [file], nextPageToken: "p2" } },
        { sends: `${created(noon)}&pageToken=p2`, answer: { files: [] } },
      ],
      [{ sends: created("2026-03-01T12:10:00.000Z"), answer: { files: [file] } }],
    ],
    expected: [{ id: "s3", name: "New", created_at: late, url: "https://y" }],
  },
];
