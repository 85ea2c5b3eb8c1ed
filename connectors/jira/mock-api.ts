import { answerFrom, basicOf, type MockHandler, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// developer.atlassian.com, Jira Cloud REST v2: errors are {errorMessages, errors}; /search/jql wants a bounded JQL, gives
// ids only unless fields are named, and pages by nextPageToken; changes answer 204.
/** Where the API begins. */
export const API = "/rest/api/2";
/** The people of the site. */
export const PEOPLE = Array.from({ length: 101 }, (_, i) => ({
  accountId: `a-${i + 1}`,
  displayName: `Person ${i + 1}`,
}));
/** The projects there are. */
export const PROJECTS = Array.from({ length: 51 }, (_, i) => ({
  id: `${i}`,
  key: `P${i + 1}`,
  name: `Project ${i + 1}`,
}));
/** The types of issues that every project has. */
export const TYPES = Array.from({ length: 51 }, (_, i) => ({ id: `${i}`, name: `Type ${i + 1}` }));
const STATES = [
  { id: "11", name: "Start", to: { name: "In Progress" } },
  { id: "21", name: "Finish", to: { name: "Done" } },
];

interface Issue {
  id: string;
  key: string;
  fields: Record<string, unknown> & { created: string; updated: string };
}

type Issues = Issue[];

/** The vendor's error body. */
export function failed(status: number, message: string, errors: Record<string, string> = {}): MockAnswer {
  return { status, body: { errorMessages: message === "" ? [] : [message], errors } };
}

const missing = () => failed(404, "Issue does not exist or you do not have permission to see it.");
const now = () => new Date().toISOString().replace("Z", "+0000");

function newIssue(issues: Issues, fields: Record<string, unknown>, time: string): Issue {
  const number = issues.length + 1;
  const project = isObject(fields.project) ? String(fields.project.key) : "P1";
  const status = { name: "To Do" };
  const all = { ...fields, status, created: time, updated: time };
  const issue = { id: String(10_000 + number), key: `${project}-${number}`, fields: all };
  issues.push(issue);
  return issue;
}

function createIssue(issues: Issues, request: MockRequest): MockAnswer {
  const fields = jsonBody(request)?.fields;
  if (!isObject(fields)) return failed(400, "fields are required");
  const { project, issuetype, summary, assignee } = fields;
  if (!PROJECTS.some(({ key }) => isObject(project) && project.key === key)) {
    return failed(400, "", { project: "valid project is required" });
  }
  if (!TYPES.some(({ name }) => isObject(issuetype) && issuetype.name === name)) {
    return failed(400, "", { issuetype: "Specify a valid issue type" });
  }
  if (typeof summary !== "string")
    return failed(400, "", { summary: "You must specify a summary of the issue." });
  if (
    assignee !== undefined &&
    !PEOPLE.some(({ accountId }) => isObject(assignee) && assignee.accountId === accountId)
  ) {
    return failed(400, "", { assignee: "User does not exist." });
  }
  const { id, key } = newIssue(issues, fields, now());
  return { status: 201, body: { id, key, self: `https://northwind.atlassian.net${API}/issue/${id}` } };
}

function changeIssue(issue: Issue, request: MockRequest): MockAnswer {
  const fields = jsonBody(request)?.fields;
  if (!isObject(fields)) return failed(400, "one of 'fields' or 'update' required");
  if (!["true", "false", null].includes(request.query.get("notifyUsers")))
    return failed(400, "notifyUsers is wrong");
  const known = ["summary", "description", "labels", "priority"];
  const wrong = Object.keys(fields).find((name) => !known.includes(name));
  if (wrong !== undefined) return failed(400, "", { [wrong]: `Field '${wrong}' cannot be set.` });
  Object.assign(issue.fields, fields, { updated: now() });
  return { status: 204 };
}

const JQL =
  /^project = "?(\w+)"?(?: AND labels = "([\w-]+)")?(?: AND (created|updated) >= -(\d+)d)?(?: ORDER BY (created|updated) DESC)?$/;

function search(issues: Issues, request: MockRequest): MockAnswer {
  const { jql, fields, maxResults = 50, nextPageToken, ...others } = jsonBody(request) ?? {};
  if (Object.keys(others).length > 0) return failed(400, "Invalid request payload.");
  const match = JQL.exec(String(jql));
  if (match === null) return failed(400, "Unbounded JQL queries are not allowed here.");
  const [, project, label, field, days, order] = match;
  const has = ({ fields: { labels } }: Issue) => Array.isArray(labels) && labels.includes(label);
  const since = Date.now() - Number(days ?? 0) * 86_400_000;
  const time = (issue: Issue, name = "created") => Date.parse(String(issue.fields[name]));
  const found = issues.filter(
    (issue) =>
      issue.key.startsWith(`${project}-`) &&
      (label === undefined || has(issue)) &&
      (field === undefined || time(issue, field) >= since),
  );
  if (order !== undefined) found.sort((a, b) => time(b, order) - time(a, order));
  const start = wholeNumber(nextPageToken === undefined ? null : String(nextPageToken).replace("token", ""), {
    fallback: 0,
    min: 1,
    max: found.length,
  });
  const size = Number(maxResults);
  if (start === undefined || !(size >= 1 && size <= 5000)) return failed(400, "nextPageToken is wrong");
  const wanted = Array.isArray(fields) ? fields.map(String) : [];
  const page = found.slice(start, start + size).map(({ id, key, fields: all }) => {
    const told = Object.entries(all).filter(([name]) => wanted.includes(name) || wanted.includes("*all"));
    return told.length === 0 ? { id } : { id, key, fields: Object.fromEntries(told) };
  });
  const isLast = start + size >= found.length;
  return {
    status: 200,
    body: { issues: page, isLast, ...(isLast ? {} : { nextPageToken: `token${start + size}` }) },
  };
}

function pageOf({ query }: MockRequest, most: number): { start: number; size: number } | undefined {
  const start = wholeNumber(query.get("startAt"), { fallback: 0, min: 0, max: 1_000_000 });
  const size = wholeNumber(query.get("maxResults"), { fallback: 50, min: 1, max: most });
  return start === undefined || size === undefined ? undefined : { start, size };
}

/** A list that tells its total, under the name that the endpoint gives it. */
function listOf(name: string, all: readonly unknown[]): MockHandler {
  return (request) => {
    const page = pageOf(request, 200);
    if (page === undefined) return failed(400, "startAt or maxResults is wrong");
    const { start, size } = page;
    const isLast = start + size >= all.length;
    const body = {
      startAt: start,
      maxResults: size,
      total: all.length,
      isLast,
      [name]: all.slice(start, start + size),
    };
    return { status: 200, body };
  };
}

function issueRoutes(issues: Issues): MockRoutes {
  const onIssue =
    (answer: (issue: Issue, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [id]) => {
      const issue = issues.find((candidate) => candidate.key === id || candidate.id === id);
      return issue === undefined ? missing() : answer(issue, request);
    };
  return {
    [`POST ${API}/issue`]: (request) => createIssue(issues, request),
    [`GET ${API}/issue/*`]: onIssue(({ id, key, fields }, { query }) => {
      const names = query.get("fields")?.split(",") ?? Object.keys(fields);
      const told = Object.entries(fields).filter(([name]) => names.includes(name));
      return { status: 200, body: { id, key, fields: Object.fromEntries(told), expand: "names" } };
    }),
    [`PUT ${API}/issue/*`]: onIssue(changeIssue),
    [`DELETE ${API}/issue/*`]: onIssue((issue, { query }) => {
      if (query.get("deleteSubtasks") !== "true") return failed(400, "The issue has subtasks.");
      issues.splice(issues.indexOf(issue), 1);
      return { status: 204 };
    }),
    [`POST ${API}/issue/*/comment`]: onIssue((issue, request) => {
      const body = jsonBody(request)?.body;
      if (typeof body !== "string") return failed(400, "", { comment: "Comment body can not be empty!" });
      issue.fields.updated = now();
      return { status: 201, body: { id: "501", body, created: "2026-01-02T03:04:05.000+0000" } };
    }),
    [`POST ${API}/issue/*/attachments`]: onIssue((_, { headers, body }) => {
      if (headers["x-atlassian-token"] !== "no-check") return { status: 403, body: "XSRF check failed" };
      const part = /name="file"; filename="([^"]+)"\r\nContent-Type: (\S+)\r\n\r\n(.*)\r\n--/s.exec(body);
      if (part === null) return failed(400, "No files were attached.");
      const [, filename, mimeType, content = ""] = part;
      return { status: 200, body: [{ id: "601", filename, mimeType, size: content.length }] };
    }),
    [`GET ${API}/issue/*/transitions`]: onIssue(() => ({ status: 200, body: { transitions: STATES } })),
    [`POST ${API}/issue/*/transitions`]: onIssue((issue, request) => {
      const wanted = jsonBody(request)?.transition;
      const state = STATES.find(({ id }) => isObject(wanted) && wanted.id === id);
      if (state === undefined)
        return failed(400, "It seems that you have tried to perform an illegal workflow operation.");
      Object.assign(issue.fields, { status: state.to, updated: now() });
      return { status: 204 };
    }),
  };
}

