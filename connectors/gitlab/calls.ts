import type { VendorCall } from "../mock-vendor.ts";
import { AT, choices, list, one, P, told } from "./call-forms.ts";
import { repositoryCalls } from "./repository-calls.ts";

const I = { ...P, iid: 3 };
const [ISSUE, MR] = [`${AT}/issues/3`, `${AT}/merge_requests/3`];
const note = { order_by: "created_at", sort: "asc" };
const more = {
  ...{ add_labels: "a", remove_labels: "b", assignee_ids: [1], milestone_id: 5, due_date: "2026-05-01" },
  ...{ confidential: true, discussion_locked: false, weight: 2 },
};

const issues: VendorCall[] = [
  one(
    "create_issue",
    { ...P, title: "T", milestone_id: 5, issue_type: "incident", weight: 2 },
    `POST ${AT}/issues`,
    { title: "T", milestone_id: 5, issue_type: "incident", weight: 2 },
  ),
  one("update_issue", { ...I, ...more }, `PUT ${ISSUE}`, more),
  told("delete_issue", I, `DELETE ${ISSUE}`, ["deleted"]),
  one("move_issue", { ...I, to_project_id: 8 }, `POST ${ISSUE}/move`, { to_project_id: 8 }),
  one("set_time_estimate", { ...I, duration: "3h" }, `POST ${ISSUE}/time_estimate`, { duration: "3h" }),
  one("add_spent_time", { ...I, duration: "3h", summary: "S" }, `POST ${ISSUE}/add_spent_time`, {
    duration: "3h",
    summary: "S",
  }),
  list("list_related_merge_requests", I, `${ISSUE}/related_merge_requests?per_page=100`),
  one(
    "link_issues",
    { ...I, target_project_id: 8, target_issue_iid: 4, link_type: "blocks" },
    `POST ${ISSUE}/links`,
    { target_project_id: 8, target_issue_iid: 4, link_type: "blocks" },
  ),
  one("list_linked_issues", I, `GET ${ISSUE}/links`),
  told("unlink_issues", { ...I, issue_link_id: 7 }, `DELETE ${ISSUE}/links/7`, ["removed"]),
  one("get_issue_comment", { ...I, note_id: 7 }, `GET ${ISSUE}/notes/7`),
  list("list_issue_comments", { ...I, ...note }, `${ISSUE}/notes?order_by=created_at&sort=asc&per_page=100`),
  one("update_issue_comment", { ...I, note_id: 7, body: "B" }, `PUT ${ISSUE}/notes/7`, { body: "B" }),
  told("delete_issue_comment", { ...I, note_id: 7 }, `DELETE ${ISSUE}/notes/7`, ["deleted"]),
  choices(
    ["issues", P, `${AT}/issues?state=opened&per_page=100`],
    [
      ["#3 Seven", 3],
      ["#4 Eight", 4],
    ],
  ),
];

const people = { assignee_ids: [1], reviewer_ids: [2], labels: "a,b", milestone_id: 5 };
const change = { title: "T", description: "D", ...people, remove_source_branch: true, squash: false };
const merge = {
  ...{ merge_commit_message: "M", squash: true, squash_commit_message: "S", sha: "abc" },
  ...{ should_remove_source_branch: true, merge_when_pipeline_succeeds: true },
};
const state = { state_event: "close", add_labels: "c", remove_labels: "d" };

