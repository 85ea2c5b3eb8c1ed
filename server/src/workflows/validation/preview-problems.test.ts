import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const URL = "/api/v2/public/workflow";
const START = { id: "start", type: "start" };
const NOTE = { id: "note", type: "log", name: "Note", data: { message: "Hello" } };
const CALL = { id: "call", type: "http", name: "Call" };
const toNote = { source: "start", target: "note" };
const toCall = { source: "start", target: "call" };

let server: TestServer;
let token: string;
let others: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
  others = await server.account("other");
});
afterAll(() => server.close());

const byKey = (method: "GET" | "POST" | "PUT", path: string, body?: object, key = server.testKey) =>
  server.request({ method, url: `${URL}${path}`, key, body });
const byToken = (method: "GET" | "POST", path: string, body?: object, by = token) =>
  server.request({ method, url: `${URL}${path}`, token: by, body });

async function create(): Promise<string> {
  const { status, body, text } = await byKey("POST", "", {
    name: "Notes",
    nodes: [START, NOTE],
    edges: [toNote],
  });
  expect(status, text).toBe(200);
  return body._id;
}

test("200: the given nodes and edges have the same problems as if stored; nothing is stored", async () => {
  const id = await create();
  const before = await byKey("GET", `/${id}`);
  const body = { nodes: [START, CALL], edges: [toCall] };
  const previewed = await byKey("POST", `/${id}/problems`, body);
  expect(previewed).toMatchObject({
    status: 200,
    body: {
      errors: [{ node_id: "call", field: "data.url", message: 'Node "call" (Call): data.url is required.' }],
    },
  });
  expect((await byKey("GET", `/${id}`)).body).toEqual(before.body);
  expect((await byKey("GET", `/${id}/problems`)).body).toEqual({ errors: [] });
  expect((await byKey("PUT", `/${id}`, body)).status).toBe(200);
  expect((await byKey("GET", `/${id}/problems`)).body).toEqual(previewed.body);
});

test("200: omitted parts stay as in the draft, also by the published workflow's id", async () => {
  const id = await create();
  expect((await byKey("PUT", `/${id}/publish`, { published: true })).status).toBe(200);
  const draft = (await byKey("PUT", `/${id}`, { nodes: [START, CALL], edges: [toCall] })).body._id;
  expect((await byKey("GET", `/${id}/problems`)).body).toEqual({ errors: [] });
  for (const path of [id, draft]) {
    const left = await byKey("POST", `/${path}/problems`, { name: "Calls" });
    expect(left.body.errors).toMatchObject([{ node_id: "call", field: "data.url" }]);
    const mended = { nodes: [START, { ...CALL, data: { url: "https://example.com/" } }] };
    expect((await byKey("POST", `/${path}/problems`, mended)).body).toEqual({ errors: [] });
  }
});

test("200: reasons to reject a change with these nodes are reported too", async () => {
  const id = await create();
  const lost = { ...NOTE, data: { message: "{{ node.ghost.body }}" } };
  const reply = await byKey("POST", `/${id}/problems`, { nodes: [START, lost] });
  expect(reply.body.errors).toMatchObject([{ node_id: "note", field: "data.message" }]);
  const strange = await byKey("POST", `/${id}/problems`, { settings: { retries: 3 } });
  expect(strange.body.errors).toMatchObject([{ node_id: null, field: "settings.retries" }]);
  const twice = await byKey("POST", `/${id}/problems`, { nodes: [START, NOTE, NOTE] });
  expect(twice.body.errors).toMatchObject([{ node_id: "note", field: "id" }]);
});

test.each<[string, object]>([
  ["nodes that are no list", { nodes: {} }],
  ["a node without a type", { nodes: [{ id: "a" }] }],
  ["a node with a misspelt field", { nodes: [{ ...NOTE, on_eror: "skip" }] }],
  ["settings that are no object", { settings: [] }],
  ["an application that there is not", { slug: "no-such-application" }],
  ["a field without an ID", { data_slots: [{ id: "" }] }],
])("400: %s", async (_what, body) => {
  expect((await byKey("POST", `/${await create()}/problems`, body)).status).toBe(400);
});

test("404 for other environments and organizations, and for unknown ones", async () => {
  const id = await create();
  const stranger = await server.organization();
  for (const key of [server.productionKey, stranger.testKey])
    expect((await byKey("POST", `/${id}/problems`, {}, key)).status).toBe(404);
  expect((await byKey("POST", "/65f0a1b2c3d4e5f6a7b8c9d0/problems", {})).status).toBe(404);
});

test("a session token can check only its account's own workflows", async () => {
  const own = (await byToken("POST", "", { name: "Mine", nodes: [START, NOTE], edges: [toNote] })).body._id;
  const body = { nodes: [START, CALL], edges: [toCall] };
  expect((await byToken("POST", `/${own}/problems`, body)).body.errors).toMatchObject([{ node_id: "call" }]);
  expect((await byToken("POST", `/${own}/problems`, body, others)).status).toBe(404);
  const theirs = await create();
  await byKey("PUT", `/${theirs}/publish`, { published: true });
  expect((await byToken("POST", `/${theirs}/problems`, body)).status).toBe(403);
  expect((await server.request({ method: "POST", url: `${URL}/${own}/problems`, body })).status).toBe(401);
});
