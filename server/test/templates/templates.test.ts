import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type StartedTemplate, startTemplate } from "./start-template.ts";
import { startVendors, type Vendors } from "./vendors.ts";

// Templates that have no tests in a file.
let vendors: Vendors;
let template: StartedTemplate;
beforeAll(async () => {
  vendors = await startVendors();
});
afterEach(() => template.close());
afterAll(() => vendors.close());
const start = (name: string, choices?: object) => startTemplate(vendors, name, choices);
const received = (slug: string, endpoint: RegExp) => vendors.received(slug, endpoint);

/** Makes something happen at the third party, through its own API. */
async function happens(
  slug: string,
  address: string,
  sent: { json: object; headers: Record<string, string> },
): Promise<void> {
  expect(await vendors.send(slug, address, sent), `${slug} ${address}`).toBeLessThan(300);
}

/** Sends a delivery to an address that a third party was given. */
async function deliver(hookUrl: unknown, body: string, headers: Record<string, string>): Promise<void> {
  const url = new URL(String(hookUrl)).pathname;
  const sent = {
    method: "POST" as const,
    url,
    body,
    headers: { "content-type": "application/json", ...headers },
  };
  expect((await template.request(sent)).status).toBe(200);
}

test("GitHub issues to Jira: labels determine the type, the reporter is informed, and nothing is duplicated", async () => {
  template = await start("github-issues-to-jira", {
    owner: "octo",
    repo: "hello-world",
    project: "P1",
    bug_type: "Type 1",
    feature_type: "Type 2",
    other_type: "Type 3",
  });
  const { ended } = template;
  await template.tend();
  const [{ config } = {}] = received("github", /^POST .*\/hooks$/);
  const { url, secret } = config as { url: string; secret: string };
  const open = (number: number, ...labels: string[]) => {
    const issue = {
      id: 70 + number,
      number,
      title: `Issue ${number}`,
      body: null,
      html_url: "https://github.com/i",
    };
    const body = JSON.stringify({
      action: "opened",
      issue: { ...issue, labels: labels.map((name) => ({ name })) },
    });
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    return deliver(url, body, { "x-github-event": "issues", "x-hub-signature-256": signature });
  };
  await open(1, "ui", "bug");
  await open(2, "enhancement");
  await open(3);
  await ended(3);
  const created = () =>
    received("jira", /^POST .*\/issue$/).map(({ fields }) => {
      const { summary, issuetype, labels } = fields as { [name: string]: unknown };
      return { summary, issuetype, labels };
    });
  const wanted = ["Type 1", "Type 2", "Type 3"].map((name, index) => ({
    summary: `Issue ${index + 1}`,
    issuetype: { name },
    labels: [`github-${71 + index}`],
  }));
  expect(created()).toHaveLength(3);
  expect(created()).toEqual(expect.arrayContaining(wanted));
  expect(received("github", /^POST .*\/issues\/1\/comments$/)).toEqual([
    { body: expect.stringMatching(/^Tracked in Jira as P1-\d+\.$/) },
  ]);

  const authorization = `Basic ${Buffer.from("ada@northwind.example:good-api-token").toString("base64")}`;
  const fields = {
    project: { key: "P1" },
    issuetype: { name: "Type 1" },
    summary: "By hand",
    labels: ["github-74"],
  };
  await happens("jira", "/rest/api/2/issue", { json: { fields }, headers: { authorization } });
  await open(4, "bug");
  await ended(4);
  // The three from before, and the one by hand.
  expect(created()).toHaveLength(4);
});

test("Shopify orders to Google Sheets: a row for each order that matches the customer's rule", async () => {
  const paid = (rhs: string) => ({
    logic: "AND",
    conditions: [{ lhs: "financial_status", operator: "eq", rhs }],
  });
  template = await start("shopify-orders-to-google-sheets", {
    spreadsheet: "sheet-1",
    sheet: "Orders",
    orders: paid("pending"),
  });
  const { choose, ended } = template;
  await template.tend();
  const rows = () => received("google-sheets", /values\/Orders:append$/);
  const place = () => vendors.happen("shopify", "new_order");
  await place();
  await template.tend();
  await ended(2);
  expect(rows()).toEqual([]);
  await choose({ orders: paid("paid") });
  await place();
  await template.tend();
  await ended(4);
  expect(
    rows()
      .flatMap(({ values }) => values as string[][])
      .sort(),
  ).toEqual([
    ["#1004", "2026-03-06T10:00:00Z", "", "", "19.99"],
    ["#1005", "2026-03-07T10:00:00Z", "", "", "19.99"],
  ]);
});

