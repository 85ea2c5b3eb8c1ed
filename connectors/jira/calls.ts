import type { ActionCall, ListCall, OptionCall, VendorCall } from "../mock-vendor.ts";
import { agileCalls } from "./agile-calls.ts";
import { pollCalls } from "./poll-calls.ts";

// developer.atlassian.com/cloud/jira/platform/rest/v2: changes answer 204, lists say how many there are in `total`.
const [RECORD, SECOND] = [
  { id: "7", name: "Seven" },
  { id: "8", name: "Eight" },
];
const API = "/rest/api/2";
const I = { issue: "SHOP-7" };

type Input = Record<string, unknown>;

const one = (action: string, input: Input, sends: string, body?: unknown): ActionCall => {
  const [method, path] = sends.split(" ");
  return {
    ...{ action, input, sends: `${method} ${API}${path}`, answer: RECORD },
    ...(body !== undefined && { body }),
  };
};
const told = (action: string, input: Input, sends: string, [name, body]: [string, unknown?]): ActionCall => ({
  ...one(action, input, sends, body),
  ...{ answer: undefined, expected: { [name]: true } },
});
const within = (call: ActionCall, answer: object, expected: unknown): ActionCall => ({
  ...{ ...call, answer, expected },
});

/** Two pages, of which the second begins where the first ended. */
const pagesOf = (path: string, name: string) => [
  { sends: `GET ${API}${path}&startAt=0`, answer: { [name]: [RECORD], startAt: 0, total: 2 } },
  { sends: `GET ${API}${path}&startAt=1`, answer: { [name]: [SECOND], startAt: 1, total: 2 } },
];
const list = (action: string, input: Input, path: string, name = "values"): ListCall => ({
  ...{ action, input, pages: pagesOf(path, name), expected: [RECORD, SECOND] },
});
const everyone = Array.from({ length: 100 }, (_, i) => ({ accountId: `a${i}`, displayName: `Person ${i}` }));
const people = (path: string) => [
  { sends: `GET ${API}${path}&startAt=0`, answer: everyone },
  { sends: `GET ${API}${path}&startAt=100`, answer: [] },
];
const choices = (name: string, input: Input, path: string): OptionCall => ({
  ...{ list: name, input, pages: pagesOf(path, "values") },
  expected: [
    { name: "Seven", value: "7" },
    { name: "Eight", value: "8" },
  ],
});

const issues: VendorCall[] = [
  one(
    "create_issue",
    {
      project: "P1",
      issue_type: "Task",
      summary: "S",
      priority: "High",
      reporter: "a-1",
      due_date: "2026-05-01",
    },
    "POST /issue",
    {
      fields: {
        ...{ project: { key: "P1" }, issuetype: { name: "Task" }, summary: "S" },
        ...{ priority: { name: "High" }, reporter: { accountId: "a-1" }, duedate: "2026-05-01" },
      },
    },
  ),
  one("create_issue_from_fields", { fields: { summary: "S", customfield_10010: 5 } }, "POST /issue", {
    fields: { summary: "S", customfield_10010: 5 },
  }),
  ...["a-1", null].map((assignee) =>
    told("assign_issue", { ...I, assignee }, "PUT /issue/SHOP-7/assignee", [
      "assigned",
      { accountId: assignee },
    ]),
  ),
  told("add_label_to_issue", { ...I, label: "L" }, "PUT /issue/SHOP-7", [
    "added",
    { update: { labels: [{ add: "L" }] } },
  ]),
  told("remove_label_from_issue", { ...I, label: "L" }, "PUT /issue/SHOP-7", [
    "removed",
    { update: { labels: [{ remove: "L" }] } },
  ]),
  told(
    "transition_issue",
    { ...I, transition: "21", fields: { resolution: { name: "Done" } }, comment: "C" },
    "POST /issue/SHOP-7/transitions",
    [
      "moved",
      {
        transition: { id: "21" },
        fields: { resolution: { name: "Done" } },
        update: { comment: [{ add: { body: "C" } }] },
      },
    ],
  ),
  within(one("list_transitions", I, "GET /issue/SHOP-7/transitions"), { transitions: [RECORD] }, [RECORD]),
  list("list_changes_of_issue", I, "/issue/SHOP-7/changelog?maxResults=100"),
  within(one("list_watchers", I, "GET /issue/SHOP-7/watchers"), { watchCount: 1, watchers: [RECORD] }, [
    RECORD,
  ]),
  told("add_watcher", { ...I, user: "a-1" }, "POST /issue/SHOP-7/watchers", ["added", "a-1"]),
  told("remove_watcher", { ...I, user: "a-1" }, "DELETE /issue/SHOP-7/watchers?accountId=a-1", ["removed"]),
  told(
    "notify_about_issue",
    { ...I, subject: "S", text: "T", assignee: true, reporter: true, watchers: false, voters: false },
    "POST /issue/SHOP-7/notify",
    [
      "sent",
      {
        ...{ subject: "S", textBody: "T" },
        to: { assignee: true, reporter: true, watchers: false, voters: false },
      },
    ],
  ),
  told("link_issues", { type: "Blocks", from: "SHOP-7", to: "SHOP-8", comment: "C" }, "POST /issueLink", [
    "linked",
    {
      ...{ type: { name: "Blocks" }, inwardIssue: { key: "SHOP-7" }, outwardIssue: { key: "SHOP-8" } },
      comment: { body: "C" },
    },
  ]),
  one("get_issue_link", { issue_link_id: "7" }, "GET /issueLink/7"),
  told("delete_issue_link", { issue_link_id: "7" }, "DELETE /issueLink/7", ["deleted"]),
  within(one("list_link_types", {}, "GET /issueLinkType"), { issueLinkTypes: [RECORD] }, [RECORD]),
  one(
    "create_web_link",
    {
      ...{ ...I, url: "https://example.com/a", title: "T", summary: "S" },
      ...{ relationship: "mentioned in", global_id: "shop=1" },
    },
    "POST /issue/SHOP-7/remotelink",
    {
      ...{ globalId: "shop=1", relationship: "mentioned in" },
      object: { url: "https://example.com/a", title: "T", summary: "S" },
    },
  ),
  one("get_web_link", { ...I, web_link_id: 7 }, "GET /issue/SHOP-7/remotelink/7"),
  within(one("list_web_links", I, "GET /issue/SHOP-7/remotelink"), [RECORD], [RECORD]),
  told("delete_web_link", { ...I, web_link_id: 7 }, "DELETE /issue/SHOP-7/remotelink/7", ["deleted"]),
  {
    list: "assignees_of_issue",
    input: I,
    pages: people("/user/assignable/search?issueKey=SHOP-7&maxResults=100"),
    expected: everyone.map(({ displayName, accountId }) => ({ name: displayName, value: accountId })),
  },
  {
    list: "priorities",
    pages: [{ sends: `GET ${API}/priority`, answer: [{ id: "1", name: "High" }] }],
    expected: [{ name: "High", value: "High" }],
  },
  {
    list: "link_types",
    pages: [{ sends: `GET ${API}/issueLinkType`, answer: { issueLinkTypes: [{ id: "1", name: "Blocks" }] } }],
    expected: [{ name: "Blocks", value: "Blocks" }],
  },
];

