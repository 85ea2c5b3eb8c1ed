import { SENT_FILE } from "../mock-request.ts";
import type { ActionCall, VendorCall } from "../mock-vendor.ts";
import {
  BASE,
  COMMENT,
  call,
  comments,
  DRIVE,
  done,
  drives,
  F,
  FILES,
  folder,
  found,
  G,
  list,
  listed,
  ONE,
  own,
  PARTS,
  pagesOf,
  patch,
  REPLIED,
  SECOND,
  SHARED,
  SHORTCUT,
  saved,
  TRASHED,
} from "./call-forms.ts";
import { triggerCalls } from "./trigger-calls.ts";

type Input = Record<string, unknown>;

const files: VendorCall[] = [
  list("find_files", { query: "starred = true" }, [
    found("starred = true", "&orderBy=modifiedTime desc"),
    ...FILES,
  ]),
  list("search_content", { words: "annual report" }, [
    found("fullText contains 'annual report' and trashed = false", ""),
    ...FILES,
  ]),
  list("find_folder", { name: "Bills" }, [
    found(folder, "", "id,name,mimeType,parents,driveId,createdTime,modifiedTime,webViewLink"),
    ...FILES,
  ]),
  list("list_shared_files", {}, [
    own("sharedWithMe = true and trashed = false", "sharedWithMeTime desc", SHARED),
    ...FILES,
  ]),
  list("list_trashed_files", {}, [own("trashed = true", "modifiedTime desc", TRASHED), ...FILES]),
  call("get_file_details", F, `GET ${BASE}/files/f1?fields=*&supportsAllDrives=true`),
  saved("download_file", F, `GET ${BASE}/files/f1?alt=media&supportsAllDrives=true`),
  saved(
    "export_file",
    { ...F, type: "application/pdf" },
    `GET ${BASE}/files/f1/export?mimeType=application/pdf`,
  ),
  call("replace_file", { ...F, file: SENT_FILE }, `PATCH /upload${BASE}/files/f1?uploadType=media&${ONE}`, {
    body: "A report.",
  }),
  call("create_empty_document", { name: "Minutes", type: G, parent_id: "d1" }, `POST ${BASE}/files?${ONE}`, {
    body: { name: "Minutes", mimeType: G, parents: ["d1"] },
  }),
  call(
    "create_shortcut",
    { target_id: "f2", name: "To letter", parent_id: "d1" },
    `POST ${BASE}/files?${ONE}`,
    {
      body: {
        ...{ name: "To letter", mimeType: SHORTCUT, shortcutDetails: { targetId: "f2" }, parents: ["d1"] },
      },
    },
  ),
  call(
    "move_file",
    { ...F, to_folder: "d2", from_folder: "d1" },
    `PATCH ${BASE}/files/f1?addParents=d2&removeParents=d1&${ONE}`,
    { body: {} },
  ),
  patch("trash_file", {}, { trashed: true }),
  patch("restore_file", {}, { trashed: false }),
  done("delete_file", F, `DELETE ${BASE}/files/f1?supportsAllDrives=true`),
  done("empty_trash", {}, `DELETE ${BASE}/files/trash`),
  patch(
    "update_file_details",
    {
      ...{ description: "Signed", starred: true, color: "#ff7537", properties: { order: "7", old: null } },
      ...{ copy_for_writers_only: true, writers_can_share: false },
    },
    {
      ...{ description: "Signed", starred: true, folderColorRgb: "#ff7537" },
      properties: { order: "7", old: null },
      ...{ copyRequiresWriterPermission: true, writersCanShare: false },
    },
  ),
  patch(
    "lock_file",
    { locked: true, reason: "Signed" },
    { contentRestrictions: [{ readOnly: true, reason: "Signed" }] },
  ),
];

const P = { ...F, permission_id: "p1" };
const PERMISSION = {
  id: "p1",
  type: "user",
  role: "reader",
  displayName: "Bob",
  emailAddress: "bob@example.com",
};
const DOMAIN = { id: "p2", type: "domain", role: "writer", displayName: "Example", domain: "example.com" };
const permissions = `${BASE}/files/f1/permissions`;
const PART = "supportsAllDrives=true&fields=id,type,role,displayName,emailAddress,domain,expirationTime";
const access = `GET ${permissions}?supportsAllDrives=true&pageSize=100&fields=nextPageToken,permissions(id,type,role,displayName,emailAddress,domain)`;
const share = (action: string, input: Input, query: string, body: object): ActionCall =>
  call(action, { ...F, ...input }, `POST ${permissions}?${query}`, { body, answer: PERMISSION });

