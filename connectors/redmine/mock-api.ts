import { answerFrom, type MockRoutes, numbered } from "../mock-routes.ts";
import { isObject, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// redmine.org/projects/redmine/wiki/Rest_api: addresses end in .json; bodies wrap their record ({issue: {…}}); refusals
// of values are 422 {errors: [text]}, of keys 401 and of unknown records 404, both without a body; changes answer 204.
/** The only key that the mock knows. */
export const API_KEY = "ebc3f6b781a6fb3f2b0a83ce0ebb80e0d585189d";
const TRACKERS = [
  { id: 1, name: "Bug" },
  { id: 2, name: "Feature" },
];
const STATUSES = [
  { id: 1, name: "New", is_closed: false },
  { id: 5, name: "Closed", is_closed: true },
];
const PRIORITIES = [
  { id: 3, name: "Low" },
  { id: 4, name: "Normal" },
];
const ACTIVITIES = [
  { id: 8, name: "Design" },
  { id: 9, name: "Development" },
];
const PROJECTS = numbered(101, (id) => ({ id, name: `Project ${id}`, identifier: `project-${id}` }));

interface Named {
  id: number;
  name: string;
}
interface Issue {
  id: number;
  project: Named;
  tracker: Named | undefined;
  status: Named | undefined;
  priority: Named | undefined;
  subject: string;
  created_on: string;
  updated_on: string;
  journals: { notes: unknown; private_notes: boolean }[];
  [more: string]: unknown;
}
interface Store {
  issues: Issue[];
  minute: number;
}

const ok = (body: unknown): MockAnswer => ({ status: 200, body });
const invalid = (...errors: string[]): MockAnswer => ({ status: 422, body: { errors } });
const NOT_FOUND: MockAnswer = { status: 404 };

function page(name: string, items: readonly unknown[], { query }: MockRequest): MockAnswer {
  // Redmine does not refuse a wrong limit or offset: it takes its own.
  const limit = Math.min(Math.max(Number.parseInt(query.get("limit") ?? "", 10) || 25, 1), 100);
  const offset = Math.max(Number.parseInt(query.get("offset") ?? "", 10) || 0, 0);
  return ok({ [name]: items.slice(offset, offset + limit), total_count: items.length, offset, limit });
}

function record(request: MockRequest, name: string): Record<string, unknown> {
  const value = jsonBody(request)?.[name];
  return isObject(value) ? value : {};
}

const NAMED = { tracker_id: TRACKERS, status_id: STATUSES, priority_id: PRIORITIES };
const PLAIN = ["description", "start_date", "due_date", "estimated_hours", "done_ratio"];

/** Sets what a body holds; what Redmine does not know it ignores. Returns its complaints. */
function assign(issue: Issue, values: Record<string, unknown>): string[] {
  const errors: string[] = [];
  if (values.subject !== undefined) issue.subject = String(values.subject);
  if (issue.subject === "") errors.push("Subject cannot be blank");
  for (const [name, list] of Object.entries(NAMED)) {
    if (values[name] === undefined) continue;
    const found: Named | undefined = list.find(({ id }) => id === Number(values[name]));
    const label = name.replace("_id", "");
    if (found === undefined)
      errors.push(`${label.charAt(0).toUpperCase()}${label.slice(1)} is not included in the list`);
    issue[label] = found && { id: found.id, name: found.name };
  }
  if (values.due_date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(values.due_date)))
    errors.push("Due date is not a valid date");
  for (const name of PLAIN) if (values[name] !== undefined) issue[name] = values[name];
  if (values.assigned_to_id !== undefined) issue.assigned_to = { id: values.assigned_to_id, name: "Dana" };
  if (values.parent_issue_id !== undefined) issue.parent = { id: values.parent_issue_id };
  return errors;
}

function stamp(store: Store): string {
  store.minute += 1;
  return `2026-03-01T10:${String(store.minute).padStart(2, "0")}:00Z`;
}

function openIssue(store: Store, values: Record<string, unknown>): MockAnswer {
  const project = PROJECTS.find(({ id }) => id === Number(values.project_id));
  if (project === undefined)
    return values.project_id === undefined ? invalid("Project cannot be blank") : NOT_FOUND;
  const now = stamp(store);
  const issue: Issue = {
    id: store.issues.length + 1,
    project: { id: project.id, name: project.name },
    tracker: TRACKERS[0],
    status: { id: 1, name: "New" },
    priority: PRIORITIES[1],
    subject: "",
    created_on: now,
    updated_on: now,
    journals: [],
  };
  const errors = assign(issue, values);
  if (errors.length > 0) return invalid(...errors);
  store.issues.push(issue);
  return { status: 201, body: { issue: { ...issue, journals: undefined } } };
}