test("urgent Zendesk tickets to Slack: an alert for unassigned tickets only", async () => {
  template = await start("urgent-zendesk-tickets-to-slack", { channel: "C00000001", minutes: 0.001 });
  const { ended } = template;
  await template.tend();
  const headers = { authorization: "Bearer good-oauth-token" };
  for (const [priority, status] of [
    ["urgent", "new"],
    ["urgent", "open"],
    ["high", "new"],
    ["low", "new"],
  ]) {
    const json = { ticket: { subject: `${priority} case`, priority, status, comment: { body: "Help" } } };
    await happens("zendesk", "/api/v2/tickets.json", { json, headers });
  }
  await template.tend();
  expect((await ended(4)).map(({ status }) => status)).toEqual(Array(4).fill("COMPLETED"));
  const sent = received("slack", /chat\.postMessage$/);
  expect(sent.map(({ text }) => text).toSorted()).toEqual([
    ":rotating_light: Urgent ticket 1102: urgent case",
    ":rotating_light: Urgent ticket 1103: urgent case",
    "<!channel> Nobody has taken ticket 1102 for 0.001 minutes.",
    "New ticket 1104, priority high: high case",
  ]);
  const alarm = sent.find(({ text }) => String(text).startsWith("<!channel>"));
  expect(alarm).toMatchObject({ thread_ts: expect.stringMatching(/^\d+\.\d+$/) });
});

test("Intercom conversation summaries: a note visible only to the team, and none if the model is unavailable", async () => {
  template = await start("intercom-conversation-summaries", {
    author: "814860",
    model: "claude-a",
  });
  const { choose, ended } = template;
  await template.tend();
  const headers = { authorization: "Bearer dG9rOmdvb2Qta2V5", "intercom-version": "2.11" };
  const write = () =>
    happens("intercom", "/conversations", {
      json: { from: { type: "user" }, body: "<p>Where is it?</p>" },
      headers,
    });
  const notes = () => received("intercom", /^POST \/conversations\/\d+\/reply$/);
  await write();
  await template.tend();
  await ended(1);
  expect(received("anthropic", /^POST \/v1\/messages$/)).toMatchObject([
    { model: "claude-a", messages: [{ role: "user", content: "Where is it?" }] },
  ]);
  expect(notes()).toEqual([
    expect.objectContaining({
      message_type: "note",
      admin_id: "814860",
      body: expect.stringContaining("You help a support team."),
    }),
  ]);
  await choose({ model: "claude-z" });
  await write();
  await template.tend();
  expect((await ended(2)).map(({ status }) => status)).toEqual(["COMPLETED", "COMPLETED"]);
  expect(notes()).toHaveLength(1);
});

test("Salesforce leads to Asana tasks: one for each step that the customer defined, on working days", async () => {
  template = await start("salesforce-leads-to-asana", {
    workspace: "workspace-1",
    project: "project-1",
    assignee: "user-1",
    steps: ["Research", "Call", "Offer", "Follow up", "Close", "Thank"],
  });
  const { ended } = template;
  await template.tend();
  const headers = { authorization: "Bearer 00Dgood!AQEAQ.good-session" };
  const json = { LastName: "Lovelace", Company: "Northwind", Email: "ada@example.com" };
  await happens("salesforce", "/services/data/v62.0/sobjects/Lead", { json, headers });
  await template.tend();
  expect((await ended(1))[0]).toMatchObject({ status: "COMPLETED" });
  const tasks = received("asana", /^POST \/api\/1\.0\/tasks$/).map(
    ({ data }) => data as Record<string, unknown>,
  );
  expect(tasks.map(({ name }) => name)).toEqual(
    ["Research", "Call", "Offer", "Follow up", "Close", "Thank"].map((step) => `${step}: Northwind`),
  );
  expect(tasks[0]).toMatchObject({ projects: ["project-1"], notes: "Lovelace ada@example.com" });
  const days = tasks.map(({ due_on }) => new Date(String(due_on)));
  expect(days.map((day) => day.getUTCDay())).not.toEqual(expect.arrayContaining([0]));
  expect(days.map((day) => day.getUTCDay())).not.toEqual(expect.arrayContaining([6]));
  expect(days).toEqual(days.toSorted((a, b) => a.getTime() - b.getTime()));
});

test("HubSpot contacts to Mailchimp: one night copies all contacts, and a rejected one stops no other", async () => {
  template = await start("hubspot-contacts-to-mailchimp", {
    audience: "57afe96172",
  });
  const { workflow, request, ended } = template;
  const headers = { authorization: "Bearer pat-eu1-good-0000" };
  const json = { properties: { email: "nobody" } };
  await vendors.send("hubspot", "/crm/v3/objects/contacts", { json, headers });
  const scheduled = await request({
    method: "POST",
    url: "/api/v1/workflow/public/scheduled",
    headers: { workflow_id_alias: workflow },
    body: { trigger_type: "cron", regex: "0 3 * * *", tz: "UTC" },
  });
  expect(scheduled.status).toBe(200);
  await template.tick();
  const [execution] = await ended(1);
  expect(execution).toMatchObject({ status: "COMPLETED" });
  const members = received("mailchimp", /^PUT .*\/members\/.+@example\.com$/);
  expect(members).toHaveLength(201);
  expect(members).toContainEqual({
    email_address: "p1@example.com",
    status_if_new: "pending",
    merge_fields: { FNAME: "", LNAME: "" },
  });
  const { body } = await request({ url: `/api/v1/execution/${execution?._id}/response` });
  expect(body.response).toEqual({ synced: 201, refused: ["nobody"] });
});
