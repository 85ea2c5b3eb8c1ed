import { answerFrom, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import { bearerOf, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// docs.gitlab.com/api: a project is a number or its encoded path; lists tell X-Next-Page, which is empty on the last one;
// missing parameters are {error}, everything else {message}; deletions answer 204.
/** The tokens that the mock knows. */
export const TOKENS = { keybased: "glpat-good0000000000", oauth2: "good0000oauth0000token" };
/** More projects than a page holds. */
export const PROJECTS = [
  { id: 7, path_with_namespace: "shop/orders" },
  { id: 8, path_with_namespace: "shop/web" },
  ...numbered(100, (n) => ({ id: 100 + n, path_with_namespace: `shop/more-${n}` })),
];
const MERGE_REQUESTS = [3, 2, 1].map((iid) => ({
  iid,
  title: `Change ${iid}`,
  state: iid === 1 ? "merged" : "opened",
  target_branch: iid === 3 ? "next" : "main",
}));

interface Issue {
  id: number;
  iid: number;
  title: unknown;
  state: string;
  labels: string[];
  [more: string]: unknown;
}
interface Store {
  issues: Issue[];
  hooks: Map<number, string>;
}

const ok = (body: unknown, status = 200): MockAnswer => ({ status, body });
const said = (status: number, message: unknown): MockAnswer => ({ status, body: { message } });
const wrong = (error: string): MockAnswer => ({ status: 400, body: { error } });

function page(items: readonly unknown[], { query }: MockRequest): MockAnswer {
  const size = wholeNumber(query.get("per_page"), { fallback: 20, min: 1, max: 100 });
  const number = wholeNumber(query.get("page"), { fallback: 1, min: 1, max: 1e6 });
  if (size === undefined) return wrong("per_page does not have a valid value");
  if (number === undefined) return wrong("page does not have a valid value");
  const more = number * size < items.length;
  const headers = {
    "x-page": String(number),
    "x-per-page": String(size),
    "x-next-page": more ? String(number + 1) : "",
  };
  return { status: 200, headers, body: items.slice((number - 1) * size, number * size) };
}

function labelsOf(text: unknown): string[] {
  return typeof text === "string" && text !== "" ? text.split(",") : [];
}

function openIssue({ issues }: Store, request: MockRequest): MockAnswer {
  const { title, labels, ...more } = jsonBody(request) ?? {};
  if (title === undefined) return wrong("title is missing");
  if (title === "") return said(400, { title: ["can't be blank"] });
  const iid = issues.length + 1;
  const web_url = `https://gitlab.com/shop/orders/-/issues/${iid}`;
  const issue = {
    id: 100 + iid,
    iid,
    title,
    state: "opened",
    labels: labelsOf(labels),
    description: null,
    web_url,
    ...more,
  };
  issues.push(issue);
  return ok(issue, 201);
}

function changeIssue(issue: Issue, request: MockRequest): MockAnswer {
  const { state_event, labels, ...more } = jsonBody(request) ?? {};
  if (Object.keys(jsonBody(request) ?? {}).length === 0) {
    return wrong("assignee_id, … are missing, at least one parameter must be provided");
  }
  if (state_event !== undefined && state_event !== "close" && state_event !== "reopen") {
    return wrong("state_event does not have a valid value");
  }
  if (state_event !== undefined) issue.state = state_event === "close" ? "closed" : "opened";
  if (labels !== undefined) issue.labels = labelsOf(labels);
  return ok(Object.assign(issue, more));
}

function listIssues({ issues }: Store, request: MockRequest): MockAnswer {
  const { query } = request;
  const state = query.get("state") ?? "all";
  if (!["opened", "closed", "all"].includes(state)) return wrong("state does not have a valid value");
  const found = issues
    .filter((issue) => state === "all" || issue.state === state)
    .filter(({ labels }) => labelsOf(query.get("labels")).every((label) => labels.includes(label)))
    .filter(({ title }) => String(title).includes(query.get("search") ?? ""));
  return page(found.reverse(), request);
}

function listMergeRequests(request: MockRequest): MockAnswer {
  const state = request.query.get("state") ?? "all";
  const branch = request.query.get("target_branch");
  const found = MERGE_REQUESTS.filter((one) => state === "all" || one.state === state).filter(
    (one) => branch === null || one.target_branch === branch,
  );
  return page(found, request);
}

function addHook({ hooks }: Store, request: MockRequest): MockAnswer {
  const { url, token, push_events = true, ...events } = jsonBody(request) ?? {};
  if (typeof url !== "string") return wrong("url is missing");
  if (!URL.canParse(url)) return said(422, "Invalid url given");
  if (typeof token !== "string") return wrong("token is invalid");
  const id = hooks.size + 1;
  hooks.set(id, url);
  return ok({ id, url, push_events, ...events }, 201);
}

function projectRoutes(store: Store): MockRoutes {
  const known = (project: string) =>
    PROJECTS.some(({ id, path_with_namespace }) => project === String(id) || project === path_with_namespace);
  const inProject =
    (answer: (request: MockRequest, id: number) => MockAnswer) =>
    (request: MockRequest, [project = "", id]: readonly string[]) =>
      known(project) ? answer(request, Number(id)) : said(404, "404 Project Not Found");
  const withIssue = (answer: (issue: Issue, request: MockRequest) => MockAnswer) =>
    inProject((request, id) => {
      const issue = store.issues.find(({ iid }) => iid === id);
      return issue === undefined ? said(404, "404 Issue Not Found") : answer(issue, request);
    });
  return {
    "POST /api/v4/projects/*/issues": inProject((request) => openIssue(store, request)),
    "GET /api/v4/projects/*/issues": inProject((request) => listIssues(store, request)),
    "GET /api/v4/projects/*/issues/*": withIssue((issue) => ok(issue)),
    "PUT /api/v4/projects/*/issues/*": withIssue(changeIssue),
    "POST /api/v4/projects/*/issues/*/notes": withIssue((issue, request) => {
      const body = jsonBody(request)?.body;
      return typeof body === "string"
        ? ok({ id: 301, body, noteable_iid: issue.iid }, 201)
        : wrong("body is missing");
    }),
    "GET /api/v4/projects/*/merge_requests": inProject(listMergeRequests),
    "POST /api/v4/projects/*/pipeline": inProject((request) => {
      const { ref, variables = [] } = jsonBody(request) ?? {};
      if (ref === undefined) return wrong("ref is missing");
      if (ref !== "main") return said(400, { base: ["Reference not found"] });
      return ok(
        { id: 61, ref, status: "pending", variables, web_url: "https://gitlab.com/shop/orders/pipelines/61" },
        201,
      );
    }),
    "POST /api/v4/projects/*/hooks": inProject((request) => addHook(store, request)),
    "GET /api/v4/projects/*/hooks/*": inProject((_, id) =>
      store.hooks.has(id) ? ok({ id, alert_status: "executable" }) : said(404, "404 Not found"),
    ),
    "DELETE /api/v4/projects/*/hooks/*": inProject((_, id) =>
      store.hooks.delete(id) ? { status: 204 } : said(404, "404 Not found"),
    ),
  };
}

/** A GitLab with two projects and three issues. */
export function createGitLab(): Mock {
  const seeds = [1, 2, 3].map((iid) => ({
    id: 100 + iid,
    iid,
    title: `Issue ${iid}`,
    state: "opened",
    labels: ["seed"],
  }));
  const store: Store = { issues: seeds, hooks: new Map() };
  const routes: MockRoutes = {
    "GET /api/v4/user": () => ok({ id: 1, username: "dana", state: "active" }),
    "GET /api/v4/projects": (request) =>
      page(
        [
          ...PROJECTS,
          ...(request.query.get("membership") === "true" ? [] : [{ id: 9, path_with_namespace: "not/mine" }]),
        ],
        request,
      ),
    ...projectRoutes(store),
  };
  return {
    limited: () => ({
      status: 429,
      headers: { "retry-after": "42", "ratelimit-remaining": "0" },
      body: "Retry later\n",
    }),
    hooks: () => [...store.hooks.values()],
    answer: (request) => {
      const token = bearerOf(request) || request.headers["private-token"];
      if (token === undefined) return said(401, "401 Unauthorized");
      if (!Object.values(TOKENS).includes(token)) {
        return { status: 401, body: { error: "invalid_token", error_description: "Token is invalid." } };
      }
      return answerFrom(routes, request, { status: 404, body: { error: "404 Not Found" } });
    },
  };
}
