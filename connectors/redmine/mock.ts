import { requestOf } from "../mock-request.ts";
import { numbered } from "../mock-routes.ts";
import type { Mock, MockVendor } from "../mock-vendor.ts";
import { API_KEY, createRedmine } from "./mock-api.ts";

/** Somebody else works in Redmine. */
function work(mock: Mock, method: string, path: string, issue: object): void {
  const { status } = mock.answer(
    requestOf(method, path, { json: { issue }, headers: { "x-redmine-api-key": API_KEY } }),
  );
  if (status >= 300) throw new Error(`The mock answered ${status}.`);
}

const ISSUE_FIELDS = [
  "query_id",
  "project_id",
  "tracker_id",
  "status_id",
  "assigned_to_id",
  "sort",
  "limit",
  "offset",
];

/** Redmine's REST API, as documented at redmine.org/projects/redmine/wiki/Rest_api. */
export const vendor: MockVendor = {
  hosts: ["redmine.example.com"],
  settings: { url: "https://redmine.example.com" },
  credentials: {
    keybased: { good: { api_key: API_KEY }, bad: { api_key: "0000000000000000000000000000000000000000" } },
  },
  parameters: {
    "GET /issues.json": ISSUE_FIELDS,
    "POST /issues.json": ["issue"],
    "GET /issues/*.json": ["include"],
    "PUT /issues/*.json": ["issue"],
    "POST /time_entries.json": ["time_entry"],
    "GET /projects.json": ["limit", "offset", "include"],
  },
  account: "dana",
  retryAfterMs: 15_000,
  create: createRedmine,
  answers: [
    { answer: { status: 403 }, code: "auth" },
    { answer: { status: 422, body: { errors: ["Subject cannot be blank"] } }, code: "input" },
    { answer: { status: 404 }, code: "input" },
  ],
  cases: [
    {
      action: "create_issue",
      input: {
        project_id: 1,
        subject: "Printer is on fire",
        description: "*Smoke*",
        tracker_id: 2,
        status_id: 1,
        priority_id: 3,
        assigned_to_id: 7,
        parent_issue_id: 1,
        start_date: "2026-05-01",
        due_date: "2026-05-02",
        estimated_hours: 1.5,
      },
      expected: {
        id: 4,
        subject: "Printer is on fire",
        description: "*Smoke*",
        project: { id: 1 },
        tracker: { id: 2 },
        status: { id: 1 },
        priority: { id: 3 },
        assigned_to: { id: 7 },
        parent: { id: 1 },
        start_date: "2026-05-01",
        due_date: "2026-05-02",
        estimated_hours: 1.5,
      },
    },
    {
      action: "comment_on_issue",
      input: { issue_id: 4, text: "Water!", private: true },
      expected: { commented: true },
    },
    {
      action: "update_issue",
      input: {
        issue_id: 4,
        subject: "Printer was on fire",
        description: "Ashes",
        tracker_id: 1,
        status_id: 5,
        priority_id: 4,
        assigned_to_id: 8,
        due_date: "2026-05-03",
        done_ratio: 100,
        notes: "Out",
      },
      expected: { updated: true },
    },
    {
      action: "get_issue",
      input: { issue_id: 4 },
      expected: {
        subject: "Printer was on fire",
        description: "Ashes",
        tracker: { id: 1 },
        status: { id: 5 },
        priority: { id: 4 },
        assigned_to: { id: 8 },
        due_date: "2026-05-03",
        done_ratio: 100,
        journals: [
          { notes: "Water!", private_notes: true },
          { notes: "Out", private_notes: false },
        ],
      },
    },
    {
      action: "list_issues",
      input: { project_id: 1, tracker_id: 1, status: "closed", assigned_to: "8", limit: 5 },
      expected: { items: [{ id: 4 }] },
    },
    {
      action: "log_time",
      input: { issue_id: 4, hours: 0.25, activity_id: 8, spent_on: "2026-05-01", comments: "Extinguished" },
      expected: {
        hours: 0.25,
        issue: { id: 4 },
        activity: { id: 8 },
        spent_on: "2026-05-01",
        comments: "Extinguished",
      },
    },
    { action: "delete_issue", input: { issue_id: 4 }, expected: { deleted: true } },
    { action: "list_projects", input: { limit: 1 }, expected: { items: [{ identifier: "project-1" }] } },
  ],
  paging: [
    {
      action: "list_issues",
      input: { project_id: 2, status: "*", limit: 2 },
      pages: 2,
      items: [3, 2, 1].map((id) => ({ id })),
    },
    { action: "list_projects", input: { limit: 60 }, pages: 2, items: numbered(101, (id) => ({ id })) },
  ],
  options: [
    { list: "projects", expected: numbered(101, (id) => ({ name: `Project ${id}`, value: id })) },
    {
      list: "trackers",
      expected: [
        { name: "Bug", value: 1 },
        { name: "Feature", value: 2 },
      ],
    },
    {
      list: "statuses",
      expected: [
        { name: "New", value: 1 },
        { name: "Closed", value: 5 },
      ],
    },
    {
      list: "priorities",
      expected: [
        { name: "Low", value: 3 },
        { name: "Normal", value: 4 },
      ],
    },
    {
      list: "activities",
      expected: [
        { name: "Design", value: 8 },
        { name: "Development", value: 9 },
      ],
    },
  ],
  triggers: [
    {
      trigger: "new_issue",
      kind: "poll",
      input: { project_id: 2 },
      happen: (mock) => {
        work(mock, "PUT", "/issues/1.json", { notes: "Not new" });
        work(mock, "POST", "/issues.json", { project_id: 1, subject: "Elsewhere" });
        work(mock, "POST", "/issues.json", { project_id: 2, subject: "Open" });
        work(mock, "POST", "/issues.json", { project_id: 2, subject: "Closed at once", status_id: 5 });
      },
      expected: [{ subject: "Open" }, { subject: "Closed at once", status: { id: 5 } }],
    },
    {
      trigger: "changed_issue",
      kind: "poll",
      input: { project_id: 2 },
      happen: (mock) => {
        work(mock, "POST", "/issues.json", { project_id: 1, subject: "Elsewhere" });
        work(mock, "PUT", "/issues/1.json", { notes: "A comment" });
        work(mock, "POST", "/issues.json", { project_id: 2, subject: "New" });
      },
      expected: [{ id: 1, subject: "One" }, { subject: "New" }],
    },
  ],
  refusals: [
    {
      action: "create_issue",
      input: { project_id: 1, subject: "x", tracker_id: 99 },
      code: "input",
      message: /Tracker is not included/,
    },
    { action: "create_issue", input: { project_id: 999, subject: "x" }, code: "input", message: /404/ },
    {
      action: "update_issue",
      input: { issue_id: 1, due_date: "soon" },
      code: "input",
      message: /Due date is not a valid date/,
    },
    { action: "get_issue", input: { issue_id: 99 }, code: "input", message: /404/ },
  ],
};
