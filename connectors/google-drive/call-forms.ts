import type { ActionCall, Exchange, VendorCall } from "../mock-vendor.ts";

// developers.google.com/workspace/drive/api/reference/rest/v3: answers have only the asked for `fields`; files of shared
// drives are left out unless supportsAllDrives says that they are understood; comments need `fields`.
type Input = Record<string, unknown>;

export const BASE = "/drive/v3";
export const F = { file_id: "f1" };
export const FILE = { id: "f1", name: "Letter", mimeType: "application/pdf" };
export const OTHER = { ...FILE, id: "f2" };
export const ONE = "supportsAllDrives=true&fields=id,name,mimeType,webViewLink";
export const LONG = "id,name,mimeType,parents,driveId,size,createdTime,modifiedTime,webViewLink";

export const address = (sends: string) => {
  const [method = "", ...rest] = sends.split(" ");
  return `${method} ${rest.join("%20").replaceAll("'", "%27")}`;
};
export const call = (
  action: string,
  input: Input,
  sends: string,
  more: Partial<ActionCall> = {},
): ActionCall => ({
  ...{ action, input, sends: address(sends), answer: FILE },
  ...more,
});
export const done = (action: string, input: Input, sends: string): ActionCall =>
  call(action, input, sends, { answer: undefined, expected: { deleted: true } });

export const pagesOf = (
  sends: string,
  member: string,
  [first, second]: readonly [object, object],
): Exchange[] => [
  { sends: address(sends), answer: { [member]: [first], nextPageToken: "p2" } },
  { sends: address(`${sends}&pageToken=p2`), answer: { [member]: [second] } },
];
type Paged = readonly [sends: string, member: string, items: readonly [object, object]];
export const list = (action: string, input: Input, [sends, member, items]: Paged): VendorCall => ({
  ...{ action, input, pages: pagesOf(sends, member, items), expected: items },
});

/** A download; whatever is answered is a file. */
export const saved = (action: string, input: Input, sends: string): ActionCall =>
  call(action, input, sends, {
    headers: { "content-type": "text/csv", "content-disposition": 'attachment; filename="a.csv"' },
    answer: [7],
    expected: { name: "a.csv", contentType: "text/csv", content: "[7]" },
  });

export const found = (q: string, order: string, fields = LONG) =>
  `GET ${BASE}/files?q=${q}&corpora=allDrives&includeItemsFromAllDrives=true&supportsAllDrives=true${order}&pageSize=100&fields=nextPageToken,files(${fields})`;
export const FILES = ["files", [FILE, OTHER]] as const;
export const own = (q: string, order: string, fields: string) =>
  `GET ${BASE}/files?q=${q}&orderBy=${order}&pageSize=100&fields=nextPageToken,files(${fields})`;
export const SHARED = "id,name,mimeType,sharedWithMeTime,sharingUser,modifiedTime,webViewLink";
export const TRASHED = "id,name,mimeType,trashedTime,modifiedTime,webViewLink";
export const folder =
  "mimeType = 'application/vnd.google-apps.folder' and name = 'Bills' and trashed = false";
export const [G, SHORTCUT] = ["application/vnd.google-apps.document", "application/vnd.google-apps.shortcut"];

export const patch = (action: string, input: Input, body: object): ActionCall =>
  call(action, { ...F, ...input }, `PATCH ${BASE}/files/f1?${ONE}`, { body });

export const AUTHOR = "author(displayName,me)";
export const REPLIED = `id,content,action,${AUTHOR},createdTime`;
export const PARTS = `id,content,${AUTHOR},createdTime,modifiedTime,resolved,quotedFileContent,replies(${REPLIED})`;
export const COMMENT = {
  id: "c1",
  content: "Why?",
  resolved: false,
  createdTime: "2026-03-01T12:20:00.000Z",
};
export const comments = `${BASE}/files/f1/comments`;
export const listed = (since: string, more = "") =>
  `GET ${comments}?startModifiedTime=${since}${more}&pageSize=100&fields=nextPageToken,comments(${PARTS})`;
export const DRIVE = { id: "d1", name: "Team" };
export const SECOND = { id: "d2", name: "Board" };
export const drives = `GET ${BASE}/drives?pageSize=100`;
