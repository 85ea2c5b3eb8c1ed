import type { Exchange, VendorCall } from "../mock-vendor.ts";
import { channel, file, one, ts } from "./call-facts.ts";

/** A page of two of files. */
export const filesOf = (query: string, page: number, files: readonly unknown[]): Exchange => ({
  sends: `GET /api/files.list?${query}count=100&page=${page}`,
  answer: { ok: true, files, paging: { count: 100, total: 2, page, pages: 2 } },
});
/** Another file. */
export const other = { ...file, id: "F0S43P1CZ", created: 1531763254 };

/** Files and uploads. */
export const ofFiles: VendorCall[] = [
  one("get_file", {
    input: { file_id: file.id },
    sends: `GET /api/files.info?file=${file.id}`,
    answer: { file, comments: [] },
    expected: file,
  }),
  {
    action: "list_files",
    input: { channel, user: "U1", types: "images", ts_from: "1531700000", ts_to: "1531800000" },
    pages: [1, 2].map((page) =>
      filesOf(`channel=${channel}&user=U1&types=images&ts_from=1531700000&ts_to=1531800000&`, page, [
        page === 1 ? file : other,
      ]),
    ),
    expected: [file, other],
  },
  one("delete_file", {
    input: { file_id: file.id },
    sends: "POST /api/files.delete",
    body: { file: file.id },
    expected: { deleted: true },
  }),
  one("start_file_upload", {
    input: { filename: "cat.py", length: 53072, alt_txt: "A cat", snippet_type: "python" },
    sends: "POST /api/files.getUploadURLExternal",
    body: { filename: "cat.py", length: "53072", alt_txt: "A cat", snippet_type: "python" },
    answer: { upload_url: "https://files.slack.com/upload/v1/ABC123", file_id: "F123ABC456" },
    expected: { upload_url: "https://files.slack.com/upload/v1/ABC123", file_id: "F123ABC456" },
  }),
  one("finish_file_upload", {
    input: {
      file_id: "F123ABC456",
      title: "Cat",
      channel_id: channel,
      thread_ts: ts,
      initial_comment: "A cat",
    },
    sends: "POST /api/files.completeUploadExternal",
    body: {
      files: [{ id: "F123ABC456", title: "Cat" }],
      channel_id: channel,
      thread_ts: ts,
      initial_comment: "A cat",
    },
    answer: { files: [{ id: "F123ABC456", title: "Cat" }] },
    expected: [{ id: "F123ABC456", title: "Cat" }],
  }),
];
