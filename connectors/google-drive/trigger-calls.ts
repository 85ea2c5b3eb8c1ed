import type { VendorCall } from "../mock-vendor.ts";
import {
  address,
  BASE,
  COMMENT,
  DRIVE,
  drives,
  F,
  FILE,
  listed,
  OTHER,
  own,
  pagesOf,
  SECOND,
  SHARED,
  TRASHED,
} from "./call-forms.ts";

const [NOON, BEFORE, LATE] = [
  "2026-03-01T12:00:00.000Z",
  "2026-03-01T12:10:00.000Z",
  "2026-03-01T12:20:00.000Z",
];

/** A polled search for what is later than a time; its index fills late. */
const search = (trigger: string, time: "createdTime" | "modifiedTime", fields: string): VendorCall => {
  const sends = (since: string) => own(`trashed = false and ${time} >= '${since}'`, time, fields);
  const fresh = { ...FILE, [time]: LATE };
  return {
    trigger,
    input: {},
    polls: [
      [{ sends: address(sends(NOON)), answer: { files: [] } }],
      [
        { sends: address(sends(NOON)), answer: { files: [fresh], nextPageToken: "p2" } },
        { sends: address(`${sends(NOON)}&pageToken=p2`), answer: { files: [] } },
      ],
      [
        {
          sends: address(sends(BEFORE)),
          answer: { files: [{ ...OTHER, [time]: "2026-03-01T12:15:00.000Z" }, fresh] },
        },
      ],
    ],
    expected: [fresh, { ...OTHER, [time]: "2026-03-01T12:15:00.000Z" }],
  };
};

const given = own("sharedWithMe = true and trashed = false", "sharedWithMeTime desc", SHARED);
const thrown = `GET ${BASE}/files?q=trashed = true&orderBy=modifiedTime desc&pageSize=1000&fields=nextPageToken,files(${TRASHED})`;
const [early, fresh] = ["f1", "f2"].map((id, i) => ({ ...FILE, id, sharedWithMeTime: [NOON, LATE][i] }));

/** What is new or changed in files, comments and shared drives. */
export const triggerCalls: readonly VendorCall[] = [
  search(
    "file_changed",
    "modifiedTime",
    "id,name,mimeType,parents,createdTime,modifiedTime,lastModifyingUser,webViewLink",
  ),
  search("new_file_anywhere", "createdTime", "id,name,mimeType,parents,createdTime,modifiedTime,webViewLink"),
  {
    trigger: "file_shared",
    input: {},
    polls: [
      [{ sends: address(given), answer: { files: [early] } }],
      [
        { sends: address(given), answer: { files: [fresh], nextPageToken: "p2" } },
        { sends: address(`${given}&pageToken=p2`), answer: { files: [early] } },
      ],
      [
        {
          sends: address(given),
          answer: {
            files: [fresh, { ...early, id: "f3", sharedWithMeTime: "2026-03-01T12:15:00.000Z" }, early],
          },
        },
      ],
    ],
    expected: [fresh, { ...early, id: "f3", sharedWithMeTime: "2026-03-01T12:15:00.000Z" }],
  },
  {
    trigger: "file_trashed",
    input: {},
    polls: [[{ sends: address(thrown), answer: { files: [FILE] } }], pagesOf(thrown, "files", [FILE, OTHER])],
    expected: [OTHER],
  },
  {
    trigger: "new_comment",
    input: F,
    polls: [
      [{ sends: address(listed(NOON)), answer: { comments: [] } }],
      [
        { sends: address(listed(NOON)), answer: { comments: [COMMENT], nextPageToken: "p2" } },
        { sends: address(`${listed(NOON)}&pageToken=p2`), answer: { comments: [] } },
      ],
      [{ sends: address(listed(LATE)), answer: { comments: [COMMENT] } }],
    ],
    expected: [COMMENT],
  },
  {
    trigger: "new_shared_drive",
    input: {},
    polls: [[{ sends: drives, answer: { drives: [DRIVE] } }], pagesOf(drives, "drives", [DRIVE, SECOND])],
    expected: [SECOND],
  },
];