function changeIssue(store: Store, issue: Issue, values: Record<string, unknown>): MockAnswer {
  const errors = assign(structuredClone(issue), values);
  if (errors.length > 0) return invalid(...errors);
  assign(issue, values);
  if (values.notes !== undefined && values.notes !== "") {
    issue.journals.push({ notes: values.notes, private_notes: values.private_notes === true });
  }
  issue.updated_on = stamp(store);
  return { status: 204 };
}

function listIssues({ issues }: Store, request: MockRequest): MockAnswer {
  const { query } = request;
  const project = query.get("project_id");
  if (project !== null && !PROJECTS.some(({ id }) => id === Number(project))) return NOT_FOUND;
  const status = query.get("status_id") ?? "open";
  const tracker = query.get("tracker_id");
  const person = query.get("assigned_to_id");
  const closed = (issue: Issue) => STATUSES.find(({ id }) => id === issue.status?.id)?.is_closed === true;
  const found = issues.filter(
    (issue) =>
      (project === null || issue.project.id === Number(project)) &&
      (tracker === null || issue.tracker?.id === Number(tracker)) &&
      (person === null ||
        (isObject(issue.assigned_to) && issue.assigned_to.id === Number(person.replace("me", "7")))) &&
      (status === "*" ||
        (status === "open"
          ? !closed(issue)
          : status === "closed"
            ? closed(issue)
            : issue.status?.id === Number(status))),
  );
  const [field = "id", direction] = (query.get("sort") ?? "id:desc").split(",")[0]?.split(":") ?? [];
  const rank = (issue: Issue) => String(issue[field] ?? "").padStart(30, "0");
  found.sort((a, b) => (rank(a) < rank(b) ? -1 : 1) * (direction === "desc" ? -1 : 1));
  return page(
    "issues",
    found.map((issue) => ({ ...issue, journals: undefined })),
    request,
  );
}

function issueRoutes(store: Store): MockRoutes {
  const withIssue = (id: string, answer: (issue: Issue) => MockAnswer): MockAnswer => {
    const issue = store.issues.find((one) => one.id === Number(id));
    return issue === undefined ? NOT_FOUND : answer(issue);
  };
  return {
    "GET /issues.json": (request) => listIssues(store, request),
    "POST /issues.json": (request) => openIssue(store, record(request, "issue")),
    "GET /issues/*.json": ({ query }, [id = ""]) =>
      withIssue(id, ({ journals, ...issue }) => {
        const included = query.get("include")?.split(",").includes("journals");
        return ok({ issue: included ? { ...issue, journals } : issue });
      }),
    "PUT /issues/*.json": (request, [id = ""]) =>
      withIssue(id, (issue) => changeIssue(store, issue, record(request, "issue"))),
    "DELETE /issues/*.json": (_, [id = ""]) =>
      withIssue(id, (issue) => {
        store.issues.splice(store.issues.indexOf(issue), 1);
        return { status: 204 };
      }),
    "POST /time_entries.json": (request) => {
      const { issue_id, hours, activity_id = 9, ...more } = record(request, "time_entry");
      if (!store.issues.some(({ id }) => id === issue_id)) return invalid("Issue is invalid");
      if (typeof hours !== "number" || hours <= 0) return invalid("Hours is invalid");
      const activity = ACTIVITIES.find(({ id }) => id === activity_id);
      if (activity === undefined) return invalid("Activity is not included in the list");
      return {
        status: 201,
        body: { time_entry: { id: 1, issue: { id: issue_id }, hours, activity, ...more } },
      };
    },
  };
}

/** A Redmine with 101 projects, more than a page holds, and three issues. */
export function createRedmine(): Mock {
  const store: Store = { issues: [], minute: 0 };
  for (const subject of ["One", "Two", "Three"]) openIssue(store, { project_id: 2, subject });
  const routes: MockRoutes = {
    "GET /users/current.json": () =>
      ok({ user: { id: 7, login: "dana", firstname: "Dana", lastname: "Doe" } }),
    "GET /projects.json": (request) => page("projects", PROJECTS, request),
    "GET /trackers.json": () => ok({ trackers: TRACKERS }),
    "GET /issue_statuses.json": () => ok({ issue_statuses: STATUSES }),
    "GET /enumerations/issue_priorities.json": () => ok({ issue_priorities: PRIORITIES }),
    "GET /enumerations/time_entry_activities.json": () => ok({ time_entry_activities: ACTIVITIES }),
    ...issueRoutes(store),
  };
  return {
    limited: () => ({ status: 429, headers: { "retry-after": "15" }, body: "Too many requests" }),
    answer: (request) => {
      if (request.headers["x-redmine-api-key"] !== API_KEY) {
        return { status: 401, headers: { "www-authenticate": 'Basic realm="Redmine API"' } };
      }
      return answerFrom(routes, request, NOT_FOUND);
    },
  };
}
