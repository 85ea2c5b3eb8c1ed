import { aboutDrive, type DriveFile, listDriveFiles } from "../google-drive-files.ts";
import { googleApi, invalid, notFound } from "../google-mock.ts";
import type { MockHandler, MockRoutes } from "../mock-routes.ts";
import { isObject, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// developers.google.com/workspace/sheets/api/reference/rest (v4): ranges in A1 notation; a missing sheet is
// 400 "Unable to parse range"; custom verbs follow a colon. Spreadsheets are listed by the Drive API (v3).
interface Spreadsheet {
  title: string;
  sheets: Map<string, unknown[][]>;
}

interface Area {
  sheet: string;
  rows: unknown[][];
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const SHEET_TYPE = "application/vnd.google-apps.spreadsheet";
const OPTIONS = ["RAW", "USER_ENTERED"];
const RENDERINGS = ["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"];
const A1 = /^(?:'([^']+)'|([^'!]+))(?:!([A-Z])(\d*)(?::([A-Z])(\d*))?)?$/;

function areaOf(spreadsheet: Spreadsheet, range: string): Area | undefined {
  const match = A1.exec(range);
  const sheet = match?.[1] ?? match?.[2] ?? "";
  const rows = spreadsheet.sheets.get(sheet);
  if (match === null || rows === undefined) return undefined;
  const [, , , from = "A", top, to, bottom] = match;
  const column = (letter: string) => letter.charCodeAt(0) - 65;
  const one = match[3] !== undefined && to === undefined;
  return {
    sheet,
    rows,
    left: column(from),
    right: one ? column(from) : column(to ?? "Z"),
    top: Number(top || 1) - 1,
    bottom: (one ? Number(top || 1000) : Number(bottom || 1000)) - 1,
  };
}

function nameOf({ sheet, left, right, top, bottom }: Area): string {
  const letter = (column: number) => String.fromCharCode(65 + column);
  return `${sheet}!${letter(left)}${top + 1}:${letter(right)}${bottom + 1}`;
}

function rowsIn(request: MockRequest): unknown[][] | undefined {
  const values = jsonBody(request)?.values;
  if (!Array.isArray(values) || values.length === 0 || !values.every(Array.isArray)) return undefined;
  return OPTIONS.includes(request.query.get("valueInputOption") ?? "") ? values : undefined;
}

function write(
  area: Area,
  values: unknown[][],
): { updatedRange: string; updatedRows: number; updatedCells: number } {
  values.forEach((row, i) => {
    const target = area.rows[area.top + i] ?? [];
    area.rows[area.top + i] = target;
    row.forEach((cell, j) => {
      if (cell !== null) target[area.left + j] = cell;
    });
  });
  const width = Math.max(...values.map((row) => row.length));
  const written = { ...area, bottom: area.top + values.length - 1, right: area.left + width - 1 };
  return {
    updatedRange: nameOf(written),
    updatedRows: values.length,
    updatedCells: values.flat().filter((cell) => cell !== null).length,
  };
}

function append(area: Area, request: MockRequest, spreadsheetId: string): MockAnswer {
  const values = rowsIn(request);
  if (values === undefined) return invalid("'valueInputOption' is required but not specified");
  if (request.query.get("insertDataOption") !== "INSERT_ROWS") {
    return invalid("Data below the table would be overwritten.");
  }
  const updates = { spreadsheetId, ...write({ ...area, top: area.rows.length }, values) };
  return { status: 200, body: { spreadsheetId, tableRange: nameOf(area), updates } };
}

function read(area: Area, { query }: MockRequest): MockAnswer {
  const rendering = query.get("valueRenderOption") ?? "FORMATTED_VALUE";
  if (!RENDERINGS.includes(rendering)) return invalid("Invalid value at 'value_render_option'");
  const rows = area.rows.slice(area.top, area.bottom + 1).map((row) => row.slice(area.left, area.right + 1));
  const values = rendering === "FORMATTED_VALUE" ? rows.map((row) => row.map(String)) : rows;
  return { status: 200, body: { range: nameOf(area), majorDimension: "ROWS", values } };
}

function addSheet(spreadsheet: Spreadsheet, request: MockRequest, spreadsheetId: string): MockAnswer {
  const requests = jsonBody(request)?.requests;
  const add: unknown = Array.isArray(requests) && isObject(requests[0]) ? requests[0].addSheet : undefined;
  const title = isObject(add) && isObject(add.properties) ? add.properties.title : undefined;
  if (typeof title !== "string") return invalid("Must specify at least one request.");
  if (spreadsheet.sheets.has(title)) {
    return invalid(`Invalid requests[0].addSheet: A sheet with the name "${title}" already exists.`);
  }
  spreadsheet.sheets.set(title, []);
  const properties = { sheetId: 7000 + spreadsheet.sheets.size, title, sheetType: "GRID" };
  return { status: 200, body: { spreadsheetId, replies: [{ addSheet: { properties } }] } };
}