/** An imitation of Jira Cloud with some records in it. */
export function create(): Mock {
  const issues: Issues = [];
  const first = Date.UTC(2026, 0, 1);
  for (let i = 1; i <= 101; i++) {
    const time = new Date(first + i).toISOString().replace("Z", "+0000");
    newIssue(issues, { summary: `Issue ${i}`, project: { key: "P1" } }, time);
  }
  const routes: MockRoutes = {
    [`GET ${API}/myself`]: () => ({ status: 200, body: PEOPLE[0] }),
    [`POST ${API}/search/jql`]: (request) => search(issues, request),
    [`GET ${API}/project/search`]: listOf("values", PROJECTS),
    [`GET ${API}/issue/createmeta/*/issuetypes`]: listOf("issueTypes", TYPES),
    [`GET ${API}/user/assignable/search`]: (request) => {
      const page = pageOf(request, 1000);
      if (page === undefined || request.query.get("project") !== "P1") return failed(400, "project is wrong");
      return { status: 200, body: PEOPLE.slice(page.start, page.start + page.size) };
    },
    ...issueRoutes(issues),
  };
  return {
    limited: () => ({
      status: 429,
      headers: { "retry-after": "12" },
      body: { errorMessages: ["Rate limit exceeded"] },
    }),
    answer: (request) => {
      const isKnown =
        basicOf(request) === "ada@northwind.example:good-api-token" ||
        bearerOf(request) === "good-oauth-token";
      if (!isKnown) return failed(401, "Client must be authenticated to access this resource.");
      return answerFrom(routes, request, failed(404, "dead link"));
    },
  };
}
