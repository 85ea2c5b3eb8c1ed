import { refused } from "../mock-oauth.ts";
import { numbered } from "../mock-routes.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { createGitHub, REPOSITORIES, resetSeconds, TOKENS } from "./mock-api.ts";
import { triggers } from "./mock-triggers.ts";

const REPOSITORY = { owner: "octo", repo: "hello-world" };

/** GitHub's REST API, as documented at docs.github.com. */
export const vendor: MockVendor = {
  hosts: ["api.github.com"],
  credentials: {
    keybased: { good: { token: TOKENS.keybased }, bad: { token: "github_pat_bad00000" } },
    oauth2: { good: { access_token: TOKENS.oauth2 }, bad: { access_token: "gho_bad0000000000" } },
  },
  // An OAuth app's tokens do not end, and a refusal comes with status 200.
  oauth: {
    authorize: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    scopes: { needed: ["repo", "read:user", "read:org"], separator: " " },
    pkce: true,
    clientAuth: ["post"],
    granted: ({ access }) => ({
      access_token: access,
      scope: "repo,read:user,read:org",
      token_type: "bearer",
    }),
    codeRefused: refused("bad_verification_code", 200),
  },
  parameters: {
    "POST /repos/*/*/issues": ["title", "body", "labels", "assignees"],
    "GET /repos/*/*/issues": ["state", "labels", "per_page", "page"],
    "GET /search/issues": ["q", "sort", "order", "per_page", "page"],
    "GET /user/repos": ["visibility", "affiliation", "type", "sort", "direction", "per_page", "page"],
    "GET /repos/*/*/labels": ["per_page", "page"],
    "GET /repos/*/*/assignees": ["per_page", "page"],
    "POST /repos/*/*/hooks": ["name", "config", "events", "active"],
    "PATCH /repos/*/*/issues/*": ["title", "body", "state", "state_reason", "labels"],
    "POST /repos/*/*/issues/*/comments": ["body"],
  },
  account: "octo",
  scopes: { oauth2: ["repo", "read:user", "read:org"] },
  retryAfterMs: 600_000,
  answers: [
    {
      answer: () => ({
        status: 429,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": resetSeconds() },
        body: { message: "API rate limit exceeded for user ID 1." },
      }),
      code: "rateLimit",
      retryAfterMs: 600_000,
    },
    {
      answer: { status: 403, headers: { "retry-after": "60" }, body: { message: "secondary rate limit" } },
      code: "rateLimit",
    },
    { answer: { status: 403, body: { message: "Resource not accessible by integration" } }, code: "auth" },
  ],
  create: createGitHub,
  cases: [
    {
      action: "create_issue",
      input: { ...REPOSITORY, title: "It breaks", body: "On Mondays", labels: ["bug"], assignees: ["octo"] },
      expected: { title: "It breaks", body: "On Mondays", labels: [{ name: "bug" }], state: "open" },
    },
    {
      action: "create_issue",
      input: { ...REPOSITORY, title: "Second" },
      expected: { number: 5, body: null },
    },
    { action: "list_issues", input: { ...REPOSITORY, per_page: 1 }, expected: { items: [{ number: 5 }] } },
    {
      action: "update_issue",
      input: {
        ...REPOSITORY,
        number: 5,
        title: "Second one",
        body: "Done",
        state: "closed",
        state_reason: "completed",
        labels: ["done"],
      },
      expected: { number: 5, title: "Second one", body: "Done", state: "closed", labels: [{ name: "done" }] },
    },
    {
      action: "list_issues",
      input: { ...REPOSITORY, state: "closed", labels: "done" },
      expected: { items: [{ number: 5 }] },
    },
    {
      action: "get_issue",
      input: { ...REPOSITORY, number: 5 },
      expected: { number: 5, title: "Second one" },
    },
    {
      action: "search_issues",
      input: { query: "It breaks", sort: "created", per_page: 5 },
      expected: { items: [{ number: 4 }] },
    },
    {
      action: "list_repositories",
      input: { visibility: "private", per_page: 1 },
      expected: { items: [{ full_name: "octo/hello-world" }] },
    },
    {
      action: "comment_on_issue",
      input: { ...REPOSITORY, number: 1, body: "Seen" },
      expected: { body: "Seen" },
    },
  ],
  paging: [
    {
      action: "list_issues",
      input: { ...REPOSITORY, state: "all", per_page: 2 },
      pages: 2,
      items: [3, 2, 1].map((number) => ({ number })),
    },
    {
      action: "search_issues",
      input: { query: "Seed", per_page: 1 },
      pages: 3,
      items: [1, 2, 3].map((number) => ({ number })),
    },
    {
      action: "list_repositories",
      input: { visibility: "private", per_page: 2 },
      pages: 2,
      items: ["hello-world", "private-things", "web"].map((name) => ({ name })),
    },
  ],
  options: [
    {
      list: "repositories",
      expected: REPOSITORIES.map(({ name, full_name }) => ({ name: full_name, value: name })),
    },
    {
      list: "labels",
      input: REPOSITORY,
      expected: numbered(101, (n) => ({ name: `label-${n}`, value: `label-${n}` })),
    },
    {
      list: "assignees",
      input: REPOSITORY,
      expected: numbered(101, (n) => ({ name: `octo-${n}`, value: `octo-${n}` })),
    },
  ],
  triggers,
  calls,
  refusals: [
    {
      action: "create_issue",
      input: { owner: "octo", repo: "../user", title: "x" },
      code: "input",
      message: /404: Not Found/,
    },
    {
      action: "comment_on_issue",
      input: { ...REPOSITORY, number: 99, body: "x" },
      code: "input",
      message: /Not Found/,
    },
    { action: "list_issues", input: { owner: "octo", repo: ".." }, code: "input", message: /must not be/ },
  ],
};
