import { GraphqlError, parseGraphql, type Selection, select } from "../mock-graphql.ts";
import { isObject, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// linear.app/developers: one GraphQL endpoint; refusals are `errors` with a code in `extensions`, most with status 400;
// a personal key is sent without Bearer; webhooks are signed with HMAC-SHA256 over the body in Linear-Signature.
/** The headers that the mock accepts. */
export const AUTHORIZATIONS = ["lin_api_good000000000", "Bearer lin_oauth_good0000000"];
/** The teams of the workspace. */
export const TEAMS = Array.from({ length: 101 }, (_, i) => ({
  id: `team-${i + 1}`,
  name: `Team ${i + 1}`,
  key: `T${i + 1}`,
}));
/** The people of the workspace. */
export const USERS = Array.from({ length: 101 }, (_, i) => ({
  id: `user-${i + 1}`,
  name: `Person ${i + 1}`,
}));
/** The states that issues can have. */
export const STATES = Array.from({ length: 101 }, (_, i) => ({
  id: `state-${i + 1}`,
  name: `Step ${i + 1}`,
  team: TEAMS[0],
}));

type Row = Record<string, unknown>;

interface Workspace {
  issues: Row[];
  hooks: Map<string, string>;
}

/** The vendor's error body. */
export function failed(code: string, message: string): MockAnswer {
  return { status: 400, body: { errors: [{ message, extensions: { code, userError: true } }] } };
}

const unknown = (what: string) => new GraphqlError(`Entity not found: ${what}`);

function connection(all: readonly unknown[], args: Row): Row {
  const first = Number(args.first ?? 50);
  if (!Number.isInteger(first) || first < 1 || first > 250)
    throw new GraphqlError("Argument Validation Error: first");
  const match = /^cursor-(\d+)$/.exec(String(args.after ?? "cursor-0"));
  if (match === null) throw new GraphqlError("Argument Validation Error: after");
  const end = Number(match[1]) + first;
  const pageInfo = { hasNextPage: end < all.length, endCursor: `cursor-${Math.min(end, all.length)}` };
  return { nodes: all.slice(Number(match[1]), end), pageInfo };
}

const COMPARISONS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  gte: (value, wanted) => value >= wanted,
  containsIgnoreCase: (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
};

function fits(value: unknown, filter: unknown): boolean {
  if (!isObject(filter)) throw new GraphqlError("Argument Validation Error: filter");
  return Object.entries(filter).every(([name, wanted]) => {
    const compare = COMPARISONS[name];
    if (compare !== undefined) return compare(String(value), String(wanted));
    if (!isObject(value) || !Object.hasOwn(value, name)) {
      if (value === null) return false;
      throw new GraphqlError(`Field "${name}" is not defined by type "IssueFilter".`);
    }
    return fits(value[name], wanted);
  });
}

function listIssues({ issues }: Workspace, args: Row): Row {
  const order = args.orderBy ?? "createdAt";
  if (order !== "createdAt" && order !== "updatedAt")
    throw new GraphqlError("Argument Validation Error: orderBy");
  const found = args.filter === undefined ? [...issues] : issues.filter((issue) => fits(issue, args.filter));
  return connection(
    found.sort((a, b) => (String(a[order]) < String(b[order]) ? 1 : -1)),
    args,
  );
}

function change(issue: Row, input: unknown): Row {
  if (!isObject(input)) throw new GraphqlError("Argument Validation Error: input");
  const { teamId, assigneeId, stateId, ...plain } = input;
  const wrong = Object.keys(plain).find((name) => !["title", "description", "priority"].includes(name));
  if (wrong !== undefined) throw new GraphqlError(`Field "${wrong}" is not defined.`);
  const row = (rows: readonly ({ id: string } | undefined)[], id: unknown): unknown => {
    const found = rows.find((candidate) => candidate?.id === id);
    if (found === undefined) throw unknown(String(id));
    return found;
  };
  const team = teamId === undefined ? {} : { team: row(TEAMS, teamId) };
  const assignee = assigneeId === undefined ? {} : { assignee: row(USERS, assigneeId) };
  const state = stateId === undefined ? {} : { state: row(STATES, stateId) };
  return Object.assign(issue, plain, team, assignee, state, { updatedAt: new Date().toISOString() });
}

function newIssue(number: number, time: string): Row {
  return {
    id: `issue-${number}`,
    identifier: `T1-${number}`,
    title: `Issue ${number}`,
    url: `https://linear.app/northwind/issue/T1-${number}`,
    description: null,
    priority: 0,
    createdAt: time,
    updatedAt: time,
    state: STATES[0],
    team: TEAMS[0],
    assignee: null,
  };
}

function find({ issues }: Workspace, id: unknown): Row {
  const issue = issues.find((candidate) => candidate.id === id || candidate.identifier === id);
  if (issue === undefined) throw unknown("Issue");
  return issue;
}

function createIssue(workspace: Workspace, { input }: Row): Row {
  if (!isObject(input) || typeof input.title !== "string")
    throw new GraphqlError("Argument Validation Error: title");
  if (input.teamId === undefined) throw new GraphqlError("Argument Validation Error: teamId");
  const issue = change(newIssue(workspace.issues.length + 1, new Date().toISOString()), input);
  workspace.issues.push(issue);
  return { success: true, issue };
}

function createHook({ hooks }: Workspace, { input }: Row): Row {
  const { url, secret, resourceTypes, teamId } = isObject(input) ? input : {};
  if (typeof url !== "string" || typeof secret !== "string")
    throw new GraphqlError("Argument Validation Error: url");
  if (!Array.isArray(resourceTypes) || !TEAMS.some(({ id }) => id === teamId)) {
    throw new GraphqlError("Argument Validation Error: teamId or resourceTypes");
  }
  const id = `hook-${hooks.size + 1}`;
  hooks.set(id, url);
  return { success: true, webhook: { id, url, enabled: true } };
}

type Root = (workspace: Workspace, args: Row) => unknown;

const ROOTS: Readonly<Record<string, Readonly<Record<string, Root>>>> = {
  query: {
    viewer: () => ({ id: "user-1", email: "ada@northwind.example", organization: { name: "Northwind" } }),
    teams: (_workspace, args) => connection(TEAMS, args),
    users: (_workspace, args) => connection(USERS, args),
    workflowStates: (_workspace, args) => connection(STATES, args),
    issues: listIssues,
    issue: (workspace, { id }) => find(workspace, id),
    webhook: ({ hooks }, { id }) => {
      if (!hooks.has(String(id))) throw unknown("Webhook");
      return { id, enabled: true };
    },
  },
  mutation: {
    issueCreate: createIssue,
    issueUpdate: (workspace, { id, input }) => ({ success: true, issue: change(find(workspace, id), input) }),
    commentCreate: (workspace, { input }) => {
      const { issueId, body } = isObject(input) ? input : {};
      const { url } = find(workspace, issueId);
      if (typeof body !== "string") throw new GraphqlError("Argument Validation Error: body");
      return { success: true, comment: { id: "comment-1", body, url: `${url}#comment-1` } };
    },
    webhookCreate: createHook,
    webhookDelete: ({ hooks }, { id }) => {
      if (!hooks.delete(String(id))) throw unknown("Webhook");
      return { success: true };
    },
  },
};

function carryOut(workspace: Workspace, request: MockRequest): MockAnswer {
  const { query, variables = {} } = jsonBody(request) ?? {};
  if (typeof query !== "string" || !isObject(variables))
    return failed("BAD_USER_INPUT", "GraphQL operations must contain a query.");
  const { kind, fields } = parseGraphql(query, variables);
  const answer = ({ name, args, fields: inner }: Selection) => {
    const root = ROOTS[kind]?.[name];
    if (root === undefined) throw new GraphqlError(`Cannot query field "${name}".`);
    return [name, select(root(workspace, args), inner)];
  };
  return { status: 200, body: { data: Object.fromEntries(fields.map(answer)) } };
}

/** An imitation of Linear with some records in it. */
export function create(): Mock {
  const issues = Array.from({ length: 101 }, (_, i) =>
    newIssue(i + 1, `2026-01-01T00:00:00.${String(i).padStart(3, "0")}Z`),
  );
  const workspace: Workspace = { issues, hooks: new Map() };
  return {
    limited: () => failed("RATELIMITED", "Rate limit exceeded."),
    hooks: () => [...workspace.hooks.values()],
    answer: (request) => {
      if (request.path !== "/graphql") return { status: 404, body: "Not Found" };
      if (request.method !== "POST") return { status: 405, body: "GET query missing." };
      if (!AUTHORIZATIONS.includes(request.headers.authorization ?? "")) {
        return failed("AUTHENTICATION_ERROR", "Authentication required, not authenticated");
      }
      try {
        return carryOut(workspace, request);
      } catch (error) {
        if (error instanceof GraphqlError) return failed("INVALID_INPUT", error.message);
        throw error;
      }
    },
  };
}
