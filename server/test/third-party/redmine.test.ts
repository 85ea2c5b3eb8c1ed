import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../test-server.ts";
import { type ApplicationCalls, startApplicationCalls } from "./application-calls.ts";
import { missingForRedmine, type RedmineSite, startRedmine } from "./redmine-site.ts";

const NAME = "Redmine itself, through its connector and the one for HTTP";
const missing = missingForRedmine();
const reason = missing.length === 0 ? "" : ` (not installed: ${missing.join(", ")})`;

if (reason !== "" && process.env.CI !== undefined) {
  test(NAME, () => {
    throw new Error(`This test may not be skipped here${reason}.`);
  });
}

describe.skipIf(reason !== "")(`${NAME}${reason}`, () => {
  let redmine: RedmineSite;
  let calls: ApplicationCalls;

  beforeAll(async () => {
    [redmine, calls] = await Promise.all([startRedmine(), startApplicationCalls()]);
    const saved = await calls.connect("acme", "redmine", { url: redmine.url, api_key: redmine.key });
    expect(saved.status, saved.text).toBe(200);
  });
  afterAll(async () => {
    await calls?.server.close();
    await redmine?.close();
  });

  const execute = (action: string, input: object) => calls.execute("redmine", action, input);
  const act = (action: string, input: object) => calls.act("redmine", action, input);
  const create = async (subject: string, more: object = {}): Promise<number> =>
    (await act("create_issue", { project_id: 1, subject, ...more })).id;
  const about = async (application: string) =>
    (await calls.call("GET", `/api/v2/public/application/${application}`)).body;

  test("connects with an API access key; an unknown key is rejected and nothing is stored", async () => {
    const refused = await calls.connect("wrong", "redmine", { url: redmine.url, api_key: "0".repeat(40) });
    expect(refused.status).toBe(400);
    expect(await calls.server.deps.db.selectFrom("connections").select("id").execute()).toHaveLength(1);
    expect(await about("redmine")).toMatchObject({
      connected: true,
      connected_accounts: [{ identifier: "manager", status: "active" }],
    });
  });

  test("writes, reads, changes, comments and deletes an issue", async () => {
    const parent = await create("All printers");
    const made = await act("create_issue", {
      project_id: 1,
      subject: "Printer is on fire: Grüße",
      description: "*Smoke*",
      tracker_id: 2,
      status_id: 1,
      priority_id: 3,
      assigned_to_id: redmine.user,
      parent_issue_id: parent,
      start_date: "2026-05-01",
      due_date: "2026-05-02",
      estimated_hours: 1.5,
    });
    expect(made).toMatchObject({
      subject: "Printer is on fire: Grüße",
      description: "*Smoke*",
      project: { id: 1 },
      tracker: { id: 2 },
      status: { id: 1 },
      priority: { id: 3 },
      assigned_to: { id: redmine.user },
      parent: { id: parent },
      start_date: "2026-05-01",
      due_date: "2026-05-02",
      estimated_hours: 1.5,
    });
    const issue_id = made.id;
    expect(await act("get_issue", { issue_id: parent })).toMatchObject({ children: [{ id: issue_id }] });
    expect(await act("comment_on_issue", { issue_id, text: "Water!", private: true })).toEqual({
      commented: true,
    });
    const changes = { subject: "Printer was on fire", tracker_id: 1, status_id: 5, priority_id: 4 };
    const more = { description: "Ashes", due_date: "2026-05-03", done_ratio: 100, notes: "Out" };
    expect(await act("update_issue", { issue_id, ...changes, ...more })).toEqual({ updated: true });
    expect(await act("get_issue", { issue_id })).toMatchObject({
      subject: "Printer was on fire",
      description: "Ashes",
      tracker: { id: 1 },
      status: { id: 5 },
      priority: { id: 4 },
      assigned_to: { id: redmine.user },
      due_date: "2026-05-03",
      done_ratio: 100,
      journals: [
        { notes: "Water!", private_notes: true },
        { notes: "Out", private_notes: false },
      ],
    });
    expect(await act("delete_issue", { issue_id })).toEqual({ deleted: true });
    expect(await execute("get_issue", { issue_id })).toMatchObject({
      node_status: "Errored",
      http_status: 404,
    });
  });

  test("lists issues over several pages, and by project, tracker, status and assignee", async () => {
    const ids: number[] = [];
    for (let n = 1; n <= 5; n++) ids.unshift(await create(`Paged ${n}`, { project_id: 2, tracker_id: 3 }));
    const all = { project_id: 2, limit: 2 };
    const first = await act("list_issues", { ...all, max_pages: 2 });
    expect(first.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 4));
    const rest = await act("list_issues", { ...all, max_pages: 2, cursor: first.next_cursor });
    expect(rest).toMatchObject({ items: [{ id: ids[4], subject: "Paged 1" }], next_cursor: null });
    await act("update_issue", { issue_id: ids[0], status_id: 5, assigned_to_id: redmine.user });
    const found = async (some: object) => {
      const { items } = await act("list_issues", { project_id: 2, ...some });
      return items.map(({ id }: { id: number }) => id);
    };
    expect(await found({})).toEqual(ids.slice(1));
    expect(await found({ status: "*" })).toEqual(ids);
    for (const status of ["closed", "5"]) expect(await found({ status })).toEqual([ids[0]]);
    for (const assigned_to of ["me", String(redmine.user)])
      expect(await found({ status: "*", assigned_to })).toEqual([ids[0]]);
    expect(await found({ tracker_id: 1 })).toEqual([]);
    const projects = await act("list_projects", { limit: 60, max_pages: 2 });
    expect(projects.items).toHaveLength(101);
    expect(projects.items[0]).toMatchObject({ name: "Project 1", identifier: "project-1" });
  });

  test("lists projects, trackers, statuses, priorities and activities to choose from", async () => {
    const options = async (action: string, list: string) =>
      (await calls.call("GET", `/api/v2/integration-schema/redmine/actions/${action}/options/${list}`)).body;
    const projects: { name: string; value: number }[] = await options("create_issue", "projects");
    expect(projects).toHaveLength(101);
    expect(projects).toContainEqual({ name: "Project 101", value: 101 });
    expect(await options("create_issue", "trackers")).toEqual([
      { name: "Bug", value: 1 },
      { name: "Feature", value: 2 },
      { name: "Support", value: 3 },
    ]);
    expect(await options("create_issue", "statuses")).toContainEqual({ name: "In Progress", value: 2 });
    expect(await options("create_issue", "priorities")).toContainEqual({ name: "Urgent", value: 4 });
    expect(await options("log_time", "activities")).toEqual([
      { name: "Design", value: 8 },
      { name: "Development", value: 9 },
    ]);
  });

  test("logs time; Redmine's refusals are reported in its own words", async () => {
    const issue_id = await create("Took long");
    const logged = { hours: 0.25, activity_id: 9, spent_on: "2026-05-01", comments: "Extinguished" };
    expect(await act("log_time", { issue_id, ...logged })).toMatchObject({
      hours: 0.25,
      issue: { id: issue_id },
      activity: { id: 9 },
      spent_on: "2026-05-01",
      comments: "Extinguished",
    });
    const refusals: [action: string, input: object, status: number, message: RegExp][] = [
      ["log_time", { issue_id, hours: 1 }, 422, /Activity cannot be blank/],
      ["update_issue", { issue_id, due_date: "yesterday" }, 422, /Due date is not a valid date/],
      [
        "create_issue",
        { project_id: 1, subject: "A", parent_issue_id: 99_999 },
        422,
        /Parent task is invalid/,
      ],
    ];
    for (const [action, input, http_status, message] of refusals) {
      const refused = await execute(action, input);
      expect(refused, JSON.stringify(refused)).toMatchObject({ node_status: "Errored", http_status });
      expect(JSON.stringify(refused)).toMatch(message);
    }
  });

  test("a new issue starts a run, which comments on it; a changed one does, too", async () => {
    const old = await create("Known before", { project_id: 2 });
    const { updated_on } = await act("get_issue", { issue_id: old });
    const input = { project_id: 2 };
    const node = (action: string, data: object) => ({ action: `redmine/${action}`, data });
    const comment = node("comment_on_issue", {
      issue_id: "{{ input.id }}",
      text: "Seen: {{ input.subject }}",
    });
    const read = node("get_issue", { issue_id: "{{ input.id }}" });
    const added = await calls.watch({ application: "redmine", event: "new_issue", input }, comment);
    const changed = await calls.watch({ application: "redmine", event: "changed_issue", input }, read);
    await calls.pass();
    await calls.pass();
    expect([await calls.runs(added), await calls.runs(changed)]).toEqual([[], []]);
    // Redmine's times are in seconds.
    await eventually(async () => Math.floor(Date.now() / 1000) > Date.parse(updated_on) / 1000);
    await act("update_issue", { issue_id: old, subject: "Changed since" });
    await calls.pass();
    expect([await calls.runs(added), await calls.runs(changed)]).toEqual([[], [expect.any(String)]]);
    const issue_id = await create("News", { project_id: 2 });
    await create("Of another project");
    await calls.pass();
    calls.server.work();
    await eventually(async () => (await calls.runs(added)).join() === "COMPLETED");
    await eventually(async () => (await calls.runs(changed)).every((status) => status === "COMPLETED"));
    expect(await act("get_issue", { issue_id })).toMatchObject({ journals: [{ notes: "Seen: News" }] });
    const { journals } = await act("get_issue", { issue_id: old });
    expect(JSON.stringify(journals)).not.toContain("Seen");
  });

  test("the connector for HTTP sends a key in a header, or a user name and a password", async () => {
    const url = { url: redmine.url, check_path: "/users/current.json" };
    const header = { header_name: "X-Redmine-API-Key", header_value: redmine.key };
    expect((await calls.connect("wrong", "http", { ...url, ...header, header_value: "x" })).status).toBe(400);
    expect((await calls.connect("wrong", "http", url)).status).toBe(400);
    expect((await calls.connect("acme", "http", { ...url, ...header })).status).toBe(200);
    const http = (method: string, input: object) => calls.act("http", method, input);
    const body = { issue: { project_id: 1, subject: "By hand" } };
    const made = await http("post", { path: "/issues.json", body });
    expect(made).toMatchObject({ status: 201, body: { issue: { subject: "By hand" } } });
    const path = `/issues/${made.body.issue.id}.json`;
    expect(await http("put", { path, body: { issue: { notes: "Put" } } })).toMatchObject({ status: 204 });
    const read = await http("get", { path, query: { include: "journals" }, headers: { accept: "*/*" } });
    expect(read).toMatchObject({ status: 200, body: { issue: { journals: [{ notes: "Put" }] } } });
    expect(await http("delete", { path })).toMatchObject({ status: 204 });
    expect(await calls.execute("http", "get", { path })).toMatchObject({ http_status: 404 });
    const basic = { username: "manager", password: "the password of manager" };
    expect((await calls.connect("acme", "http", { ...url, ...basic })).status).toBe(200);
    expect(await http("get", { path: "/users/current.json" })).toMatchObject({
      body: { user: { login: "manager" } },
    });
  });

  test("a locked user ends the connection, although Redmine still shows public issues", async () => {
    const locked = await fetch(`${redmine.url}/users/${redmine.user}.json`, {
      method: "PUT",
      headers: { "x-redmine-api-key": redmine.adminKey, "content-type": "application/json" },
      body: JSON.stringify({ user: { status: 3 } }),
    });
    expect(locked.status, await locked.text()).toBe(204);
    await act("list_issues", {});
    expect(await execute("create_issue", { project_id: 1, subject: "A" })).toMatchObject({
      node_status: "Errored",
    });
    expect(await about("redmine")).toMatchObject({
      reauth_required: true,
      connected_accounts: [{ status: "expired" }],
    });
  });
});
