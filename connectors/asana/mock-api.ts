import { answerFrom, type MockHandler, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// developers.asana.com: everything goes in and comes as {data}; lists are compact unless `opt_fields` asks for more, and
// tell `next_page.offset` (null at the end) only where a `limit` was given; errors are {errors: [{message}]}.
/** The tokens that the mock accepts. */
export const TOKENS = ["1/1200:good-personal", "1/1200:good-oauth-tok"];
const FIELDS = ["name", "notes", "assignee", "due_on", "completed", "projects", "workspace"];

interface Task extends Record<string, unknown> {
  gid: string;
  created_at: string;
  modified_at: string;
  projects: string[];
  completed: boolean;
}

/** The vendor's error body. */
export function failed(status: number, message: string): MockAnswer {
  return { status, body: { errors: [{ message, help: "For more information on API status codes" }] } };
}

const named = (kind: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    gid: `${kind}-${i + 1}`,
    resource_type: kind,
    name: `${kind} ${i + 1}`,
  }));
/** The workspaces there are. */
export const WORKSPACES = named("workspace", 101);
/** The projects there are. */
export const PROJECTS = named("project", 101);
/** The people of the workspace. */
export const USERS = named("user", 101);

function listOf(request: MockRequest, all: readonly unknown[]): MockAnswer {
  const limit = wholeNumber(request.query.get("limit"), { fallback: 0, min: 1, max: 100 });
  if (limit === undefined) return failed(400, "limit: Must be between 1 and 100.");
  const match = /^eyJ(\d+)$/.exec(request.query.get("offset") ?? "eyJ0");
  if (match === null) return failed(400, "offset: Your pagination token is invalid.");
  const start = Number(match[1]);
  const end = limit === 0 ? all.length : start + limit;
  const next_page =
    end < all.length ? { offset: `eyJ${end}`, path: `${request.path}?offset=eyJ${end}` } : null;
  return { status: 200, body: { data: all.slice(start, end), ...(limit === 0 ? {} : { next_page }) } };
}

function inWorkspace(all: readonly unknown[]): MockHandler {
  return (request) => {
    const { query } = request;
    const workspace = query.get("workspace");
    if (!WORKSPACES.some(({ gid }) => gid === workspace))
      return failed(404, `workspace: Unknown object: ${workspace}`);
    if (!["true", "false", null].includes(query.get("archived")))
      return failed(400, "archived: Not a boolean");
    return listOf(request, all);
  };
}

function dataOf(request: MockRequest): Record<string, unknown> | MockAnswer {
  const data = jsonBody(request)?.data;
  if (!isObject(data)) return failed(400, "Could not parse request data, invalid JSON");
  const wrong = Object.keys(data).find((name) => !FIELDS.includes(name));
  if (wrong !== undefined) return failed(400, `${wrong}: Unrecognized field`);
  if (data.due_on !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(data.due_on))) {
    return failed(400, "due_on: Not a valid date");
  }
  return data;
}

const isAnswer = (value: object): value is MockAnswer => "status" in value;

function createTask(tasks: Task[], request: MockRequest): MockAnswer {
  const data = dataOf(request);
  if (isAnswer(data)) return data;
  const { workspace } = data;
  const projects = data.projects ?? [];
  if (workspace === undefined && Array.isArray(projects) && projects.length === 0) {
    return failed(400, "You should specify one of workspace, parent, projects.");
  }
  if (!Array.isArray(projects)) return failed(400, "projects: Not an array");
  const unknown = projects.find((id) => !PROJECTS.some(({ gid }) => gid === id));
  if (unknown !== undefined) return failed(400, `projects: [0]: Not a recognized ID: ${unknown}`);
  return { status: 201, body: { data: add(tasks, { ...data, projects }, new Date().toISOString()) } };
}

