import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { readTemplates } from "./templates.ts";
import { URL as WORKFLOWS } from "./test-calls.ts";

const URL = "/api/v2/public/workflow-templates";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const read = (url: string) => server.request({ url, key: server.testKey });

test("200: templates are listed by name, in pages, with the applications they use", async () => {
  const { status, body } = await read(`${URL}?limit=100`);
  expect(status).toBe(200);
  const { totalDocs, hasNextPage, docs } = body;
  expect({ totalDocs, hasNextPage }).toEqual({ totalDocs: 10, hasNextPage: false });
  const names = docs.map(({ name }: { name: string }) => name);
  expect(names).toEqual(names.toSorted((a: string, b: string) => a.localeCompare(b, "en")));
  expect(docs).toContainEqual({
    id: "stripe-payments-to-slack",
    name: "Stripe payments to Slack",
    description: expect.stringContaining("Customers connect Stripe and Slack"),
    applications: ["stripe", "slack"],
    triggers: [{ application: "stripe", event: "payment_succeeded" }],
    node_types: ["start", "ai_code_executor", "rule", "action"],
  });
  const second = await read(`${URL}?limit=3&page=2`);
  expect(second.body.docs).toEqual(docs.slice(3, 6));
  expect(second.body).toMatchObject({ page: 2, totalPages: 4, prevPage: 1, nextPage: 3 });
});

test("together they show what workflows can do", async () => {
  const { docs } = (await read(`${URL}?limit=100`)).body;
  const used = new Set(docs.flatMap(({ node_types }: { node_types: string[] }) => node_types));
  const shown = ["rule", "switch", "loop", "delay", "approval", "response", "ai_code_executor", "terminate"];
  expect([...used]).toEqual(expect.arrayContaining(shown));
  const starts = docs.flatMap(({ triggers }: { triggers: { event: string }[] }) =>
    triggers.map(({ event }) => event),
  );
  expect(starts).toEqual(expect.arrayContaining(["API Call", "Schedule", "Webhook", "new_order"]));
});

describe("each template", async () => {
  const ids = (await readTemplates()).map(({ id }) => id);

  test.each(ids)("%s is imported without a warning and could be published at once", async (id) => {
    const { id: shown, document } = (await read(`${URL}/${id}`)).body;
    expect(shown).toBe(id);
    const { status, body } = await server.request({
      method: "POST",
      url: `${WORKFLOWS}/import`,
      key: server.testKey,
      body: document,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ warnings: [], workflow: { name: document.name, published: false } });
    expect((await read(`${WORKFLOWS}/${body.workflow._id}/problems`)).body).toMatchObject({ errors: [] });
  });

  test.each(ids)("%s says what customers connect and choose, and names its steps", async (id) => {
    const { applications, description, document } = (await read(`${URL}/${id}`)).body;
    const catalog = (await read("/api/v2/public/application/all")).body as { slug: string; name: string }[];
    expect(description).toContain("Customers connect");
    for (const slug of applications)
      expect(description).toContain(catalog.find((one) => one.slug === slug)?.name);
    for (const { id: node, name } of document.nodes) expect(name, node).toMatch(/^[A-Z].{4,}/);
  });
});

test("404 for an unknown id, 401 for session tokens", async () => {
  expect(await read(`${URL}/nothing`)).toMatchObject({
    status: 404,
    body: { message: "Workflow template not found" },
  });
  const token = await server.account("templates");
  expect((await server.request({ url: URL, token })).status).toBe(401);
  expect((await server.request({ url: `${URL}/contact-to-hubspot` })).status).toBe(401);
});