interface Drive {
  known: Map<string, Spreadsheet>;
  files: DriveFile[];
}

function addSpreadsheet({ known, files }: Drive, title: string, modifiedTime: string): string {
  const id = `sheet-${known.size + 1}`;
  const orders = [
    ["id", "total"],
    [7, 12.5],
  ];
  known.set(id, {
    title,
    sheets: new Map([
      ["Orders", orders],
      ["Done", []],
    ]),
  });
  const webViewLink = `https://docs.google.com/spreadsheets/d/${id}/edit`;
  const times = { createdTime: modifiedTime, modifiedTime };
  files.push({
    id,
    name: title,
    mimeType: SHEET_TYPE,
    parents: ["root"],
    trashed: false,
    webViewLink,
    ...times,
  });
  return id;
}

function fullDrive(): Drive {
  const drive: Drive = { known: new Map(), files: [] };
  for (let i = 1; i <= 250; i++) {
    addSpreadsheet(drive, `Book ${i}`, `2026-01-01T00:00:00.${String(i).padStart(3, "0")}Z`);
  }
  const others = drive.files.slice(0, 2);
  drive.files.push(...others.map((file) => ({ ...file, id: `${file.id}-doc`, mimeType: "text/plain" })));
  drive.files.push(...others.map((file) => ({ ...file, id: `${file.id}-gone`, trashed: true })));
  return drive;
}

type OnArea = (area: Area, request: MockRequest, id: string) => MockAnswer;

function valueRoutes({ known }: Drive): MockRoutes {
  const within =
    (answer: OnArea): MockHandler =>
    (request, [id = "", range = ""]) => {
      const spreadsheet = known.get(id);
      if (spreadsheet === undefined) return notFound();
      const area = areaOf(spreadsheet, range);
      return area === undefined ? invalid(`Unable to parse range: ${range}`) : answer(area, request, id);
    };
  return {
    "POST /v4/spreadsheets/*/values/*:append": within(append),
    "POST /v4/spreadsheets/*/values/*:clear": within((area, _request, spreadsheetId) => {
      for (const row of area.rows.slice(area.top, area.bottom + 1)) row.fill("", area.left, area.right + 1);
      return { status: 200, body: { spreadsheetId, clearedRange: nameOf(area) } };
    }),
    "GET /v4/spreadsheets/*/values/*": within(read),
    "PUT /v4/spreadsheets/*/values/*": within((area, request, spreadsheetId) => {
      const values = rowsIn(request);
      if (values === undefined) return invalid("'valueInputOption' is required but not specified");
      return { status: 200, body: { spreadsheetId, ...write(area, values) } };
    }),
  };
}

/** An imitation of Google Sheets and the part of Drive that lists spreadsheets with some records in it. */
export function create(): Mock {
  const drive = fullDrive();
  return googleApi({
    ...valueRoutes(drive),
    "POST /v4/spreadsheets/*:batchUpdate": (request, [id = ""]) => {
      const spreadsheet = drive.known.get(id);
      return spreadsheet === undefined ? notFound() : addSheet(spreadsheet, request, id);
    },
    "POST /v4/spreadsheets": (request) => {
      const properties = jsonBody(request)?.properties;
      const title = isObject(properties) ? properties.title : undefined;
      if (typeof title !== "string") return invalid("Invalid JSON payload received.");
      const spreadsheetId = addSpreadsheet(drive, title, new Date().toISOString());
      const spreadsheetUrl = `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`;
      return { status: 200, body: { spreadsheetId, spreadsheetUrl, properties: { title } } };
    },
    "GET /v4/spreadsheets/*": ({ query }, [id = ""]) => {
      const spreadsheet = drive.known.get(id);
      if (spreadsheet === undefined) return notFound();
      if (query.get("fields") !== "sheets.properties") return invalid("Invalid field mask");
      const sheets = [...spreadsheet.sheets.keys()].map((title, i) => ({
        properties: { sheetId: i, title },
      }));
      return { status: 200, body: { sheets } };
    },
    "GET /drive/v3/about": aboutDrive,
    "GET /drive/v3/files": (request) => listDriveFiles(request, drive.files),
  });
}
