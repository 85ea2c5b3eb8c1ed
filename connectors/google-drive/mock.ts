import { aboutDrive, type DriveFile, listDriveFiles } from "../google-drive-files.ts";
import {
  googleAnswers,
  googleApi,
  googleOAuth,
  googleTokens,
  invalid,
  notFound,
  partsIn,
  serviceAccount,
  signedIn,
} from "../google-mock.ts";
import { requestOf } from "../mock-request.ts";
import type { MockHandler } from "../mock-routes.ts";
import {
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";
import { calls } from "./calls.ts";

// developers.google.com/workspace/drive/api/reference/rest/v3: answers hold the asked for `fields` only;
// parents are moved by query parameters and not by the body; only Google's own documents can be exported.
const FOLDER = "application/vnd.google-apps.folder";
const DOCUMENT = "application/vnd.google-apps.document";
const ROLES = ["reader", "commenter", "writer", "owner"];
const EXPORTS = ["text/plain", "text/markdown", "text/html"];

interface Drive {
  files: DriveFile[];
  /** What was uploaded, by the file's id. */
  contents: Map<string, string>;
}

function add(drive: Drive, file: Pick<DriveFile, "name" | "mimeType" | "parents">, time: string): DriveFile {
  const id = `file-${drive.files.length + 1}`;
  const webViewLink = `https://drive.google.com/file/d/${id}/view`;
  const full = { ...file, id, createdTime: time, modifiedTime: time, webViewLink, trashed: false };
  drive.files.push(full);
  return full;
}

function fullDrive(): Drive {
  const drive: Drive = { files: [], contents: new Map() };
  for (let i = 1; i <= 101; i++) {
    const number = String(i).padStart(3, "0");
    const time = `2026-01-01T00:00:00.${number}Z`;
    add(drive, { name: `Folder ${number}`, mimeType: FOLDER, parents: ["root"] }, time);
    add(drive, { name: `Letter ${number}`, mimeType: DOCUMENT, parents: ["file-1"] }, time);
  }
  return drive;
}

/** An answer with the asked for fields; by default those that Drive documents as such. */
function partOf(file: DriveFile, { query }: MockRequest): MockAnswer {
  const names = (query.get("fields") ?? "id,name,mimeType").split(",");
  const wrong = names.find((name) => !Object.hasOwn(file, name));
  if (wrong !== undefined) return invalid(`Invalid field selection ${wrong}`);
  return {
    status: 200,
    body: Object.fromEntries(Object.entries(file).filter(([name]) => names.includes(name))),
  };
}

function insert(drive: Drive, request: MockRequest, template?: DriveFile): MockAnswer {
  const body = jsonBody(request);
  const { name = template?.name ?? "Untitled", mimeType = template?.mimeType ?? "application/octet-stream" } =
    body ?? {};
  const parents = body?.parents ?? template?.parents ?? ["root"];
  if (body === undefined || !Array.isArray(parents) || parents.length !== 1) {
    return invalid("A shortcut or file must have exactly one parent.");
  }
  const parent = String(parents[0]);
  if (parent !== "root" && !drive.files.some(({ id }) => id === parent))
    return notFound(`File not found: ${parent}.`);
  const file = { name: String(name), mimeType: String(mimeType), parents: [parent] };
  return partOf(add(drive, file, new Date().toISOString()), request);
}

/** A part's headers, and its content as text. */
function readPart(part: string): { type: string; text: string } | undefined {
  const end = part.indexOf("\r\n\r\n");
  const [type, encoding] = part.slice(0, Math.max(end, 0)).split("\r\n");
  if (type?.startsWith("Content-Type: ") !== true) return undefined;
  const content = part.slice(end + 4);
  if (encoding === undefined) return { type: type.slice(14), text: content };
  if (encoding !== "Content-Transfer-Encoding: base64") return undefined;
  return { type: type.slice(14), text: Buffer.from(content, "base64").toString("utf8") };
}

/** A new file from its metadata and its content (multipart/related). */
function upload(drive: Drive, request: MockRequest): MockAnswer {
  const { query, headers, body } = request;
  const parts = partsIn(headers["content-type"] ?? "", body)?.map(readPart);
  const [metadata, media] = parts ?? [];
  if (query.get("uploadType") !== "multipart" || parts?.length !== 2 || !metadata || !media)
    return invalid("Malformed multipart body.");
  if (metadata.type !== "application/json; charset=UTF-8") return invalid("Malformed multipart body.");
  const about: unknown = JSON.parse(metadata.text);
  const { name, parents, mimeType = media.type } = isObject(about) ? about : {};
  if (typeof name !== "string" || !Array.isArray(parents)) return invalid("Malformed multipart body.");
  const [parent] = parents.map(String);
  const isKnown = drive.files.some(({ id }) => id === parent);
  if (parent !== "root" && (!isKnown || query.get("supportsAllDrives") !== "true"))
    return notFound(`File not found: ${parent}.`);
  const file = add(
    drive,
    { name, mimeType: String(mimeType), parents: [String(parent)] },
    new Date().toISOString(),
  );
  drive.contents.set(file.id, media.text);
  return partOf(file, request);
}

/** A new content of a file, as it is. */
function replace(drive: Drive, file: DriveFile, request: MockRequest): MockAnswer {
  const { query, headers, body } = request;
  if (query.get("uploadType") !== "media" || query.get("supportsAllDrives") !== "true")
    return invalid("Invalid upload request");
  file.mimeType = headers["content-type"] ?? "";
  drive.contents.set(file.id, body);
  return partOf(file, request);
}

function createDrive(request: MockRequest): MockAnswer {
  const name = jsonBody(request)?.name;
  const isGiven = (request.query.get("requestId") ?? "").length > 20;
  if (typeof name !== "string" || !isGiven) return invalid("Required parameter: requestId");
  return { status: 200, body: { kind: "drive#drive", id: "d7", name } };
}

function update(file: DriveFile, request: MockRequest): MockAnswer {
  const body = jsonBody(request) ?? {};
  if ("parents" in body) return invalid("The parents field is not directly writable in update requests.");
  const { query } = request;
  if (typeof body.name === "string") file.name = body.name;
  if (typeof body.trashed === "boolean") file.trashed = body.trashed;
  const removed = (query.get("removeParents") ?? "").split(",");
  const added = (query.get("addParents") ?? "").split(",").filter((id) => id !== "");
  file.parents = [...file.parents.filter((id) => !removed.includes(id)), ...added];
  file.modifiedTime = new Date().toISOString();
  return partOf(file, request);
}

function exportFile(file: DriveFile, { query }: MockRequest): MockAnswer {
  if (file.mimeType !== DOCUMENT) return invalid("Export only supports Docs Editors files.");
  const type = query.get("mimeType") ?? "";
  if (!EXPORTS.includes(type)) return invalid("The requested conversion is not supported.");
  return { status: 200, headers: { "content-type": type }, body: `Dear reader of ${file.name}` };
}

function share(request: MockRequest): MockAnswer {
  const { type, role, emailAddress } = jsonBody(request) ?? {};
  if (!["true", "false", null].includes(request.query.get("sendNotificationEmail")))
    return invalid("Invalid value");
  if (type !== "user" || !ROLES.includes(String(role)))
    return invalid("The permission type field is required.");
  if (!/^\S+@\S+$/.test(String(emailAddress))) return invalid("The specified emailAddress is invalid.");
  return { status: 200, body: { kind: "drive#permission", id: "0917", type, role } };
}

function create(): Mock {
  const drive = fullDrive();
  const onFile =
    (answer: (file: DriveFile, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [id = ""]) => {
      const file = drive.files.find((candidate) => candidate.id === id);
      return file === undefined ? notFound(`File not found: ${id}.`) : answer(file, request);
    };
  return googleApi({
    "GET /drive/v3/about": aboutDrive,
    "GET /drive/v3/files": (request) => listDriveFiles(request, drive.files),
    "POST /drive/v3/files": (request) => insert(drive, request),
    "POST /upload/drive/v3/files": (request) => upload(drive, request),
    "PATCH /upload/drive/v3/files/*": onFile((file, request) => replace(drive, file, request)),
    "POST /drive/v3/drives": createDrive,
    "GET /drive/v3/files/*": onFile((file, request) =>
      request.query.get("alt") === "media"
        ? { status: 200, headers: { "content-type": file.mimeType }, body: drive.contents.get(file.id) ?? "" }
        : partOf(file, request),
    ),
    "PATCH /drive/v3/files/*": onFile(update),
    "GET /drive/v3/files/*/export": onFile(exportFile),
    "POST /drive/v3/files/*/copy": onFile((file, request) => insert(drive, request, file)),
    "POST /drive/v3/files/*/permissions": onFile((_file, request) => share(request)),
  });
}

const numbers = Array.from({ length: 101 }, (_, i) => String(i + 1).padStart(3, "0"));
const folders = numbers.map((number, i) => ({ name: `Folder ${number}`, value: `file-${2 * i + 1}` }));
const letters = numbers.map((number, i) => ({
  id: `file-${2 * i + 2}`,
  name: `Letter ${number}`,
  mimeType: DOCUMENT,
  modifiedTime: `2026-01-01T00:00:00.${number}Z`,
  webViewLink: `https://drive.google.com/file/d/file-${2 * i + 2}/view`,
}));

const madeFile = (number: number, name: string, mimeType: string) => ({
  ...{ id: `file-${number}`, name, mimeType },
  webViewLink: `https://drive.google.com/file/d/file-${number}/view`,
});

/** A download of what was uploaded. */
const contentOf = (number: number, content: string, contentType: string) => [
  { action: "download_file", input: { file_id: `file-${number}` }, expected: { content, contentType } },
];

/** Google Drive (v3), as documented at developers.google.com/workspace/drive/api. */
export const vendor: MockVendor = {
  hosts: ["www.googleapis.com"],
  credentials: {
    oauth2: googleTokens,
    keybased: { good: serviceAccount(googleTokens.good), bad: serviceAccount(googleTokens.bad) },
  },
  oauth: googleOAuth(["drive"]),
  parameters: {
    "GET /drive/v3/about": ["fields"],
    "GET /drive/v3/files": ["q", "orderBy", "pageSize", "pageToken", "fields"],
    "POST /drive/v3/files": ["fields", "name", "mimeType", "parents"],
    "GET /drive/v3/files/*": ["fields", "alt", "supportsAllDrives"],
    "POST /upload/drive/v3/files": ["uploadType", "supportsAllDrives", "fields"],
    "PATCH /upload/drive/v3/files/*": ["uploadType", "supportsAllDrives", "fields"],
    "POST /drive/v3/drives": ["requestId", "name"],
    "PATCH /drive/v3/files/*": ["fields", "addParents", "removeParents", "name", "trashed"],
    "GET /drive/v3/files/*/export": ["mimeType"],
    "POST /drive/v3/files/*/copy": ["fields", "name", "parents"],
    "POST /drive/v3/files/*/permissions": ["sendNotificationEmail", "type", "role", "emailAddress"],
  },
  account: "ada@northwind.example",
  create,
  calls,
  answers: googleAnswers,
  cases: [
    { action: "list_files", input: { folder_id: "file-1" }, expected: { items: letters.slice(0, 100) } },
    {
      action: "search_files",
      input: { name: "Letter 10" },
      expected: { items: [{ id: "file-202" }, { id: "file-200" }], next_cursor: null },
    },
    {
      action: "create_folder",
      input: { name: "Bills", parent_id: "file-1" },
      expected: {
        id: "file-203",
        name: "Bills",
        webViewLink: "https://drive.google.com/file/d/file-203/view",
      },
    },
    {
      action: "copy_file",
      input: { file_id: "file-2", name: "Copy", parent_id: "file-203" },
      expected: {
        id: "file-204",
        name: "Copy",
        webViewLink: "https://drive.google.com/file/d/file-204/view",
      },
    },
    {
      action: "get_file",
      input: { file_id: "file-204" },
      expected: { id: "file-204", name: "Copy", mimeType: DOCUMENT, parents: ["file-203"], trashed: false },
    },
    {
      action: "update_file",
      input: {
        file_id: "file-204",
        name: "Renamed",
        trashed: true,
        to_folder: "file-3",
        from_folder: "file-203",
      },
      expected: { id: "file-204", name: "Renamed", parents: ["file-3"], trashed: true },
    },
    {
      action: "get_file",
      input: { file_id: "file-203" },
      expected: { name: "Bills", mimeType: FOLDER, parents: ["file-1"] },
    },
    {
      action: "export_document",
      input: { file_id: "file-2", type: "text/plain" },
      expected: { content: "Dear reader of Letter 001" },
    },
    {
      action: "share_file",
      input: { file_id: "file-2", email: "bob@example.com", role: "writer", notify: false },
      expected: { permission_id: "0917" },
    },
    {
      action: "upload_file",
      input: { name: "a.csv", file: "YSxi", parent_id: "file-203", type: "text/csv" },
      expected: madeFile(205, "a.csv", "text/csv"),
    },
    ...contentOf(205, "a,b", "text/csv"),
    {
      action: "get_file",
      input: { file_id: "file-205" },
      expected: { parents: ["file-203"] },
    },
    {
      action: "upload_file",
      input: { name: "b", file: "YSxi" },
      expected: madeFile(206, "b", "application/octet-stream"),
    },
    { action: "get_file", input: { file_id: "file-206" }, expected: { parents: ["root"] } },
    {
      action: "upload_as_document",
      input: { name: "c", file: "YSxi", parent_id: "file-203", type: "text/csv", store_as: DOCUMENT },
      expected: madeFile(207, "c", DOCUMENT),
    },
    ...contentOf(207, "a,b", DOCUMENT),
    { action: "get_file", input: { file_id: "file-207" }, expected: { parents: ["file-203"] } },
    {
      action: "upload_as_document",
      input: { name: "c", file: "YSxi", type: "text/csv", store_as: DOCUMENT },
      expected: madeFile(208, "c", DOCUMENT),
    },
    { action: "get_file", input: { file_id: "file-208" }, expected: { parents: ["root"] } },
    {
      action: "create_file_from_text",
      input: { name: "d", text: "a\r\n\r\nb", parent_id: "file-203", type: "text/html", store_as: DOCUMENT },
      expected: madeFile(209, "d", DOCUMENT),
    },
    ...contentOf(209, "a\r\n\r\nb", DOCUMENT),
    { action: "get_file", input: { file_id: "file-209" }, expected: { parents: ["file-203"] } },
    {
      action: "create_file_from_text",
      input: { name: "e", text: "a" },
      expected: madeFile(210, "e", "text/plain"),
    },
    { action: "get_file", input: { file_id: "file-210" }, expected: { parents: ["root"] } },
    {
      action: "replace_text",
      input: { file_id: "file-210", text: "b", type: "text/markdown" },
      expected: madeFile(210, "e", "text/markdown; charset=utf-8"),
    },
    ...contentOf(210, "b", "text/markdown; charset=utf-8"),
    {
      action: "replace_text",
      input: { file_id: "file-210", text: "c" },
      expected: madeFile(210, "e", "text/plain; charset=utf-8"),
    },
    { action: "create_shared_drive", input: { name: "Team" }, expected: { id: "d7", name: "Team" } },
  ],
  paging: [
    { action: "list_files", input: { folder_id: "file-1" }, pages: 2, items: letters },
    { action: "search_files", input: { name: "Letter" }, pages: 2, items: letters.toReversed() },
  ],
  options: [{ list: "folders", expected: folders }],
  triggers: [
    {
      trigger: "new_file",
      kind: "poll",
      late: { seconds: 300 },
      input: { folder_id: "file-1" },
      happen: (mock) => {
        for (const parent of ["file-1", "file-3"]) {
          const json = { name: `Into ${parent}`, mimeType: "text/plain", parents: [parent] };
          mock.answer(signedIn(requestOf("POST", "/drive/v3/files", { json })));
        }
      },
      expected: [{ id: "file-203", name: "Into file-1", mimeType: "text/plain" }],
    },
  ],
  refusals: [
    { action: "get_file", input: { file_id: "none" }, code: "input", message: /File not found: none/ },
    {
      action: "export_document",
      input: { file_id: "file-1", type: "text/csv" },
      code: "input",
      message: /Export only/,
    },
    {
      action: "share_file",
      input: { file_id: "file-2", email: "nobody", role: "reader" },
      code: "input",
      message: /emailAddress is invalid/,
    },
  ],
};