const mergeRequests: VendorCall[] = [
  one(
    "create_merge_request",
    { ...P, source_branch: "a/b", target_branch: "main", ...change },
    `POST ${AT}/merge_requests`,
    { source_branch: "a/b", target_branch: "main", ...change },
  ),
  one("get_merge_request", I, `GET ${MR}`),
  one("update_merge_request", { ...I, target_branch: "main", ...change, ...state }, `PUT ${MR}`, {
    ...{ target_branch: "main", ...change },
    ...state,
  }),
  told("delete_merge_request", I, `DELETE ${MR}`, ["deleted"]),
  one("merge_merge_request", { ...I, ...merge }, `PUT ${MR}/merge`, merge),
  one("rebase_merge_request", { ...I, skip_ci: true }, `PUT ${MR}/rebase`, { skip_ci: true }),
  one("approve_merge_request", { ...I, sha: "abc" }, `POST ${MR}/approve`, { sha: "abc" }),
  told("withdraw_approval", I, `POST ${MR}/unapprove`, ["withdrawn"]),
  one("get_approvals", I, `GET ${MR}/approvals`),
  list("list_commits_of_merge_request", I, `${MR}/commits?per_page=100`),
  list("list_diffs_of_merge_request", I, `${MR}/diffs?per_page=100`),
  list("list_pipelines_of_merge_request", I, `${MR}/pipelines?per_page=100`),
  one("create_merge_request_comment", { ...I, body: "B" }, `POST ${MR}/notes`, { body: "B" }),
  one("get_merge_request_comment", { ...I, note_id: 7 }, `GET ${MR}/notes/7`),
  list(
    "list_merge_request_comments",
    { ...I, ...note },
    `${MR}/notes?order_by=created_at&sort=asc&per_page=100`,
  ),
  one("update_merge_request_comment", { ...I, note_id: 7, body: "B" }, `PUT ${MR}/notes/7`, { body: "B" }),
  told("delete_merge_request_comment", { ...I, note_id: 7 }, `DELETE ${MR}/notes/7`, ["deleted"]),
  choices(
    ["merge_requests", P, `${AT}/merge_requests?state=opened&per_page=100`],
    [
      ["!3 Seven", 3],
      ["!4 Eight", 4],
    ],
  ),
];

const label = { color: "red", description: "D", priority: 1 };
const dates = { title: "T", description: "D", start_date: "2026-01-31", due_date: "2026-02-28" };
const until = { access_level: 30, expires_at: "2026-12-31" };
const flags = { variable_type: "file", protected: true, masked: true, environment_scope: "production" };
const named: [string, number][] = [
  ["Seven", 7],
  ["Eight", 8],
];

const planning: VendorCall[] = [
  one("create_label", { ...P, name: "N", ...label }, `POST ${AT}/labels`, { name: "N", ...label }),
  one("get_label", { ...P, label_id: 7 }, `GET ${AT}/labels/7`),
  list("list_labels", { ...P, search: "N" }, `${AT}/labels?search=N&per_page=100`),
  one("update_label", { ...P, label_id: 7, name: "N", ...label }, `PUT ${AT}/labels/7`, {
    ...label,
    new_name: "N",
  }),
  told("delete_label", { ...P, label_id: 7 }, `DELETE ${AT}/labels/7`, ["deleted"]),
  choices(["labels", P, `${AT}/labels?per_page=100`], named),
  one("create_milestone", { ...P, ...dates }, `POST ${AT}/milestones`, dates),
  one("get_milestone", { ...P, milestone_id: 7 }, `GET ${AT}/milestones/7`),
  list(
    "list_milestones",
    { ...P, state: "active", search: "T" },
    `${AT}/milestones?state=active&search=T&per_page=100`,
  ),
  one(
    "update_milestone",
    { ...P, milestone_id: 7, ...dates, state_event: "close" },
    `PUT ${AT}/milestones/7`,
    {
      ...dates,
      state_event: "close",
    },
  ),
  told("delete_milestone", { ...P, milestone_id: 7 }, `DELETE ${AT}/milestones/7`, ["deleted"]),
  list("list_issues_of_milestone", { ...P, milestone_id: 7 }, `${AT}/milestones/7/issues?per_page=100`),
  choices(["milestones", P, `${AT}/milestones?per_page=100`], named),
  one("create_member", { ...P, user_id: 7, ...until }, `POST ${AT}/members`, { user_id: 7, ...until }),
  one("get_member", { ...P, user_id: 7 }, `GET ${AT}/members/7`),
  list("list_members", { ...P, query: "ann" }, `${AT}/members/all?query=ann&per_page=100`),
  one("update_member", { ...P, user_id: 7, ...until }, `PUT ${AT}/members/7`, until),
  told("delete_member", { ...P, user_id: 7 }, `DELETE ${AT}/members/7`, ["deleted"]),
  choices(["members", P, `${AT}/members/all?per_page=100`], named),
  one("create_ci_variable", { ...P, key: "K", value: "V", ...flags }, `POST ${AT}/variables`, {
    ...{ key: "K", value: "V" },
    ...flags,
  }),
  one("get_ci_variable", { ...P, key: "K" }, `GET ${AT}/variables/K`),
  list("list_ci_variables", P, `${AT}/variables?per_page=100`),
  one("update_ci_variable", { ...P, key: "K", value: "V", ...flags }, `PUT ${AT}/variables/K`, {
    value: "V",
    ...flags,
  }),
  told("delete_ci_variable", { ...P, key: "K" }, `DELETE ${AT}/variables/K`, ["deleted"]),
];

