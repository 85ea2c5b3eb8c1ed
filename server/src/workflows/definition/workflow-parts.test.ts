import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const WORKFLOWS = "/api/v2/public/workflow";
const START = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
  const body = { name: "Order placed", response: { total: 30 } };
  const url = "/api/v2/public/application/event";
  const reply = await server.request({ method: "POST", url, key: server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
});
afterAll(() => server.close());

async function permit(building: string, node_types: string[] = []) {
  const url = "/api/v2/public/portal-workflows";
  const body = { building, node_types };
  expect((await server.request({ method: "PUT", url, key: server.testKey, body })).status).toBe(200);
}

const parts = () => server.request({ url: "/api/v2/public/workflow-parts", token });

const evaluate = (body: object, by = token) =>
  server.request({ method: "POST", url: "/api/v2/public/expressions/evaluate", token: by, body });

test("by default: all types and applications, and none of the organization's events", async () => {
  const { body } = await parts();
  expect(body).toMatchObject({ building: "api", events: [] });
  expect(body.node_types).toContain("http");
  expect(body.node_types).not.toContain("start");
  expect(body.applications).toContainEqual(expect.objectContaining({ slug: "stripe", name: "Stripe" }));
});

test("in the portal: permitted types, offered applications, and the events with their examples", async () => {
  await permit("portal", ["log"]);
  const url = "/api/v2/public/portal-applications";
  const offer = { applications: ["slack"], others: "none" };
  await server.request({ method: "PUT", url, key: server.testKey, body: offer });
  const { body } = await parts();
  expect(body.node_types).toEqual(["log"]);
  expect(body.applications.map(({ slug }: { slug: string }) => slug)).toEqual(["slack"]);
  expect(body.events).toEqual([{ name: "Order placed", raw_response: { total: 30 } }]);
});

test("turned off: neither parts nor values of expressions are returned", async () => {
  await permit("off");
  expect((await parts()).status).toBe(403);
  expect((await evaluate({ data: { text: "{{ 1 + 1 }}" } })).status).toBe(403);
});

test("a customer's expressions see only its own account and workflows", async () => {
  await permit("portal", ["log"]);
  const made = await server.request({
    method: "POST",
    url: WORKFLOWS,
    token,
    body: { name: "Mine", nodes: [START], edges: [] },
  });
  const { _id: own } = made.body;
  const data = { text: "{{ linked_account.account_id }}" };
  // Whom the body names does not count.
  const seen = await evaluate({ data, workflow_id: own, linked_account_id: "other" });
  expect(seen.body.results).toEqual([{ field: "data.text", value: "acme", warnings: [] }]);
  const ofOrganization = await server.request({
    method: "POST",
    url: WORKFLOWS,
    key: server.testKey,
    body: { name: "Theirs", nodes: [START], edges: [] },
  });
  expect((await evaluate({ data, workflow_id: ofOrganization.body._id })).status).toBe(404);
  const other = await server.account("other");
  expect((await evaluate({ data, workflow_id: own }, other)).status).toBe(404);
});

test("a customer lists only drafts of its own workflows", async () => {
  await permit("portal", ["log"]);
  const draftOf = async (by: { token: string } | { key: string }) => {
    const body = { name: "Draft", nodes: [START], edges: [] };
    const made = await server.request({ method: "POST", url: WORKFLOWS, ...by, body });
    const id: string = made.body._id;
    const publish = { method: "PUT" as const, url: `${WORKFLOWS}/${id}/publish`, body: { published: true } };
    expect((await server.request({ ...publish, ...by })).status).toBe(200);
    const node = { id: "note", type: "log", data: { message: "New" } };
    const edges = [{ source: "start", target: "note" }];
    const change = {
      method: "PUT" as const,
      url: `${WORKFLOWS}/${id}`,
      body: { nodes: [START, node], edges },
    };
    expect((await server.request({ ...change, ...by })).status).toBe(200);
    return id;
  };
  const own = await draftOf({ token });
  const ofOrganization = await draftOf({ key: server.testKey });
  const ofOther = await draftOf({ token: await server.account("other") });
  const url = `${WORKFLOWS}?draft_of=${[own, ofOrganization, ofOther].join()}`;
  const { body } = await server.request({ url, token });
  expect(body.docs).toEqual([expect.objectContaining({ associated_public_worklfow: own })]);
  expect(body.docs[0].nodes).toHaveLength(2);
  const shown = await server.request({ url: WORKFLOWS, token });
  expect(shown.body.docs.map(({ _id }: { _id: string }) => _id)).not.toContain(body.docs[0]._id);
});
