import { standardGrant } from "../mock-oauth.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { createGitLab, PROJECTS, TOKENS } from "./mock-api.ts";

const PROJECT = { project: "shop/orders" };

function delivery(secret: string, kind: string, attributes: object) {
  const body = JSON.stringify({ object_kind: kind, project: { id: 7 }, object_attributes: attributes });
  const event = kind === "issue" ? "Issue Hook" : "Merge Request Hook";
  const headers = { "content-type": "application/json", "x-gitlab-event": event, "x-gitlab-token": secret };
  return { method: "POST", query: {}, headers, body };
}

/** GitLab's REST API, as documented at docs.gitlab.com/api. */
export const vendor: MockVendor = {
  hosts: ["gitlab.example.com"],
  settings: { url: "https://gitlab.example.com" },
  credentials: {
    keybased: { good: { token: TOKENS.keybased }, bad: { token: "glpat-bad00000000000" } },
    oauth2: { good: { access_token: TOKENS.oauth2 }, bad: { access_token: "bad00000oauth0000token" } },
  },
  oauth: {
    authorize: "https://gitlab.com/oauth/authorize",
    token: "https://gitlab.com/oauth/token",
    revoke: "https://gitlab.com/oauth/revoke",
    scopes: { needed: ["api"], separator: " " },
    pkce: true,
    clientAuth: ["post"],
    ...standardGrant(7200, { created_at: 1607635748 }),
  },
  parameters: {
    "GET /api/v4/projects": ["membership", "simple", "archived", "order_by", "per_page", "page"],
    "POST /api/v4/projects/*/issues": [
      "title",
      "description",
      "labels",
      "assignee_ids",
      "due_date",
      "confidential",
    ],
    "GET /api/v4/projects/*/issues": ["state", "labels", "search", "per_page", "page"],
    "PUT /api/v4/projects/*/issues/*": ["title", "description", "labels", "state_event"],
    "POST /api/v4/projects/*/issues/*/notes": ["body"],
    "GET /api/v4/projects/*/merge_requests": ["state", "target_branch", "per_page", "page"],
    "POST /api/v4/projects/*/pipeline": ["ref", "variables"],
    "POST /api/v4/projects/*/hooks": [
      "url",
      "token",
      "push_events",
      "issues_events",
      "merge_requests_events",
    ],
  },
  account: "dana",
  retryAfterMs: 42_000,
  create: createGitLab,
  answers: [
    { answer: { status: 403, body: { message: "403 Forbidden" } }, code: "auth" },
    { answer: { status: 404, body: { message: "404 Project Not Found" } }, code: "input" },
  ],
  cases: [
    {
      action: "create_issue",
      input: {
        ...PROJECT,
        title: "It breaks",
        description: "On Mondays",
        labels: "bug,urgent",
        assignee_ids: [1],
        due_date: "2026-05-01",
        confidential: true,
      },
      expected: {
        iid: 4,
        title: "It breaks",
        description: "On Mondays",
        labels: ["bug", "urgent"],
        assignee_ids: [1],
        due_date: "2026-05-01",
        confidential: true,
      },
    },
    { action: "get_issue", input: { project: 7, iid: 4 }, expected: { iid: 4, title: "It breaks" } },
    {
      action: "update_issue",
      input: {
        ...PROJECT,
        iid: 4,
        title: "It broke",
        description: "Done",
        labels: "bug",
        state_event: "close",
      },
      expected: { iid: 4, title: "It broke", description: "Done", labels: ["bug"], state: "closed" },
    },
    {
      action: "list_issues",
      input: { ...PROJECT, state: "closed", labels: "bug", search: "broke", per_page: 5 },
      expected: { items: [{ iid: 4 }] },
    },
    {
      action: "comment_on_issue",
      input: { ...PROJECT, iid: 4, body: "Fixed" },
      expected: { body: "Fixed", noteable_iid: 4 },
    },
    {
      action: "list_merge_requests",
      input: { ...PROJECT, state: "opened", target_branch: "main", per_page: 5 },
      expected: { items: [{ iid: 2 }] },
    },
    {
      action: "run_pipeline",
      input: { ...PROJECT, ref: "main", variables: [{ key: "STAGE", value: "test" }] },
      expected: { status: "pending", ref: "main", variables: [{ key: "STAGE", value: "test" }] },
    },
  ],
  paging: [
    {
      action: "list_issues",
      input: { ...PROJECT, labels: "seed", per_page: 2 },
      pages: 2,
      items: [3, 2, 1].map((iid) => ({ iid })),
    },
    {
      action: "list_merge_requests",
      input: { ...PROJECT, per_page: 1 },
      pages: 3,
      items: [3, 2, 1].map((iid) => ({ iid })),
    },
  ],
  options: [
    {
      list: "projects",
      expected: PROJECTS.map(({ id, path_with_namespace }) => ({ name: path_with_namespace, value: id })),
    },
  ],
  triggers: [
    {
      trigger: "issue_opened",
      kind: "webhook",
      input: PROJECT,
      delivery: ({ secret }) => delivery(secret, "issue", { id: 104, iid: 4, title: "Hot", action: "open" }),
      expected: [{ object_attributes: { iid: 4, title: "Hot" } }],
      ignored: [
        ({ secret }) => delivery(secret, "issue", { id: 104, iid: 4, title: "Hot", action: "close" }),
        ({ secret }) => delivery(secret, "work_item", { id: 104, iid: 4, title: "Hot", action: "open" }),
      ],
    },
    {
      trigger: "merge_request_opened",
      kind: "webhook",
      input: PROJECT,
      delivery: ({ secret }) =>
        delivery(secret, "merge_request", { id: 204, iid: 9, title: "Cool", action: "open" }),
      expected: [{ object_attributes: { iid: 9, title: "Cool" } }],
      ignored: [
        ({ secret }) =>
          delivery(secret, "merge_request", { id: 204, iid: 9, title: "Cool", action: "merge" }),
        ({ secret }) => delivery(secret, "issue", { id: 204, iid: 9, title: "Cool", action: "open" }),
      ],
    },
  ],
  refusals: [
    { action: "get_issue", input: { ...PROJECT, iid: 99 }, code: "input", message: /404 Issue Not Found/ },
    {
      action: "create_issue",
      input: { project: "a/b", title: "x" },
      code: "input",
      message: /404 Project Not Found/,
    },
    {
      action: "update_issue",
      input: { ...PROJECT, iid: 1 },
      code: "input",
      message: /at least one parameter/,
    },
    {
      action: "run_pipeline",
      input: { ...PROJECT, ref: "none" },
      code: "input",
      message: /Reference not found/,
    },
  ],
};
