import { requestOf } from "../mock-request.ts";
import { answerFrom, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// docs.github.com/en/rest: a User-Agent is required, the media type and version are checked when given;
// private or unknown things are 404, bad fields 422, a used-up limit 403 or 429 with x-ratelimit headers.
/** The tokens that the mock knows. */
export const TOKENS = { keybased: "github_pat_good0000", oauth2: "gho_good000000000" };
/** When the limit is over, in seconds since 1970, counted from now as GitHub counts. */
export const resetSeconds = () => String(Math.ceil(Date.now() / 1000) + 600);

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

/** A page, and in a Link header the whole address of the next one; GitHub takes other numbers than it knows for its own. */
function page(
  items: readonly unknown[],
  { query, path }: MockRequest,
  wrap = (list: readonly unknown[]): unknown => list,
) {
  const size = wholeNumber(query.get("per_page"), { fallback: 30, min: 1, max: 100 }) ?? 30;
  const number = wholeNumber(query.get("page"), { fallback: 1, min: 1, max: 1e6 }) ?? 1;
  const next = new URLSearchParams([
    ...[...query].filter(([name]) => name !== "page"),
    ["page", String(number + 1)],
  ]);
  const more = number * size < items.length;
  const headers = more ? { link: `<https://api.github.com${path}?${next}>; rel="next"` } : undefined;
  return { status: 200, headers, body: wrap(items.slice((number - 1) * size, number * size)) };
}

function listIssues(issues: Issue[], request: MockRequest): MockAnswer {
  const state = request.query.get("state") ?? "open";
  const label = request.query.get("labels");
  const found = issues
    .filter((issue) => state === "all" || issue.state === state)
    .filter((issue) => label === null || issue.labels.some(({ name }) => name === label));
  return page(found.reverse(), request);
}

function searchIssues(issues: Issue[], request: MockRequest): MockAnswer {
  const { query } = request;
  const words = query.get("q") ?? "";
  if (words === "")
    return failed(422, "Validation Failed", {
      errors: [{ resource: "Search", field: "q", code: "missing" }],
    });
  if (![null, "comments", "reactions", "created", "updated"].includes(query.get("sort")))
    return failed(422, "Validation Failed");
  const found = issues.filter(({ title }) => String(title).includes(words));
  return page(found, request, (items) => ({ total_count: found.length, incomplete_results: false, items }));
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

function addHook(hooks: Map<number, string>, request: MockRequest): MockAnswer {
  const { name, events, config, active } = jsonBody(request) ?? {};
  if (
    name !== "web" ||
    !isObject(config) ||
    typeof config.url !== "string" ||
    !Array.isArray(events) ||
    active !== true
  ) {
    return failed(422, "Validation Failed", { errors: [{ resource: "Hook", code: "custom" }] });
  }
  if (config.content_type !== "json" || typeof config.secret !== "string")
    return failed(422, "Validation Failed");
  const id = hooks.size + 1;
  hooks.set(id, config.url);
  return { status: 201, body: { id, type: "Repository", events, active } };
}

function repositoryRoutes(issues: Issue[], hooks: Map<number, string>): MockRoutes {
  const NOT_FOUND = failed(404, "Not Found");
  const inRepository =
    (answer: (request: MockRequest, id: number) => MockAnswer) =>
    (request: MockRequest, [owner, repo, id]: readonly string[]) =>
      owner === "octo" && repo === "hello-world" ? answer(request, Number(id)) : NOT_FOUND;
  const withIssue = (answer: (issue: Issue, request: MockRequest) => MockAnswer) =>
    inRepository((request, id) => {
      const issue = issues[id - 1];
      return issue === undefined ? NOT_FOUND : answer(issue, request);
    });
  return {
    "POST /repos/*/*/issues": inRepository((request) => openIssue(issues, request)),
    "GET /repos/*/*/issues": inRepository((request) => listIssues(issues, request)),
    "GET /repos/*/*/issues/*": withIssue((issue) => ({ status: 200, body: issue })),
    "PATCH /repos/*/*/issues/*": withIssue(changeIssue),
    "POST /repos/*/*/issues/*/comments": withIssue((_, request) => comment(request)),
    "GET /repos/*/*/labels": inRepository((request) =>
      page(
        numbered(101, (n) => ({ name: `label-${n}` })),
        request,
      ),
    ),
    "GET /repos/*/*/assignees": inRepository((request) =>
      page(
        numbered(101, (n) => ({ login: `octo-${n}` })),
        request,
      ),
    ),
    "POST /repos/*/*/hooks": inRepository((request) => addHook(hooks, request)),
    "GET /repos/*/*/hooks/*": inRepository((_, id) =>
      hooks.has(id) ? { status: 200, body: { id, type: "Repository", active: true } } : NOT_FOUND,
    ),
    "DELETE /repos/*/*/hooks/*": inRepository((_, id) => (hooks.delete(id) ? { status: 204 } : NOT_FOUND)),
  };
}

/** Three private repositories and 101 public ones. */
export const REPOSITORIES = [
  ...["hello-world", "private-things", "web"].map((name) => ({
    name,
    full_name: `octo/${name}`,
    private: true,
  })),
  ...numbered(101, (n) => ({ name: `public-${n}`, full_name: `octo/public-${n}`, private: false })),
];

function accountRoutes(issues: Issue[]): MockRoutes {
  return {
    "GET /user": (request) => ({
      status: 200,
      headers:
        bearerOf(request) === TOKENS.oauth2 ? { "x-oauth-scopes": "repo, read:user, read:org" } : undefined,
      body: { login: "octo", id: 1 },
    }),
    "GET /user/repos": (request) => {
      const visibility = request.query.get("visibility") ?? "all";
      if (!["all", "public", "private"].includes(visibility)) return failed(422, "Validation Failed");
      return page(
        REPOSITORIES.filter((one) => visibility === "all" || one.private === (visibility === "private")),
        request,
      );
    },
    "GET /search/issues": (request) => searchIssues(issues, request),
  };
}

/** GitHub with three repositories; the first has three issues. */
export function createGitHub(): Mock {
  const issues: Issue[] = [];
  for (const title of ["Seed 1", "Seed 2", "Seed 3"])
    openIssue(issues, requestOf("POST", "/", { json: { title } }));
  const hooks = new Map<number, string>();
  const routes = { ...accountRoutes(issues), ...repositoryRoutes(issues, hooks) };
  return {
    hooks: () => [...hooks.values()],
    limited: () => ({
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": resetSeconds() },
      body: { message: "API rate limit exceeded for user ID 1." },
    }),
    answer: (request) => {
      const { headers } = request;
      if (!headers["user-agent"]) return { status: 403, body: "Request forbidden by administrative rules." };
      if (!Object.values(TOKENS).includes(bearerOf(request))) return failed(401, "Bad credentials");
      if (headers["x-github-api-version"] !== "2022-11-28") return failed(400, "Unsupported version");
      return answerFrom(routes, request, failed(404, "Not Found"));
    },
  };
}
