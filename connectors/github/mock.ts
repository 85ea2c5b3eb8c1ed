import {
  bearerOf,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";

// docs.github.com/en/rest: a User-Agent is required, the media type and version are checked when given;
// private or unknown things are 404, bad fields 422, a used-up limit 403 or 429 with x-ratelimit headers.
const TOKENS = ["github_pat_good0000", "gho_good000000000"];
const RESET_SECONDS = Math.ceil(Date.now() / 1000) + 600;

function failed(status: number, message: string, more: object = {}): MockAnswer {
  return {
    status,
    body: { message, documentation_url: "https://docs.github.com/rest", status: String(status), ...more },
  };
}

interface Issue {
  number: number;
  title: unknown;
  body: unknown;
  state: string;
  labels: { name: unknown }[];
  html_url: string;
}

function openIssue(issues: Issue[], request: MockRequest): MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return failed(400, "Problems parsing JSON");
  if (typeof body.title !== "string" || body.title === "") {
    const errors = [{ resource: "Issue", field: "title", code: "missing_field" }];
    return failed(422, "Validation Failed", { errors });
  }
  const number = issues.length + 1;
  const labels = Array.isArray(body.labels) ? body.labels.map((name) => ({ name })) : [];
  const html_url = `https://github.com/octo/hello-world/issues/${number}`;
  const issue = { number, title: body.title, body: body.body ?? null, state: "open", labels, html_url };
  issues.push(issue);
  return { status: 201, body: issue };
}

function listIssues(issues: Issue[], { query }: MockRequest): MockAnswer {
  const state = query.get("state") ?? "open";
  const size = Number(query.get("per_page") ?? "30");
  const page = Number(query.get("page") ?? "1");
  const label = query.get("labels");
  const found = issues
    .filter((issue) => state === "all" || issue.state === state)
    .filter((issue) => label === null || issue.labels.some(({ name }) => name === label));
  return { status: 200, body: found.slice((page - 1) * size, page * size) };
}

function changeIssue(issue: Issue, request: MockRequest): MockAnswer {
  const body = jsonBody(request);
  if (body === undefined) return failed(400, "Problems parsing JSON");
  if (body.state !== undefined && body.state !== "open" && body.state !== "closed") {
    return failed(422, "Validation Failed");
  }
  if (typeof body.title === "string") issue.title = body.title;
  if (typeof body.state === "string") issue.state = body.state;
  if (body.body !== undefined) issue.body = body.body;
  if (Array.isArray(body.labels)) issue.labels = body.labels.map((name) => ({ name }));
  return { status: 200, body: issue };
}

function comment(request: MockRequest): MockAnswer {
  const text = jsonBody(request)?.body;
  if (typeof text !== "string" || text === "") return failed(422, "Validation Failed");
  return { status: 201, body: { id: 1, body: text } };
}

function answerIssues(issues: Issue[], request: MockRequest): MockAnswer {
  const { method, path } = request;
  const match = /^\/repos\/octo\/hello-world\/issues(?:\/(\d+)(\/comments)?)?$/.exec(path);
  if (match === null) return failed(404, "Not Found");
  const [, number, comments] = match;
  if (number === undefined && method === "POST") return openIssue(issues, request);
  if (number === undefined && method === "GET") return listIssues(issues, request);
  const issue = issues[Number(number) - 1];
  if (issue === undefined) return failed(404, "Not Found");
  if (comments !== undefined && method === "POST") return comment(request);
  if (comments === undefined && method === "PATCH") return changeIssue(issue, request);
  return failed(404, "Not Found");
}

function create(): Mock {
  const issues: Issue[] = [];
  return {
    limited: () => ({
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(RESET_SECONDS) },
      body: { message: "API rate limit exceeded for user ID 1." },
    }),
    answer: (request) => {
      const { method, path, headers } = request;
      if (!headers["user-agent"]) return { status: 403, body: "Request forbidden by administrative rules." };
      if (!TOKENS.includes(bearerOf(request))) return failed(401, "Bad credentials");
      if (headers["x-github-api-version"] !== "2022-11-28") return failed(400, "Unsupported version");
      if (method === "GET" && path === "/user") return { status: 200, body: { login: "octo", id: 1 } };
      return answerIssues(issues, request);
    },
  };
}

const REPOSITORY = { owner: "octo", repo: "hello-world" };

/** GitHub's REST API, as documented at docs.github.com. */
export const vendor: MockVendor = {
  hosts: ["api.github.com"],
  credentials: {
    keybased: { good: { token: "github_pat_good0000" }, bad: { token: "github_pat_bad00000" } },
    oauth2: { good: { access_token: "gho_good000000000" }, bad: { access_token: "gho_bad0000000000" } },
  },
  parameters: {
    "POST /repos/*/*/issues": ["title", "body", "labels", "assignees"],
    "GET /repos/*/*/issues": ["state", "labels", "per_page", "page"],
    "PATCH /repos/*/*/issues/*": ["title", "body", "state", "state_reason", "labels"],
    "POST /repos/*/*/issues/*/comments": ["body"],
  },
  account: "octo",
  retryAfterMs: 600_000,
  answers: [
    {
      answer: { status: 403, headers: { "retry-after": "60" }, body: { message: "secondary rate limit" } },
      code: "rateLimit",
    },
    { answer: { status: 403, body: { message: "Resource not accessible by integration" } }, code: "auth" },
  ],
  create,
  cases: [
    {
      action: "create_issue",
      input: { ...REPOSITORY, title: "It breaks", body: "On Mondays", labels: ["bug"], assignees: ["octo"] },
      expected: { title: "It breaks", body: "On Mondays", labels: [{ name: "bug" }], state: "open" },
    },
    {
      action: "create_issue",
      input: { ...REPOSITORY, title: "Second" },
      expected: { number: 2, body: null },
    },
    { action: "list_issues", input: { ...REPOSITORY, per_page: 1, page: 2 }, expected: [{ number: 2 }] },
    {
      action: "update_issue",
      input: {
        ...REPOSITORY,
        number: 2,
        title: "Second one",
        body: "Done",
        state: "closed",
        state_reason: "completed",
        labels: ["done"],
      },
      expected: { number: 2, title: "Second one", body: "Done", state: "closed", labels: [{ name: "done" }] },
    },
    {
      action: "list_issues",
      input: { ...REPOSITORY, state: "closed", labels: "done" },
      expected: [{ number: 2 }],
    },
    {
      action: "comment_on_issue",
      input: { ...REPOSITORY, number: 1, body: "Seen" },
      expected: { body: "Seen" },
    },
  ],
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
    { action: "list_issues", input: { owner: "octo", repo: ".." }, code: "input", message: /may not be/ },
  ],
};
