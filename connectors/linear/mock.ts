import { createHmac } from "node:crypto";
import { standardGrant } from "../mock-oauth.ts";
import { requestOf } from "../mock-request.ts";
import { deliveredJson, type Hook, type MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { AUTHORIZATIONS, create, failed, STATES, TEAMS, USERS } from "./mock-api.ts";

const event = (hook: Hook, type: string) =>
  deliveredJson(hook, {
    action: "update",
    type,
    data: { id: "issue-7", title: "Größe" },
    updatedFrom: { title: "Size" },
    url: "https://linear.app/northwind/issue/T1-7",
    webhookTimestamp: 1_767_225_600_000,
  });
const listed = Array.from({ length: 101 }, (_, i) => ({
  id: `issue-${101 - i}`,
  identifier: `T1-${101 - i}`,
  title: `Issue ${101 - i}`,
  url: `https://linear.app/northwind/issue/T1-${101 - i}`,
  state: { name: "Step 1" },
}));
const url = "https://linear.app/northwind/issue/T1-102";
const details = {
  title: "Grüße",
  description: "**all**",
  priority: 2,
  assignee_id: "user-3",
  state_id: "state-4",
};

/** Linear's GraphQL API, as documented at linear.app/developers. */
export const vendor: MockVendor = {
  hosts: ["api.linear.app"],
  credentials: {
    keybased: { good: { api_key: "lin_api_good000000000" }, bad: { api_key: "lin_api_bad0000000000" } },
    oauth2: {
      good: { access_token: "lin_oauth_good0000000" },
      bad: { access_token: "lin_oauth_bad00000000" },
    },
  },
  oauth: {
    authorize: "https://linear.app/oauth/authorize",
    token: "https://api.linear.app/oauth/token",
    revoke: "https://api.linear.app/oauth/revoke",
    scopes: { needed: ["read", "write"], separator: "," },
    pkce: true,
    clientAuth: ["post"],
    ...standardGrant(86_399, { scope: "read write" }),
  },
  parameters: { "POST /graphql": ["query", "variables", "operationName"] },
  account: "ada@northwind.example in Northwind",
  create,
  calls,
  answers: [
    { answer: failed("INTERNAL_SERVER_ERROR", "Internal server error"), code: "remote" },
    { answer: { status: 200, body: { errors: [{ message: "Partly." }], data: null } }, code: "input" },
  ],
  cases: [
    {
      action: "create_issue",
      input: { team_id: "team-2", ...details },
      expected: { id: "issue-102", identifier: "T1-102", title: "Grüße", url },
    },
    {
      action: "get_issue",
      input: { issue_id: "T1-102" },
      expected: {
        id: "issue-102",
        identifier: "T1-102",
        title: "Grüße",
        url,
        description: "**all**",
        priority: 2,
        state: { id: "state-4", name: "Step 4" },
        team: { id: "team-2", key: "T2" },
        assignee: { id: "user-3", name: "Person 3" },
      },
    },
    {
      action: "list_issues",
      input: { team_id: "team-2", assignee_id: "user-3", title: "grü" },
      expected: { items: [{ id: "issue-102" }], next_cursor: null },
    },
    {
      action: "update_issue",
      input: { issue_id: "issue-1", ...details },
      expected: { id: "issue-1", identifier: "T1-1", title: "Grüße", url: listed[100]?.url },
    },
    {
      action: "get_issue",
      input: { issue_id: "issue-1" },
      expected: { description: "**all**", priority: 2, state: { id: "state-4" }, assignee: { id: "user-3" } },
    },
    {
      action: "add_comment",
      input: { issue_id: "issue-1", body: "Done" },
      expected: { id: "comment-1", url: "https://linear.app/northwind/issue/T1-1#comment-1" },
    },
  ],
  paging: [{ action: "list_issues", input: {}, pages: 2, items: listed }],
  options: [
    { list: "teams", expected: TEAMS.map(({ id, name }) => ({ name, value: id })) },
    { list: "users", expected: USERS.map(({ id, name }) => ({ name, value: id })) },
    { list: "states", expected: STATES.map(({ id, name }) => ({ name: `T1: ${name}`, value: id })) },
  ],
  triggers: [
    {
      trigger: "new_issue",
      kind: "poll",
      input: { team_id: "team-2" },
      happen: (mock) => {
        for (const teamId of ["team-2", "team-3"]) {
          const query = "mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success } }";
          const json = { query, variables: { input: { teamId, title: `In ${teamId}` } } };
          mock.answer(
            requestOf("POST", "/graphql", { json, headers: { authorization: AUTHORIZATIONS[0] ?? "" } }),
          );
        }
      },
      expected: [
        { id: "issue-102", identifier: "T1-102", title: "In team-2", url, state: { name: "Step 1" } },
      ],
    },
    {
      trigger: "issue_event",
      kind: "webhook",
      input: { team_id: "team-2" },
      delivery: (hook) => {
        const body = event(hook, "Issue");
        const signature = createHmac("sha256", hook.secret).update(body).digest("hex");
        const headers = { "linear-delivery": "d-1", "linear-event": "Issue", "linear-signature": signature };
        return { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
      },
      expected: [
        {
          action: "update",
          issue: { id: "issue-7", title: "Größe" },
          updated_from: { title: "Size" },
          url: "https://linear.app/northwind/issue/T1-7",
        },
      ],
    },
  ],
  refusals: [
    { action: "get_issue", input: { issue_id: "none" }, code: "input", message: /Entity not found: Issue/ },
    {
      action: "create_issue",
      input: { team_id: "none", title: "x" },
      code: "input",
      message: /not found: none/,
    },
  ],
};
