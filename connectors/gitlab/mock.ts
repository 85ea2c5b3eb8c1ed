import { standardGrant } from "../mock-oauth.ts";
import { deliveredJson, type Hook, type MockVendor, type TriggerCase } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { createGitLab, PROJECTS, TOKENS } from "./mock-api.ts";

const PROJECT = { project: "shop/orders" };

const HOOKS: Record<string, string> = {
  issue: "Issue Hook",
  merge_request: "Merge Request Hook",
  note: "Note Hook",
  pipeline: "Pipeline Hook",
  push: "Push Hook",
  tag_push: "Tag Push Hook",
  release: "Release Hook",
};

function send(hook: Hook, kind: string, payload: object) {
  const body = deliveredJson(hook, { object_kind: kind, project: { id: 7 }, ...payload });
  const event = HOOKS[kind] ?? "Issue Hook";
  const headers = {
    "content-type": "application/json",
    "x-gitlab-event": event,
    "x-gitlab-token": hook.secret,
  };
  return { method: "POST", query: {}, headers, body };
}

function delivery(hook: Hook, kind: string, attributes: object) {
  return send(hook, kind, { object_attributes: attributes });
}

/** A trigger that reports an event of a kind, and neither others of it nor other kinds. */
function eventOf(trigger: string, kind: string, { told, not }: { told: object; not?: object }): TriggerCase {
  const other = kind === "push" ? "tag_push" : "push";
  return {
    ...{ trigger, kind: "webhook", input: PROJECT, expected: [told] },
    delivery: (hook) => send(hook, kind, told),
    ignored: [(hook) => send(hook, other, told), ...(not ? [(hook: Hook) => send(hook, kind, not)] : [])],
  };
}

const attributes = (given: object) => ({
  object_attributes: { id: 104, iid: 4, updated_at: "2026-01-31 12:00:00 UTC", ...given },
});
const [before, after] = [
  "95790bf891e76fee5e1747ab589903a6a1f80f22",
  "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
];

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
      ...["note_events", "pipeline_events", "tag_push_events", "releases_events"],
    ],
  },
  account: "dana",
  retryAfterMs: 42_000,
  create: createGitLab,
  calls,
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
      delivery: (hook) => delivery(hook, "issue", { id: 104, iid: 4, title: "Hot", action: "open" }),
      expected: [{ object_attributes: { iid: 4, title: "Hot" } }],
      ignored: [
        (hook) => delivery(hook, "issue", { id: 104, iid: 4, title: "Hot", action: "close" }),
        (hook) => delivery(hook, "work_item", { id: 104, iid: 4, title: "Hot", action: "open" }),
      ],
    },
    {
      trigger: "merge_request_opened",
      kind: "webhook",
      input: PROJECT,
      delivery: (hook) => delivery(hook, "merge_request", { id: 204, iid: 9, title: "Cool", action: "open" }),
      expected: [{ object_attributes: { iid: 9, title: "Cool" } }],
      ignored: [
        (hook) => delivery(hook, "merge_request", { id: 204, iid: 9, title: "Cool", action: "merge" }),
        (hook) => delivery(hook, "issue", { id: 204, iid: 9, title: "Cool", action: "open" }),
      ],
    },
    eventOf("issue_closed", "issue", {
      told: attributes({ action: "close" }),
      not: attributes({ action: "open" }),
    }),
    eventOf("merge_request_merged", "merge_request", {
      told: attributes({ action: "merge" }),
      not: attributes({ action: "close" }),
    }),
    eventOf("merge_request_approved", "merge_request", {
      told: attributes({ action: "approved" }),
      not: attributes({ action: "approval" }),
    }),
    eventOf("comment_added", "note", {
      told: attributes({ action: "create" }),
      not: attributes({ action: "update" }),
    }),
    eventOf("pipeline_finished", "pipeline", {
      told: attributes({ status: "failed", finished_at: "2026-01-31 12:00:00 UTC" }),
      not: attributes({ status: "running", finished_at: null }),
    }),
    eventOf("push", "push", { told: { ref: "refs/heads/main", before, after } }),
    eventOf("tag_pushed", "tag_push", { told: { ref: "refs/tags/v1", before, after } }),
    eventOf("release_created", "release", {
      told: { id: 1, tag: "v1", action: "create" },
      not: { id: 1, tag: "v1", action: "update" },
    }),
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
