import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type StartedTemplate, startTemplate } from "./start-template.ts";
import { startVendors, type Vendors } from "./vendors.ts";

// Templates that are started by a call, a schedule or a webhook; the other file has those that applications start.
let vendors: Vendors;
let template: StartedTemplate;
beforeAll(async () => {
  vendors = await startVendors();
});
afterEach(() => template.close());
afterAll(() => vendors.close());
const start = (name: string, choices?: object) => startTemplate(vendors, name, choices);
const received = (slug: string, endpoint: RegExp) => vendors.received(slug, endpoint);

test("contact to HubSpot: creates a contact once, then updates it, as mapped by the customer", async () => {
  template = await start("contact-to-hubspot", {
    properties: { first_name: "firstname", company: "company" },
  });
  const { call } = template;
  const ada = { email: "ada@example.com", first_name: "Ada", phone: "+49 30 1", company: "Northwind" };
  expect((await call(ada)).body).toMatchObject({ status_code: 201, return_value: { contact_id: "702" } });
  expect(received("hubspot", /^POST .*\/contacts$/)).toEqual([
    { properties: { firstname: "Ada", company: "Northwind", email: "ada@example.com" } },
  ]);
  expect((await call({ email: "ada@example.com", company: "Contoso" })).body).toMatchObject({
    status_code: 200,
    return_value: { contact_id: "702" },
  });
  expect(received("hubspot", /^POST .*\/contacts$/)).toHaveLength(1);
  expect(received("hubspot", /^PATCH .*\/contacts\/702$/)).toEqual([
    { properties: { company: "Contoso", email: "ada@example.com" } },
  ]);
});

test("refund: a small one is paid at once, larger ones wait for an approval, and Stripe's refusal is reported", async () => {
  template = await start("refund-approval", {
    channel: "C00000001",
    limit: 1,
  });
  const { begin, ended, waitsAt, request } = template;
  const texts = () => received("slack", /chat\.postMessage$/).map(({ text }) => text);
  const refunds = () => received("stripe", /^POST \/v1\/refunds$/);
  const asked = { payment_intent: "pi_1", currency: "eur", reason: "Never arrived." };
  const decide = async (body: object) => {
    const url = `/api/v2/public/execution/${await waitsAt("decision")}/nodes/decision/approval`;
    expect((await request({ method: "PUT", url, body })).status).toBe(200);
  };

  await begin({ ...asked, amount: 1 });
  expect((await ended(1))[0]).toMatchObject({ status: "COMPLETED" });
  expect(refunds()).toEqual([{ payment_intent: "pi_1", amount: "1", reason: "requested_by_customer" }]);
  expect(texts()).toEqual(["Refunded pi_1."]);

  await begin({ ...asked, payment_intent: "pi_3", amount: 3 });
  await decide({ approved: true });
  await ended(2);
  expect(refunds()).toHaveLength(2);
  expect(texts().slice(1)).toEqual([
    expect.stringMatching(/Decide here: https:\/\/junctor\.example\/\S+$/),
    "Refunded pi_3.",
  ]);

  await begin({ ...asked, payment_intent: "pi_2", amount: 2 });
  await decide({ approved: false, comment: "It did arrive." });
  await ended(3);
  expect(refunds()).toHaveLength(2);
  expect(texts().at(-1)).toBe("Rejected the refund of pi_2. It did arrive.");

  await begin({ ...asked, payment_intent: "pi_9", amount: 1 });
  expect((await ended(4)).map(({ status }) => status)).toEqual(Array(4).fill("COMPLETED"));
  expect(texts().at(-1)).toMatch(/^Stripe did not refund pi_9: .*No such payment_intent/);
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

test("web form to Airtable: records the form and confirms it, rejects one without an address, and needs no confirmation to succeed", async () => {
  template = await start("web-form-to-airtable", {
    base: "app1",
    table: "Order lines",
    columns: { product: "Name", quantity: "Qty" },
    sender: "shop@example.com",
  });
  const { workflow, request, ended } = template;
  const { body: hook } = await request({ url: `/api/v2/public/workflow/${workflow}/webhook-url` });
  const submit = async (body: object) =>
    (await request({ method: "POST", url: new URL(hook.url).pathname, body })).status;
  const form = { product: "Bench", quantity: 2, note: "Soon" };
  const records = () => received("airtable", /^POST \/v0\/app1\/Order lines$/);

  expect(await submit({ ...form, email: "ada@example.com" })).toBe(200);
  await ended(1);
  expect(records()).toEqual([{ fields: { Name: "Bench", Qty: 2 }, typecast: true }]);
  expect(received("sendgrid", /mail\/send$/)).toEqual([
    expect.objectContaining({
      personalizations: [{ to: [{ email: "ada@example.com" }] }],
      from: { email: "shop@example.com" },
      content: [{ type: "text/plain", value: expect.stringMatching(/^Thank you/) }],
    }),
  ]);

  expect(await submit({ ...form, email: "ada" })).toBe(200);
  expect((await ended(2))[1]).toMatchObject({ status: "ERRORED" });
  expect(records()).toHaveLength(1);

  // SendGrid refuses an address with a space.
  expect(await submit({ ...form, email: "ada@exam ple.com" })).toBe(200);
  expect((await ended(3))[2]).toMatchObject({ status: "COMPLETED" });
  expect(records()).toHaveLength(2);
});