const estimate = { adjust_estimate: "new", new_estimate: "2d", notify: false };
const asked = "?adjustEstimate=new&newEstimate=2d&notifyUsers=false";
const time = { timeSpent: "3h", started: "2026-01-31T12:00:00.000+0000", comment: "C" };
const text = { body: "B", visibility: { type: "role", value: "Administrators" } };

const onIssues: VendorCall[] = [
  one("get_comment", { ...I, comment_id: "7" }, "GET /issue/SHOP-7/comment/7"),
  list(
    "list_comments",
    { ...I, orderBy: "-created" },
    "/issue/SHOP-7/comment?orderBy=-created&maxResults=100",
    "comments",
  ),
  one(
    "update_comment",
    { ...I, comment_id: "7", ...text, notify: false },
    "PUT /issue/SHOP-7/comment/7?notifyUsers=false",
    text,
  ),
  told("delete_comment", { ...I, comment_id: "7" }, "DELETE /issue/SHOP-7/comment/7", ["deleted"]),
  one("create_worklog", { ...I, ...time, ...estimate }, `POST /issue/SHOP-7/worklog${asked}`, time),
  one("get_worklog", { ...I, worklog_id: "7" }, "GET /issue/SHOP-7/worklog/7"),
  list(
    "list_worklogs",
    { ...I, startedAfter: 1, startedBefore: 2 },
    "/issue/SHOP-7/worklog?startedAfter=1&startedBefore=2&maxResults=100",
    "worklogs",
  ),
  one(
    "update_worklog",
    { ...I, worklog_id: "7", ...time, ...estimate },
    `PUT /issue/SHOP-7/worklog/7${asked}`,
    time,
  ),
  told("delete_worklog", { ...I, worklog_id: "7", ...estimate }, `DELETE /issue/SHOP-7/worklog/7${asked}`, [
    "deleted",
  ]),
  one("get_attachment", { attachment_id: "7" }, "GET /attachment/7"),
  {
    ...one("download_attachment", { attachment_id: "7" }, "GET /attachment/content/7?redirect=false"),
    ...{
      answer: "A report.",
      headers: { "content-type": "text/csv", "content-disposition": 'attachment; filename="a.csv"' },
    },
    expected: { name: "a.csv", contentType: "text/csv", content: '"A report."' },
  },
  told("delete_attachment", { attachment_id: "7" }, "DELETE /attachment/7", ["deleted"]),
  within(
    one("list_attachments", I, "GET /issue/SHOP-7?fields=attachment"),
    { id: "1", fields: { attachment: [RECORD] } },
    [RECORD],
  ),
];

