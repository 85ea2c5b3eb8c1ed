import type { VendorCall } from "../mock-vendor.ts";
import { AT, choices, list, one, P, told } from "./call-forms.ts";

const REPO = `${AT}/repository`;
const C = { ...P, sha: "abc" };
const COMMIT = `${REPO}/commits/abc`;
const F = { ...P, file_path: "docs/guide.md" };
const FILE = `${REPO}/files/docs%2Fguide.md`;
const commit = {
  ...{ branch: "main", commit_message: "M", start_branch: "next" },
  actions: [{ action: "create", file_path: "a.txt", content: "A" }],
  ...{ author_name: "Ann", author_email: "ann@example.com" },
};
const status = {
  state: "success",
  name: "N",
  ref: "main",
  target_url: "https://example.com/1",
  description: "D",
};
const file = { branch: "main", content: "A", commit_message: "M", encoding: "text", start_branch: "next" };
const named: [string, string][] = [
  ["Seven", "Seven"],
  ["Eight", "Eight"],
];

const code: VendorCall[] = [
  one("create_branch", { ...P, branch: "a/b", ref: "main" }, `POST ${REPO}/branches`, {
    branch: "a/b",
    ref: "main",
  }),
  one("get_branch", { ...P, branch: "a/b" }, `GET ${REPO}/branches/a%2Fb`),
  list("list_branches", { ...P, search: "a" }, `${REPO}/branches?search=a&per_page=100`),
  told("delete_branch", { ...P, branch: "a/b" }, `DELETE ${REPO}/branches/a%2Fb`, ["deleted"]),
  choices(["branches", P, `${REPO}/branches?per_page=100`], named),
  one("create_tag", { ...P, tag_name: "v1", ref: "main", message: "M" }, `POST ${REPO}/tags`, {
    ...{ tag_name: "v1", ref: "main" },
    message: "M",
  }),
  one("get_tag", { ...P, tag_name: "v1" }, `GET ${REPO}/tags/v1`),
  list(
    "list_tags",
    { ...P, search: "v", order_by: "name" },
    `${REPO}/tags?search=v&order_by=name&per_page=100`,
  ),
  told("delete_tag", { ...P, tag_name: "v1" }, `DELETE ${REPO}/tags/v1`, ["deleted"]),
  choices(["tags", P, `${REPO}/tags?per_page=100`], named),
  one("create_commit", { ...P, ...commit }, `POST ${REPO}/commits`, commit),
  one("get_commit", C, `GET ${COMMIT}`),
  list(
    "list_commits",
    { ...P, ref_name: "main", path: "a.txt", since: "2026-01-01", until: "2026-01-31" },
    `${REPO}/commits?ref_name=main&path=a.txt&since=2026-01-01&until=2026-01-31&per_page=100`,
  ),
  list("list_diffs_of_commit", C, `${COMMIT}/diff?per_page=100`),
  one("cherry_pick_commit", { ...C, branch: "main" }, `POST ${COMMIT}/cherry_pick`, { branch: "main" }),
  one("revert_commit", { ...C, branch: "main" }, `POST ${COMMIT}/revert`, { branch: "main" }),
  one("comment_on_commit", { ...C, note: "N" }, `POST ${COMMIT}/comments`, { note: "N" }),
  one("set_commit_status", { ...C, ...status }, `POST ${AT}/statuses/abc`, status),
  one("get_file", { ...F, ref: "main" }, `GET ${FILE}?ref=main`),
  one("create_file", { ...F, ...file }, `POST ${FILE}`, file),
  one("update_file", { ...F, ...file, last_commit_id: "abc" }, `PUT ${FILE}`, {
    ...file,
    last_commit_id: "abc",
  }),
  told("delete_file", { ...F, branch: "main", commit_message: "M" }, `DELETE ${FILE}`, [
    "deleted",
    { branch: "main", commit_message: "M" },
  ]),
  {
    ...one("download_file", { ...F, ref: "main" }, `GET ${FILE}/raw?ref=main`),
    ...{ answer: 5, headers: { "content-type": "text/plain" } },
    expected: { name: "file", contentType: "text/plain", content: "5" },
  },
  list(
    "list_files",
    { ...P, path: "docs", ref: "main", recursive: true },
    `${REPO}/tree?path=docs&ref=main&recursive=true&per_page=100`,
  ),
  one(
    "compare",
    { ...P, from: "main", to: "next", straight: true },
    `GET ${REPO}/compare?from=main&to=next&straight=true`,
  ),
];

const G = { ...P, pipeline_id: 7 };
const J = { ...P, job_id: 7 };

const pipelines: VendorCall[] = [
  one("get_pipeline", G, `GET ${AT}/pipelines/7`),
  list(
    "list_pipelines",
    { ...P, scope: "finished", status: "failed", ref: "main", updated_after: "2026-01-31" },
    `${AT}/pipelines?scope=finished&status=failed&ref=main&updated_after=2026-01-31&per_page=100`,
  ),
  told("delete_pipeline", G, `DELETE ${AT}/pipelines/7`, ["deleted"]),
  one("retry_pipeline", G, `POST ${AT}/pipelines/7/retry`),
  one("cancel_pipeline", G, `POST ${AT}/pipelines/7/cancel`),
  list(
    "list_jobs_of_pipeline",
    { ...G, include_retried: true },
    `${AT}/pipelines/7/jobs?include_retried=true&per_page=100`,
  ),
  choices(
    ["pipelines", P, `${AT}/pipelines?per_page=100`],
    [
      ["#7 main success", 7],
      ["#8 next failed", 8],
    ],
  ),
  one("get_job", J, `GET ${AT}/jobs/7`),
  list("list_jobs", P, `${AT}/jobs?per_page=100`),
  one("run_job", J, `POST ${AT}/jobs/7/play`),
  one("retry_job", J, `POST ${AT}/jobs/7/retry`),
  one("cancel_job", J, `POST ${AT}/jobs/7/cancel`),
  {
    ...one("download_job_log", J, `GET ${AT}/jobs/7/trace`),
    ...{ answer: 5, headers: { "content-type": "text/plain" } },
    expected: { name: "file", contentType: "text/plain", content: "5" },
  },
  choices(
    ["jobs", P, `${AT}/jobs?per_page=100`],
    [
      ["#7 Seven success", 7],
      ["#8 Eight failed", 8],
    ],
  ),
];

const release = { name: "N", description: "D", milestones: ["M"], released_at: "2026-01-31T12:00:00Z" };
const R = { ...P, tag_name: "v1" };

const releases: VendorCall[] = [
  one("create_release", { ...R, ref: "main", ...release }, `POST ${AT}/releases`, {
    ...{ tag_name: "v1", ref: "main" },
    ...release,
  }),
  one("get_release", R, `GET ${AT}/releases/v1`),
  list("list_releases", P, `${AT}/releases?per_page=100`),
  one("update_release", { ...R, ...release }, `PUT ${AT}/releases/v1`, release),
  told("delete_release", R, `DELETE ${AT}/releases/v1`, ["deleted"]),
];

/** What the vendor documents for code, pipelines and releases. */
export const repositoryCalls: readonly VendorCall[] = [...code, ...pipelines, ...releases];
