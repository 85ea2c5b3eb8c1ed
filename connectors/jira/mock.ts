import { refused, standardGrant } from "../mock-oauth.ts";
import { requestOf, SENT_FILE } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { API, create, failed, PEOPLE, PROJECTS, TYPES } from "./mock-api.ts";

const email = "ada@northwind.example";
const as = {
  headers: { authorization: `Basic ${Buffer.from(`${email}:good-api-token`).toString("base64")}` },
};
const listed = Array.from({ length: 101 }, (_, i) => ({
  id: String(10_001 + i),
  key: `P1-${i + 1}`,
  fields: { summary: `Issue ${i + 1}` },
}));

/** Jira Cloud's REST API v2, as documented at developer.atlassian.com. */
export const vendor: MockVendor = {
  hosts: ["northwind.atlassian.net"],
  settings: { url: "https://northwind.atlassian.net" },
  credentials: {
    keybased: { good: { email, api_token: "good-api-token" }, bad: { email, api_token: "bad-api-token-" } },
    oauth2: { good: { access_token: "good-oauth-token" }, bad: { access_token: "bad-oauth-token-" } },
  },
  oauth: {
    authorize: "https://auth.atlassian.com/authorize",
    token: "https://auth.atlassian.com/oauth/token",
    scopes: {
      needed: [
        ...["read:jira-work", "write:jira-work", "read:jira-user", "manage:jira-project"],
        ...["read:board-scope:jira-software", "write:board-scope:jira-software", "read:project:jira"],
        ...["read:sprint:jira-software", "write:sprint:jira-software", "delete:sprint:jira-software"],
        "offline_access",
      ],
      separator: " ",
    },
    asks: { audience: "api.atlassian.com", prompt: "consent" },
    pkce: false,
    clientAuth: ["post"],
    ...standardGrant(3600),
    refreshRefused: refused("unauthorized_client", 403, "refresh_token is invalid"),
  },
  accounts: {
    sends: "GET https://api.atlassian.com/oauth/token/accessible-resources",
    answer: [
      {
        id: "1324a887-45db-1bf4-1e99-ef0ff456d421",
        name: "Northwind",
        url: "https://northwind.atlassian.net",
        scopes: ["write:jira-work", "read:jira-work", "read:jira-user"],
        avatarUrl: "https://site-admin-avatar-cdn.prod.public.atl-paas.net/avatars/240/flag.png",
      },
      {
        id: "0a6ee5a4-7d1c-4b0e-9c6f-2d5b1b7f3c11",
        name: "Northwind handbook",
        url: "https://northwind-handbook.atlassian.net",
        scopes: ["write:confluence-content", "read:confluence-content.all"],
        avatarUrl: "https://site-admin-avatar-cdn.prod.public.atl-paas.net/avatars/240/rocket.png",
      },
    ],
    expected: [
      {
        name: "Northwind",
        detail: "https://northwind.atlassian.net",
        settings: { url: "https://api.atlassian.com/ex/jira/1324a887-45db-1bf4-1e99-ef0ff456d421" },
      },
    ],
    checks: ["GET https://api.atlassian.com/ex/jira/1324a887-45db-1bf4-1e99-ef0ff456d421/rest/api/2/myself"],
  },
  parameters: {
    "GET /rest/api/2/project/search": ["startAt", "maxResults", "orderBy"],
    "GET /rest/api/2/issue/createmeta/*/issuetypes": ["startAt", "maxResults"],
    "GET /rest/api/2/user/assignable/search": ["project", "startAt", "maxResults"],
    "POST /rest/api/2/search/jql": ["jql", "fields", "maxResults", "nextPageToken"],
    "POST /rest/api/2/issue": ["fields"],
    "GET /rest/api/2/issue/*": ["fields"],
    "PUT /rest/api/2/issue/*": ["fields", "notifyUsers"],
    "DELETE /rest/api/2/issue/*": ["deleteSubtasks"],
    "POST /rest/api/2/issue/*/comment": ["body"],
    "POST /rest/api/2/issue/*/transitions": ["transition"],
  },
  account: "Person 1",
  retryAfterMs: 12_000,
  create,
  calls,
  answers: [{ answer: failed(403, "You do not have permission."), code: "input" }],
  cases: [
    {
      action: "create_issue",
      input: {
        project: "P1",
        issue_type: "Type 2",
        summary: "Größe „7“",
        description: "One\nTwo",
        assignee: "a-3",
        labels: ["shop"],
        parent: "P1-7",
      },
      expected: { id: "10102", key: "P1-102" },
    },
    {
      action: "get_issue",
      input: { issue: "P1-102" },
      expected: {
        id: "10102",
        key: "P1-102",
        fields: {
          project: { key: "P1" },
          issuetype: { name: "Type 2" },
          summary: "Größe „7“",
          description: "One\nTwo",
          assignee: { accountId: "a-3" },
          labels: ["shop"],
          parent: { key: "P1-7" },
        },
      },
    },
    {
      action: "update_issue",
      input: { issue: "P1-102", fields: { summary: "Size" }, notify: false },
      expected: { updated: true },
    },
    { action: "transition_issue", input: { issue: "P1-102", transition: "21" }, expected: { moved: true } },
    {
      action: "get_issue",
      input: { issue: "10102", fields: "summary,status" },
      expected: { fields: { summary: "Size", status: { name: "Done" } } },
    },
    {
      action: "search_issues",
      input: { jql: "project = P1 AND created >= -1d", fields: ["summary"] },
      expected: { items: [{ id: "10102", fields: { summary: "Size" } }], next_cursor: null },
    },
    {
      action: "add_comment",
      input: { issue: "P1-102", body: "Done" },
      expected: { id: "501", created: "2026-01-02T03:04:05.000+0000" },
    },
    {
      action: "add_attachment",
      input: { issue: "P1-102", file: SENT_FILE },
      expected: [{ id: "601", filename: "report.txt", mimeType: "text/plain", size: 9 }],
    },
    { action: "delete_issue", input: { issue: "P1-102", subtasks: true }, expected: { deleted: true } },
  ],
  paging: [
    { action: "search_issues", input: { jql: "project = P1", fields: ["summary"] }, pages: 2, items: listed },
  ],
  options: [
    { list: "projects", expected: PROJECTS.map(({ name, key }) => ({ name, value: key })) },
    {
      list: "issue_types",
      input: { project: "P1" },
      expected: TYPES.map(({ name }) => ({ name, value: name })),
    },
    {
      list: "transitions",
      input: { issue: "P1-1" },
      expected: [
        { name: "Start", value: "11" },
        { name: "Finish", value: "21" },
      ],
    },
    {
      list: "assignees",
      input: { project: "P1" },
      expected: PEOPLE.map(({ displayName, accountId }) => ({ name: displayName, value: accountId })),
    },
  ],
  triggers: [
    {
      trigger: "new_issue",
      kind: "poll",
      input: { project: "P1" },
      happen: (mock) => {
        const fields = { project: { key: "P1" }, issuetype: { name: "Type 1" }, summary: "Fresh" };
        mock.answer(requestOf("POST", `${API}/issue`, { json: { fields }, ...as }));
        mock.answer(requestOf("POST", `${API}/issue/P1-7/comment`, { json: { body: "Old" }, ...as }));
      },
      expected: [{ id: "10102", key: "P1-102", fields: { summary: "Fresh", status: { name: "To Do" } } }],
    },
    {
      trigger: "issue_changed",
      kind: "poll",
      input: { project: "P1" },
      happen: (mock) => {
        mock.answer(requestOf("POST", `${API}/issue/P1-7/comment`, { json: { body: "Old" }, ...as }));
      },
      expected: [{ id: "10007", key: "P1-7", fields: { summary: "Issue 7" } }],
    },
  ],
  refusals: [
    { action: "get_issue", input: { issue: "NOPE-1" }, code: "input", message: /does not exist/ },
    {
      action: "create_issue",
      input: { project: "NOPE", issue_type: "Type 1", summary: "x" },
      code: "input",
      message: /valid project is required/,
    },
    { action: "search_issues", input: { jql: "ORDER BY created" }, code: "input", message: /Unbounded JQL/ },
    { action: "delete_issue", input: { issue: "P1-1" }, code: "input", message: /subtasks/ },
  ],
};