const settings = {
  ...{ name: "N", path: "n", description: "D", visibility: "private", default_branch: "main" },
};
const home = { namespace_id: 9, name: "N", path: "n" };

const projects: VendorCall[] = [
  one("create_project", { ...settings, namespace_id: 9, initialize_with_readme: true }, "POST /projects", {
    ...settings,
    namespace_id: 9,
    initialize_with_readme: true,
  }),
  one("get_project", P, `GET ${AT}`),
  list(
    "list_projects",
    { search: "s", membership: true, owned: false, archived: false, visibility: "private" },
    "/projects?search=s&membership=true&owned=false&archived=false&visibility=private&per_page=100",
  ),
  one("update_project", { ...P, ...settings }, `PUT ${AT}`, settings),
  told("delete_project", P, `DELETE ${AT}`, ["deleted"]),
  one("archive_project", P, `POST ${AT}/archive`),
  one("unarchive_project", P, `POST ${AT}/unarchive`),
  one("fork_project", { ...P, ...home }, `POST ${AT}/fork`, home),
  list(
    "search_project",
    { ...P, scope: "blobs", search: "todo", ref: "main" },
    `${AT}/search?scope=blobs&search=todo&ref=main&per_page=100`,
  ),
  one("get_group", { group_id: "shop" }, "GET /groups/shop"),
  list("list_groups", { search: "s", owned: true }, "/groups?search=s&owned=true&per_page=100"),
  list(
    "list_projects_of_group",
    { group_id: 9, include_subgroups: true, archived: false },
    "/groups/9/projects?include_subgroups=true&archived=false&per_page=100",
  ),
  list(
    "list_members_of_group",
    { group_id: 9, query: "ann" },
    "/groups/9/members/all?query=ann&per_page=100",
  ),
  choices(
    ["groups", {}, "/groups?per_page=100"],
    [
      ["shop/seven", 7],
      ["shop/eight", 8],
    ],
  ),
  one("get_user", { user_id: 7 }, "GET /users/7"),
  list(
    "list_users",
    { username: "ann", search: "a", active: true },
    "/users?username=ann&search=a&active=true&per_page=100",
  ),
  one("get_current_user", {}, "GET /user"),
  list(
    "list_all_issues",
    { scope: "assigned_to_me", state: "opened", labels: "a", search: "s", updated_after: "2026-01-31" },
    "/issues?scope=assigned_to_me&state=opened&labels=a&search=s&updated_after=2026-01-31&per_page=100",
  ),
  list(
    "list_all_merge_requests",
    { scope: "all", state: "merged", reviewer_username: "ann", updated_after: "2026-01-31" },
    "/merge_requests?scope=all&state=merged&reviewer_username=ann&updated_after=2026-01-31&per_page=100",
  ),
  list("list_todos", { state: "pending", project_id: 8 }, "/todos?state=pending&project_id=8&per_page=100"),
  one("finish_todo", { todo_id: 7 }, "POST /todos/7/mark_as_done"),
];

/** What the vendor documents for all but the first actions. */
export const calls: readonly VendorCall[] = [
  ...[...issues, ...mergeRequests, ...planning, ...projects],
  ...repositoryCalls,
];