const P = { project: "SHOP" };
const lead = { leadAccountId: "a-1", description: "D", name: "N" };
const dates = { startDate: "2026-01-31", releaseDate: "2026-02-28" };
const version = { ...{ name: "N", description: "D" }, ...dates, released: true, archived: false };

const projects: VendorCall[] = [
  one("get_project", P, "GET /project/SHOP"),
  list(
    "list_projects",
    { query: "S", typeKey: "software", status: "live" },
    "/project/search?query=S&typeKey=software&status=live&maxResults=50",
  ),
  one(
    "update_project",
    { ...P, ...lead, url: "https://example.com", assigneeType: "UNASSIGNED" },
    "PUT /project/SHOP",
    { ...lead, url: "https://example.com", assigneeType: "UNASSIGNED" },
  ),
  told("archive_project", P, "POST /project/SHOP/archive", ["archived"]),
  within(one("list_statuses_of_project", P, "GET /project/SHOP/statuses"), [RECORD], [RECORD]),
  one("create_version", { ...P, ...version }, "POST /version", { ...P, ...version }),
  one("get_version", { ...P, version_id: "7" }, "GET /version/7"),
  list(
    "list_versions",
    { ...P, query: "N", status: "released,archived" },
    "/project/SHOP/version?query=N&status=released,archived&maxResults=50",
  ),
  one("update_version", { ...P, version_id: "7", ...version }, "PUT /version/7", version),
  told(
    "delete_version",
    { ...P, version_id: "7", moveFixIssuesTo: 8, moveAffectedIssuesTo: 9 },
    "POST /version/7/removeAndSwap",
    ["deleted", { moveFixIssuesTo: 8, moveAffectedIssuesTo: 9 }],
  ),
  one("count_issues_of_version", { ...P, version_id: "7" }, "GET /version/7/unresolvedIssueCount"),
  choices("versions", P, "/project/SHOP/version?maxResults=50"),
  one("create_component", { ...P, ...lead, assigneeType: "COMPONENT_LEAD" }, "POST /component", {
    ...{ ...P, ...lead },
    assigneeType: "COMPONENT_LEAD",
  }),
  one("get_component", { ...P, component_id: "7" }, "GET /component/7"),
  list("list_components", { ...P, query: "N" }, "/project/SHOP/component?query=N&maxResults=50"),
  one(
    "update_component",
    { ...P, component_id: "7", ...lead, assigneeType: "UNASSIGNED" },
    "PUT /component/7",
    {
      ...lead,
      assigneeType: "UNASSIGNED",
    },
  ),
  told(
    "delete_component",
    { ...P, component_id: "7", moveIssuesTo: "8" },
    "DELETE /component/7?moveIssuesTo=8",
    ["deleted"],
  ),
  choices("components", P, "/project/SHOP/component?maxResults=50"),
];

const query = { name: "N", jql: "project = SHOP", description: "D", favourite: true };

const site: VendorCall[] = [
  one("get_user", { account_id: "a-1" }, "GET /user?accountId=a-1"),
  one("get_current_user", {}, "GET /myself"),
  { action: "list_users", input: {}, pages: people("/users/search?maxResults=100"), expected: everyone },
  {
    ...{ action: "search_users", input: { query: "ann" }, expected: everyone },
    pages: people("/user/search?query=ann&maxResults=100"),
  },
  {
    ...{ action: "list_assignable_users", input: { ...P, query: "ann" }, expected: everyone },
    pages: people("/user/assignable/search?project=SHOP&query=ann&maxResults=100"),
  },
  one("create_filter", query, "POST /filter", query),
  one("get_filter", { filter_id: "7" }, "GET /filter/7"),
  list(
    "list_filters",
    { filterName: "N" },
    "/filter/search?filterName=N&expand=description,jql,owner,viewUrl&maxResults=50",
  ),
  one("update_filter", { filter_id: "7", ...query }, "PUT /filter/7", query),
  told("delete_filter", { filter_id: "7" }, "DELETE /filter/7", ["deleted"]),
  choices("filters", {}, "/filter/search?expand=description,jql,owner,viewUrl&maxResults=50"),
  within(one("list_fields", {}, "GET /field"), [RECORD], [RECORD]),
  list("list_labels", {}, "/label?maxResults=1000"),
  {
    ...{ list: "labels", expected: ["shop", "toy"].map((value) => ({ name: value, value })) },
    pages: [
      { sends: `GET ${API}/label?maxResults=1000&startAt=0`, answer: { values: ["shop"], total: 2 } },
      { sends: `GET ${API}/label?maxResults=1000&startAt=1`, answer: { values: ["toy"], total: 2 } },
    ],
  },
];

/** What the vendor documents for all but the first actions with issues. */
export const calls: readonly VendorCall[] = [
  ...[...issues, ...onIssues, ...projects, ...site],
  ...[...agileCalls, ...pollCalls],
];