const sharing: VendorCall[] = [
  call("get_permission", P, `GET ${permissions}/p1?${PART}`, { answer: PERMISSION }),
  list("list_permissions", F, [access, "permissions", [PERMISSION, DOMAIN]]),
  {
    list: "permissions",
    input: F,
    pages: pagesOf(access, "permissions", [PERMISSION, DOMAIN]),
    expected: [
      { name: "reader: Bob bob@example.com", value: "p1" },
      { name: "writer: Example example.com", value: "p2" },
    ],
  },
  call("update_permission", { ...P, role: "writer" }, `PATCH ${permissions}/p1?${PART}`, {
    body: { role: "writer" },
    answer: PERMISSION,
  }),
  done("delete_permission", P, `DELETE ${permissions}/p1?supportsAllDrives=true`),
  share("share_file_by_link", { role: "reader", can_be_found: false }, "supportsAllDrives=true", {
    ...{ type: "anyone", role: "reader", allowFileDiscovery: false },
  }),
  share(
    "share_file_with_group",
    { email: "team@example.com", role: "writer", message: "For you", notify: true },
    "supportsAllDrives=true&sendNotificationEmail=true&emailMessage=For%20you",
    { type: "group", role: "writer", emailAddress: "team@example.com" },
  ),
  share(
    "share_file_with_domain",
    { domain: "example.com", role: "commenter", can_be_found: true },
    "supportsAllDrives=true",
    { type: "domain", role: "commenter", domain: "example.com", allowFileDiscovery: true },
  ),
  share(
    "transfer_ownership",
    { email: "bob@example.com", message: "Yours" },
    "transferOwnership=true&emailMessage=Yours",
    { type: "user", role: "owner", emailAddress: "bob@example.com" },
  ),
];

const C = { ...F, comment_id: "c1" };
const REPLY = { id: "r1", content: "Because", action: "resolve" };
const replies = `${comments}/c1/replies`;
const SINCE = "2026-02-01T00:00:00Z";

const discussion: VendorCall[] = [
  ...[undefined, "Total: 7"].map((quote) =>
    call(
      "create_comment",
      { ...F, content: "Why?", ...(quote && { quote }) },
      `POST ${comments}?fields=${PARTS}`,
      { body: { content: "Why?", ...(quote && { quotedFileContent: { value: quote } }) }, answer: COMMENT },
    ),
  ),
  call("get_comment", C, `GET ${comments}/c1?fields=${PARTS}`, { answer: COMMENT }),
  list("list_comments", { ...F, since: SINCE, include_deleted: true }, [
    listed(SINCE, "&includeDeleted=true"),
    "comments",
    [COMMENT, { ...COMMENT, id: "c2" }],
  ]),
  call("update_comment", { ...C, content: "How?" }, `PATCH ${comments}/c1?fields=${PARTS}`, {
    body: { content: "How?" },
    answer: COMMENT,
  }),
  done("delete_comment", C, `DELETE ${comments}/c1`),
  ...["resolve", "reopen"].map((action) =>
    call(`${action}_comment`, { ...C, content: "Because" }, `POST ${replies}?fields=${REPLIED}`, {
      body: { action, content: "Because" },
      answer: REPLY,
    }),
  ),
  call("create_reply", { ...C, content: "Because" }, `POST ${replies}?fields=${REPLIED}`, {
    body: { content: "Because" },
    answer: REPLY,
  }),
  list("list_replies", C, [
    `GET ${replies}?pageSize=100&fields=nextPageToken,replies(${REPLIED})`,
    "replies",
    [REPLY, { ...REPLY, id: "r2" }],
  ]),
  call("update_reply", { ...C, reply_id: "r1", content: "So" }, `PATCH ${replies}/r1?fields=${REPLIED}`, {
    body: { content: "So" },
    answer: REPLY,
  }),
  done("delete_reply", { ...C, reply_id: "r1" }, `DELETE ${replies}/r1`),
];

const V = { ...F, revision_id: "v1" };
const REVISION = { id: "v1", modifiedTime: "2026-01-01T00:00:00.000Z", keepForever: false };
const NEWER = { ...REVISION, id: "v2", modifiedTime: "2026-01-02T00:00:00.000Z" };
const revisions = `${BASE}/files/f1/revisions`;
const SHOWN = "id,mimeType,modifiedTime,keepForever,size,lastModifyingUser,originalFilename";
const versions = `GET ${revisions}?pageSize=1000&fields=nextPageToken,revisions(${SHOWN})`;

