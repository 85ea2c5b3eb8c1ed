import type { ActionCall, VendorCall } from "../mock-vendor.ts";
import { lists } from "./list-calls.ts";

const REPO = { owner: "octo", repo: "hello-world" };
const R = "/repos/octo/hello-world";

const one = (
  action: string,
  input: ActionCall["input"],
  sends: string,
  more: Partial<ActionCall> = {},
): ActionCall => ({ action, input, sends, answer: { id: 1 }, ...more });
const of = (action: string, input: ActionCall["input"], sends: string, more: Partial<ActionCall> = {}) =>
  one(action, { ...REPO, ...input }, sends, more);
/** 204, and what is returned in its place. */
const none = (expected: unknown) => ({ answer: undefined, expected });
const deleted = none({ deleted: true });

const issueFields = {
  ...{ title: "It breaks", body: "On Mondays" },
  ...{ labels: ["bug"], assignees: ["octo"], milestone: 3 },
};
const stateOfIssue = { state: "closed", state_reason: "duplicate" };
const issues: VendorCall[] = [
  of("create_issue", issueFields, `POST ${R}/issues`, { body: issueFields, status: 201 }),
  of("get_issue", { number: 9 }, `GET ${R}/issues/9`),
  of("update_issue", { number: 9, ...issueFields, ...stateOfIssue }, `PATCH ${R}/issues/9`, {
    body: { ...issueFields, ...stateOfIssue },
  }),
  of("lock_issue", { number: 9, lock_reason: "too heated" }, `PUT ${R}/issues/9/lock`, {
    body: { lock_reason: "too heated" },
    ...none({ locked: true }),
  }),
  of("lock_issue", { number: 9 }, `PUT ${R}/issues/9/lock`, none({ locked: true })),
  of("unlock_issue", { number: 9 }, `DELETE ${R}/issues/9/lock`, none({ locked: false })),
  of("add_assignees_to_issue", { number: 9, assignees: ["ann"] }, `POST ${R}/issues/9/assignees`, {
    body: { assignees: ["ann"] },
  }),
  of("remove_assignees_from_issue", { number: 9, assignees: ["ann"] }, `DELETE ${R}/issues/9/assignees`, {
    body: { assignees: ["ann"] },
  }),
  of("add_labels_to_issue", { number: 9, labels: ["bug", "ui"] }, `POST ${R}/issues/9/labels`, {
    body: { labels: ["bug", "ui"] },
    answer: [{ name: "bug" }, { name: "ui" }],
  }),
  of(
    "remove_label_from_issue",
    { number: 9, label: "help wanted" },
    `DELETE ${R}/issues/9/labels/help%20wanted`,
    {
      answer: [{ name: "ui" }],
    },
  ),
  of("comment_on_issue", { number: 9, body: "Seen" }, `POST ${R}/issues/9/comments`, {
    body: { body: "Seen" },
  }),
  of("get_comment", { comment_id: 42 }, `GET ${R}/issues/comments/42`),
  of("update_comment", { comment_id: 42, body: "Done" }, `PATCH ${R}/issues/comments/42`, {
    body: { body: "Done" },
  }),
  of("delete_comment", { comment_id: 42 }, `DELETE ${R}/issues/comments/42`, deleted),
];

const labelFields = { color: "d73a4a", description: "Something is broken" };
const milestoneFields = {
  ...{ title: "v1.0", description: "The first", due_on: "2026-10-09T23:39:01Z", state: "open" },
};
const labels: VendorCall[] = [
  of("create_label", { name: "bug", ...labelFields }, `POST ${R}/labels`, {
    body: { name: "bug", ...labelFields },
  }),
  of("get_label", { label: "bug" }, `GET ${R}/labels/bug`),
  of("update_label", { label: "bug", new_name: "defect", ...labelFields }, `PATCH ${R}/labels/bug`, {
    body: { new_name: "defect", ...labelFields },
  }),
  of("delete_label", { label: "bug" }, `DELETE ${R}/labels/bug`, deleted),
  of("create_milestone", milestoneFields, `POST ${R}/milestones`, { body: milestoneFields }),
  of("get_milestone", { number: 3 }, `GET ${R}/milestones/3`),
  of("update_milestone", { number: 3, ...milestoneFields }, `PATCH ${R}/milestones/3`, {
    body: milestoneFields,
  }),
  of("delete_milestone", { number: 3 }, `DELETE ${R}/milestones/3`, deleted),
];

