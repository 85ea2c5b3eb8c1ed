import type { Exchange, PollCall, VendorCall } from "../mock-vendor.ts";

// Lists of tasks with their times, searches, and what is polled: a search has no pages, so the next one is limited to
// what was created or completed before.
const FIELDS = "name,completed,completed_at,due_on,assignee.name,created_at,modified_at,permalink_url";
const NOON = "2026-03-01T12:00:00.000Z";

const task = (gid: string, at: string) => ({
  ...{ gid, name: `Task ${gid}`, created_at: at, modified_at: at, completed_at: at },
});
const [FIRST, SECOND] = [task("21", "2026-03-01T12:20:00.000Z"), task("22", "2026-03-01T12:21:00.000Z")];

/** A list of tasks below a task. */
const below = (action: string, what: string): VendorCall => {
  const address = `GET /api/1.0/tasks/7/${what}?opt_fields=${FIELDS}&limit=100`;
  return {
    action,
    input: { task: "7" },
    pages: [
      { sends: address, answer: { data: [FIRST], next_page: { offset: "eyJ2" } } },
      { sends: `${address}&offset=eyJ2`, answer: { data: [SECOND], next_page: null } },
    ],
    expected: [FIRST, SECOND],
  };
};

const search = [
  "text=fix&projects.any=2&sections.any=3&assignee.any=me&tags.any=4&completed=false&is_subtask=false&is_blocked=true",
  "has_attachment=true&resource_subtype=milestone&due_on=2026-01-31&due_on.before=2026-02-01&due_on.after=2026-01-01",
  "created_at.after=2026-01-02T00:00:00Z&modified_at.after=2026-01-03T00:00:00Z&completed_at.after=2026-01-04T00:00:00Z",
  `sort_by=created_at&opt_fields=${FIELDS}&limit=100`,
].join("&");
const searched = (more: string, data: object[]): Exchange => ({
  sends: `GET /api/1.0/workspaces/1/tasks/search?${search}${more}`,
  answer: { data },
});

/** The first poll and the ones after it ask from `cursors`; the second finds two pages, the third the newest again. */
function pollOf(trigger: string, input: Record<string, unknown>, address: string, since: string): PollCall {
  const ask = (cursor: string, answer: object, more = ""): Exchange => ({
    sends: `GET ${address}&${since}=${cursor}${more}`,
    answer,
  });
  return {
    trigger,
    input,
    polls: [
      [ask(NOON, { data: [], next_page: null })],
      [
        ask(NOON, { data: [FIRST], next_page: { offset: "eyJ2" } }),
        ask(NOON, { data: [SECOND], next_page: null }, "&offset=eyJ2"),
      ],
      [ask("2026-03-01T12:21:00.000Z", { data: [SECOND], next_page: null })],
    ],
    expected: [FIRST, SECOND],
  };
}

const assigned = `/api/1.0/tasks?workspace=1&assignee=me&opt_fields=${FIELDS}&limit=100`;
const completed = `/api/1.0/workspaces/1/tasks/search?projects.any=2&completed=true&sort_by=completed_at&opt_fields=${FIELDS}&limit=100`;
const statuses =
  "/api/1.0/status_updates?parent=2&opt_fields=title,text,status_type,author.name,created_at,parent.name&limit=100";

/** The calls of searches, lists of tasks and triggers. */
export const searchCalls: readonly VendorCall[] = [
  below("list_dependencies", "dependencies"),
  below("list_dependents", "dependents"),
  below("list_subtasks", "subtasks"),
  {
    action: "search_tasks",
    input: {
      ...{ workspace: "1", text: "fix", project: "2", section: "3", assignee: "me", tag: "4" },
      ...{ completed: false, is_subtask: false, is_blocked: true, has_attachment: true },
      ...{ resource_subtype: "milestone", due_on: "2026-01-31", due_before: "2026-02-01" },
      ...{ due_after: "2026-01-01", created_after: "2026-01-02T00:00:00Z" },
      ...{ modified_after: "2026-01-03T00:00:00Z", completed_after: "2026-01-04T00:00:00Z" },
    },
    pages: [
      searched("", [SECOND]),
      searched(`&created_at.before=${SECOND.created_at}`, [FIRST]),
      searched(`&created_at.before=${FIRST.created_at}`, []),
    ],
    expected: [SECOND, FIRST],
  },
  pollOf("new_assigned_task", { workspace: "1", assignee: "me" }, assigned, "modified_since"),
  pollOf("assigned_task_changed", { workspace: "1", assignee: "me" }, assigned, "modified_since"),
  pollOf("new_status_update", { parent: "2" }, statuses, "created_since"),
  {
    trigger: "task_completed",
    input: { workspace: "1", project: "2" },
    polls: [
      [{ sends: `GET ${completed}&completed_at.after=${NOON}`, answer: { data: [] } }],
      [
        { sends: `GET ${completed}&completed_at.after=${NOON}`, answer: { data: [SECOND] } },
        {
          sends: `GET ${completed}&completed_at.after=${NOON}&completed_at.before=${SECOND.completed_at}`,
          answer: { data: [FIRST] },
        },
        {
          sends: `GET ${completed}&completed_at.after=${NOON}&completed_at.before=${FIRST.completed_at}`,
          answer: { data: [] },
        },
      ],
      // Search is late: what was completed ten minutes before is asked for again.
      [
        {
          sends: `GET ${completed}&completed_at.after=2026-03-01T12:11:00.000Z`,
          answer: { data: [SECOND, FIRST] },
        },
        {
          sends: `GET ${completed}&completed_at.after=2026-03-01T12:11:00.000Z&completed_at.before=${FIRST.completed_at}`,
          answer: { data: [] },
        },
      ],
    ],
    expected: [FIRST, SECOND],
  },
];