const history: VendorCall[] = [
  call("get_revision", V, `GET ${revisions}/v1?fields=${SHOWN},exportLinks`, { answer: REVISION }),
  list("list_revisions", F, [versions, "revisions", [REVISION, NEWER]]),
  {
    list: "revisions",
    input: F,
    pages: pagesOf(versions, "revisions", [REVISION, NEWER]),
    expected: [
      { name: REVISION.modifiedTime, value: "v1" },
      { name: NEWER.modifiedTime, value: "v2" },
    ],
  },
  done("delete_revision", V, `DELETE ${revisions}/v1`),
  saved("download_revision", V, `GET ${revisions}/v1?alt=media`),
  call("keep_revision", { ...V, keep: true }, `PATCH ${revisions}/v1?fields=${SHOWN},exportLinks`, {
    body: { keepForever: true },
    answer: REVISION,
  }),
];

const D = { shared_drive_id: "d1" };
const inDrive =
  "driveId=d1&corpora=drive&includeItemsFromAllDrives=true&supportsAllDrives=true&q=trashed = false&orderBy=modifiedTime desc";
const CHANGE =
  "changeType,time,removed,fileId,driveId,file(id,name,mimeType,parents,trashed,modifiedTime,webViewLink)";
const MOVES = { nextPageToken: "t2", changes: [{ changeType: "file", fileId: "f1" }] };

const sharedDrives: VendorCall[] = [
  call(
    "get_shared_drive",
    D,
    `GET ${BASE}/drives/d1?fields=id,name,createdTime,hidden,colorRgb,capabilities,restrictions`,
    {
      answer: DRIVE,
    },
  ),
  list("list_shared_drives", {}, [drives, "drives", [DRIVE, SECOND]]),
  {
    list: "shared_drives",
    pages: pagesOf(drives, "drives", [DRIVE, SECOND]),
    expected: [
      { name: "Team", value: "d1" },
      { name: "Board", value: "d2" },
    ],
  },
  call(
    "update_shared_drive",
    { ...D, name: "Team", members_only: true, domain_only: false },
    `PATCH ${BASE}/drives/d1`,
    {
      body: { name: "Team", restrictions: { driveMembersOnly: true, domainUsersOnly: false } },
      answer: DRIVE,
    },
  ),
  done("delete_shared_drive", D, `DELETE ${BASE}/drives/d1`),
  list("list_files_of_shared_drive", D, [
    `GET ${BASE}/files?${inDrive}&pageSize=100&fields=nextPageToken,files(id,name,mimeType,parents,size,createdTime,modifiedTime,webViewLink)`,
    ...FILES,
  ]),
  call("hide_shared_drive", D, `POST ${BASE}/drives/d1/hide`, { answer: DRIVE }),
  call("unhide_shared_drive", D, `POST ${BASE}/drives/d1/unhide`, { answer: DRIVE }),
  call("get_drive_account", {}, `GET ${BASE}/about?fields=user,storageQuota`, {
    answer: { user: { displayName: "Ada" }, storageQuota: { usage: "7" } },
  }),
  call(
    "list_drive_changes",
    { token: "t1" },
    `GET ${BASE}/changes?pageToken=t1&includeItemsFromAllDrives=true&supportsAllDrives=true&pageSize=1000&fields=nextPageToken,newStartPageToken,changes(${CHANGE})`,
    { answer: MOVES, expected: { changes: MOVES.changes, next_page_token: "t2" } },
  ),
  call(
    "list_drive_changes",
    { token: "t2" },
    `GET ${BASE}/changes?pageToken=t2&includeItemsFromAllDrives=true&supportsAllDrives=true&pageSize=1000&fields=nextPageToken,newStartPageToken,changes(${CHANGE})`,
    { answer: { newStartPageToken: "t3", changes: [] }, expected: { changes: [], new_token: "t3" } },
  ),
  call("get_changes_token", {}, `GET ${BASE}/changes/startPageToken?supportsAllDrives=true`, {
    answer: { startPageToken: "t1" },
    expected: { token: "t1" },
  }),
];

/** What Google Drive documents for files, access, comments, versions, shared drives and what is new. */
export const calls: readonly VendorCall[] = [
  ...files,
  ...sharing,
  ...discussion,
  ...history,
  ...sharedDrives,
  ...triggerCalls,
];