const pullFields = { title: "Fix it", base: "main", body: "It works", maintainer_can_modify: true };
const opened = { ...pullFields, head: "octo:fix", draft: true };
const merge = { merge_method: "squash", commit_title: "Fix it", commit_message: "For good", sha: "6dcb09b5" };
const reviewers = { reviewers: ["ann"], team_reviewers: ["core"] };
const review = {
  ...{ event: "REQUEST_CHANGES", body: "Nearly", commit_id: "6dcb09b5" },
  comments: [{ path: "a.ts", body: "Why?", start_line: 2, start_side: "LEFT", line: 3, side: "RIGHT" }],
};
const pulls: VendorCall[] = [
  of("create_pull_request", opened, `POST ${R}/pulls`, { body: opened }),
  of("get_pull_request", { number: 7 }, `GET ${R}/pulls/7`),
  of("update_pull_request", { number: 7, ...pullFields, state: "closed" }, `PATCH ${R}/pulls/7`, {
    body: { ...pullFields, state: "closed" },
  }),
  of("merge_pull_request", { number: 7, ...merge }, `PUT ${R}/pulls/7/merge`, { body: merge }),
  of("request_reviewers", { number: 7, ...reviewers }, `POST ${R}/pulls/7/requested_reviewers`, {
    body: reviewers,
  }),
  of("remove_requested_reviewers", { number: 7, ...reviewers }, `DELETE ${R}/pulls/7/requested_reviewers`, {
    body: reviewers,
  }),
  of("create_review", { number: 7, ...review }, `POST ${R}/pulls/7/reviews`, { body: review }),
];

const status = {
  state: "success",
  context: "build",
  description: "Passed",
  target_url: "https://ci.example.com/1",
};
const ann = { name: "Ann", email: "ann@example.com" };
const written = {
  ...{ message: "Write it", content: "SGVsbG8=", sha: "95b966ae", branch: "fix" },
  ...{ author: ann, committer: { name: "Bo", email: "bo@example.com" } },
};
const removal = { message: "Remove it", sha: "95b966ae", branch: "fix" };
const code: VendorCall[] = [
  of("create_branch", { branch: "feature/x", sha: "aa218f56" }, `POST ${R}/git/refs`, {
    body: { ref: "refs/heads/feature/x", sha: "aa218f56" },
  }),
  of("get_branch", { branch: "feature/x" }, `GET ${R}/branches/feature%2Fx`),
  of("delete_branch", { branch: "feature/x" }, `DELETE ${R}/git/refs/heads/feature%2Fx`, deleted),
  of("get_commit", { ref: "6dcb09b5" }, `GET ${R}/commits/6dcb09b5`),
  of("compare_commits", { base: "main", head: "ann:fix" }, `GET ${R}/compare/main...ann%3Afix`),
  of("create_commit_status", { sha: "6dcb09b5", ...status }, `POST ${R}/statuses/6dcb09b5`, { body: status }),
  of("get_file", { path: "docs/README.md", ref: "fix" }, `GET ${R}/contents/docs%2FREADME.md?ref=fix`),
  of("create_or_update_file", { path: "a.txt", ...written }, `PUT ${R}/contents/a.txt`, { body: written }),
  of("delete_file", { path: "a.txt", ...removal }, `DELETE ${R}/contents/a.txt`, {
    body: removal,
    answer: { content: null, commit: { sha: "7638417d" } },
    expected: { deleted: true },
  }),
  of("list_files", { ref: "main" }, `GET ${R}/git/trees/main?recursive=1`, {
    answer: { tree: [], truncated: false },
  }),
];

