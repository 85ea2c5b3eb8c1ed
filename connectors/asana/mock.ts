import { standardGrant } from "../mock-oauth.ts";
import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { create, failed, PROJECTS, TOKENS, USERS, WORKSPACES } from "./mock-api.ts";

const as = { headers: { authorization: `Bearer ${TOKENS[0]}` } };
const listed = Array.from({ length: 101 }, (_, i) => ({
  gid: String(9001 + i),
  name: `Task ${i + 1}`,
  permalink_url: `https://app.asana.com/0/0/${9001 + i}`,
}));
const choices = (all: readonly { name: string; gid: string }[]) =>
  all.map(({ name, gid }) => ({ name, value: gid }));
const here = { workspace: "workspace-1", project: "project-1" };

/** Asana, as documented at developers.asana.com. */
export const vendor: MockVendor = {
  hosts: ["app.asana.com"],
  credentials: {
    keybased: { good: { token: "1/1200:good-personal" }, bad: { token: "1/1200:bad-personal-" } },
    oauth2: {
      good: { access_token: "1/1200:good-oauth-tok" },
      bad: { access_token: "1/1200:bad-oauth-toke" },
    },
  },
  // Only the refresh token can be given back: bearer tokens are refused there.
  oauth: {
    authorize: "https://app.asana.com/-/oauth_authorize",
    token: "https://app.asana.com/-/oauth_token",
    revoke: "https://app.asana.com/-/oauth_revoke",
    scopes: { needed: ["default"], separator: " " },
    pkce: true,
    clientAuth: ["post"],
    ...standardGrant(3600, { data: { id: 4673218951, name: "Ada" } }),
    keepsRefresh: true,
  },
  parameters: {
    "GET /api/1.0/workspaces": ["limit", "offset", "opt_fields"],
    "GET /api/1.0/projects": ["workspace", "archived", "limit", "offset", "opt_fields"],
    "GET /api/1.0/users": ["workspace", "limit", "offset", "opt_fields"],
    "GET /api/1.0/tasks": ["project", "modified_since", "completed_since", "opt_fields", "limit", "offset"],
    "POST /api/1.0/tasks": ["data"],
    "PUT /api/1.0/tasks/*": ["data"],
    "POST /api/1.0/tasks/*/stories": ["data"],
  },
  account: "Ada Lovelace",
  retryAfterMs: 30_000,
  create,
  calls,
  answers: [
    { answer: failed(403, "Forbidden"), code: "input" },
    { answer: failed(402, "Payment Required"), code: "input" },
  ],
  cases: [
    {
      action: "create_task",
      input: { ...here, name: "Größe", notes: "All of it", assignee: "me", due_on: "2026-05-01" },
      expected: {
        gid: "9102",
        name: "Größe",
        notes: "All of it",
        assignee: "me",
        due_on: "2026-05-01",
        workspace: "workspace-1",
        projects: ["project-1"],
      },
    },
    {
      action: "update_task",
      input: {
        task: "9102",
        name: "Size",
        notes: "Half",
        assignee: "user-3",
        due_on: "2026-06-01",
        completed: true,
      },
      expected: {
        gid: "9102",
        name: "Size",
        notes: "Half",
        assignee: "user-3",
        due_on: "2026-06-01",
        completed: true,
      },
    },
    { action: "get_task", input: { task: "9102" }, expected: { name: "Size", projects: ["project-1"] } },
    {
      action: "add_comment",
      input: { task: "9102", text: "Done" },
      expected: { gid: "story-1", created_at: "2026-01-02T03:04:05.678Z" },
    },
    { action: "delete_task", input: { task: "9001" }, expected: { deleted: true } },
    {
      action: "list_tasks",
      input: { ...here, completed_since: "now" },
      expected: { items: listed.slice(1), next_cursor: null },
    },
    {
      action: "list_projects",
      input: { workspace: "workspace-1" },
      expected: { items: PROJECTS.slice(0, 100) },
    },
  ],
  paging: [
    { action: "list_tasks", input: here, pages: 2, items: listed },
    { action: "list_projects", input: { workspace: "workspace-1" }, pages: 2, items: PROJECTS },
  ],
  options: [
    { list: "workspaces", expected: choices(WORKSPACES) },
    { list: "projects", input: { workspace: "workspace-1" }, expected: choices(PROJECTS) },
    { list: "users", input: { workspace: "workspace-1" }, expected: choices(USERS) },
  ],
  triggers: [
    {
      trigger: "new_task",
      kind: "poll",
      input: here,
      happen: (mock) => {
        const data = { name: "Fresh", projects: ["project-1"] };
        mock.answer(requestOf("POST", "/api/1.0/tasks", { json: { data }, ...as }));
        mock.answer(requestOf("PUT", "/api/1.0/tasks/9007", { json: { data: { name: "Old" } }, ...as }));
      },
      expected: [{ gid: "9102", name: "Fresh", permalink_url: "https://app.asana.com/0/0/9102" }],
    },
    {
      trigger: "task_changed",
      kind: "poll",
      input: here,
      happen: (mock) => {
        mock.answer(requestOf("PUT", "/api/1.0/tasks/9007", { json: { data: { name: "Newer" } }, ...as }));
      },
      expected: [{ gid: "9007", name: "Newer" }],
    },
  ],
  refusals: [
    { action: "get_task", input: { task: "none" }, code: "input", message: /Unknown object: none/ },
    {
      action: "create_task",
      input: { workspace: "workspace-1", name: "x", due_on: "soon" },
      code: "input",
      message: /Not a valid date/,
    },
    {
      action: "list_tasks",
      input: { workspace: "workspace-1", project: "p" },
      code: "input",
      message: /Unknown object/,
    },
  ],
};