function add(tasks: Task[], data: Record<string, unknown> & { projects: string[] }, time: string): Task {
  const gid = String(9000 + tasks.length + 1);
  const permalink_url = `https://app.asana.com/0/0/${gid}`;
  const task = { completed: false, ...data, gid, permalink_url, created_at: time, modified_at: time };
  tasks.push(task);
  return task;
}

function listTasks(tasks: Task[], request: MockRequest): MockAnswer {
  const { query } = request;
  const project = query.get("project");
  if (project === null) return failed(400, "You should specify one of project, tag, section, user_task_list");
  if (!PROJECTS.some(({ gid }) => gid === project)) return failed(404, `project: Unknown object: ${project}`);
  const times = ["modified_since", "completed_since"].map((name) => query.get(name));
  if (times.some((time) => time !== null && time !== "now" && Number.isNaN(Date.parse(time)))) {
    return failed(400, "modified_since: Not a valid datetime");
  }
  const [modified, completed] = times;
  const found = tasks.filter(
    (task) =>
      task.projects.includes(project) &&
      (modified == null || task.modified_at >= modified) &&
      (completed == null || !task.completed),
  );
  const names = query.get("opt_fields")?.split(",") ?? ["name", "resource_type"];
  const roots = ["gid", ...names.map((name) => name.split(".")[0] ?? name)];
  const told = found.map((task) =>
    Object.fromEntries(Object.entries(task).filter(([name]) => roots.includes(name))),
  );
  return listOf(request, told);
}

/** An imitation of Asana with some records in it. */
export function create(): Mock {
  const tasks: Task[] = [];
  for (let i = 1; i <= 101; i++) {
    add(
      tasks,
      { name: `Task ${i}`, projects: ["project-1"] },
      `2026-01-01T00:00:00.${String(i).padStart(3, "0")}Z`,
    );
  }
  const onTask =
    (answer: (task: Task, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [gid]) => {
      const task = tasks.find((candidate) => candidate.gid === gid);
      return task === undefined ? failed(404, `task: Unknown object: ${gid}`) : answer(task, request);
    };
  const change = (task: Task, data: Record<string, unknown>) =>
    Object.assign(task, data, { modified_at: new Date().toISOString() });
  const routes: MockRoutes = {
    "GET /api/1.0/users/me": () => ({ status: 200, body: { data: { gid: "user-1", name: "Ada Lovelace" } } }),
    "GET /api/1.0/workspaces": (request) => listOf(request, WORKSPACES),
    "GET /api/1.0/projects": inWorkspace(PROJECTS),
    "GET /api/1.0/users": inWorkspace(USERS),
    "GET /api/1.0/tasks": (request) => listTasks(tasks, request),
    "POST /api/1.0/tasks": (request) => createTask(tasks, request),
    "GET /api/1.0/tasks/*": onTask((task) => ({ status: 200, body: { data: task } })),
    "PUT /api/1.0/tasks/*": onTask((task, request) => {
      const data = dataOf(request);
      return isAnswer(data) ? data : { status: 200, body: { data: change(task, data) } };
    }),
    "DELETE /api/1.0/tasks/*": onTask((task) => {
      tasks.splice(tasks.indexOf(task), 1);
      return { status: 200, body: { data: {} } };
    }),
    "POST /api/1.0/tasks/*/stories": onTask((task, request) => {
      const data = jsonBody(request)?.data;
      if (!isObject(data) || typeof data.text !== "string") return failed(400, "text: Missing input");
      change(task, {});
      return {
        status: 201,
        body: { data: { gid: "story-1", text: data.text, created_at: "2026-01-02T03:04:05.678Z" } },
      };
    }),
  };
  return {
    limited: () => ({
      ...failed(429, "You have made too many requests recently."),
      headers: { "retry-after": "30" },
    }),
    answer: (request) =>
      TOKENS.includes(bearerOf(request))
        ? answerFrom(routes, request, failed(404, "No matching route for request"))
        : failed(401, "Not Authorized"),
  };
}