const releaseFields = {
  ...{ tag_name: "v1.0.0", name: "v1.0.0", body: "The first", target_commitish: "main", draft: false },
  ...{ prerelease: false, make_latest: "legacy", discussion_category_name: "Announcements" },
};
const releases: VendorCall[] = [
  of("create_release", { ...releaseFields, generate_release_notes: true }, `POST ${R}/releases`, {
    body: { ...releaseFields, generate_release_notes: true },
  }),
  of("get_release", { release_id: 5 }, `GET ${R}/releases/5`),
  of("update_release", { release_id: 5, ...releaseFields }, `PATCH ${R}/releases/5`, { body: releaseFields }),
  of("delete_release", { release_id: 5 }, `DELETE ${R}/releases/5`, deleted),
  of("get_latest_release", {}, `GET ${R}/releases/latest`),
  of("get_release_by_tag", { tag: "v1.0.0" }, `GET ${R}/releases/tags/v1.0.0`),
];

const debug = { enable_debug_logging: true };
const requested = { status: 201, answer: {}, expected: { requested: true } };
const workflows: VendorCall[] = [
  of("get_workflow", { workflow_id: "main.yaml" }, `GET ${R}/actions/workflows/main.yaml`),
  of(
    "run_workflow",
    { workflow_id: 161335, ref: "main", inputs: { name: "Mona" } },
    `POST ${R}/actions/workflows/161335/dispatches`,
    {
      body: { ref: "main", inputs: { name: "Mona" }, return_run_details: true },
    },
  ),
  of("get_workflow_run", { run_id: 30433642 }, `GET ${R}/actions/runs/30433642`),
  of("rerun_workflow_run", { run_id: 30433642, ...debug }, `POST ${R}/actions/runs/30433642/rerun`, {
    body: debug,
    ...requested,
  }),
  of(
    "rerun_failed_jobs",
    { run_id: 30433642, ...debug },
    `POST ${R}/actions/runs/30433642/rerun-failed-jobs`,
    {
      body: debug,
      ...requested,
    },
  ),
  of("cancel_workflow_run", { run_id: 30433642 }, `POST ${R}/actions/runs/30433642/cancel`, {
    ...requested,
    status: 202,
  }),
];

const repository = {
  ...{ name: "web", description: "The site", homepage: "https://example.com", private: true },
  ...{ has_issues: true, has_wiki: false },
};
const start = { auto_init: true, gitignore_template: "Node", license_template: "mit" };
const merging = {
  ...{ is_template: false, allow_merge_commit: false, allow_squash_merge: true },
  ...{ allow_rebase_merge: false, allow_auto_merge: true, delete_branch_on_merge: true },
};
const accounts: VendorCall[] = [
  one("create_repository", { ...repository, ...merging, ...start }, "POST /user/repos", {
    body: { ...repository, ...merging, ...start },
  }),
  one("create_organization_repository", { org: "acme", ...repository, ...start }, "POST /orgs/acme/repos", {
    body: { ...repository, ...start },
  }),
  of("get_repository", {}, `GET ${R}`),
  of(
    "update_repository",
    { ...repository, ...merging, default_branch: "main", archived: true },
    `PATCH ${R}`,
    {
      body: { ...repository, ...merging, default_branch: "main", archived: true },
    },
  ),
  one("get_user", { username: "octo" }, "GET /users/octo"),
  one("get_connected_user", {}, "GET /user"),
  one("get_organization", { org: "acme" }, "GET /orgs/acme"),
];

/** What GitHub documents, request by request. */
export const calls: readonly VendorCall[] = [
  ...[issues, labels, pulls, code, releases, workflows, accounts].flat(),
  ...lists,
];
