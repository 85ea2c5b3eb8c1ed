import { afterAll, beforeAll, expect, test } from "vitest";
import { HEX_ID, INTEGER, TIMESTAMP, UNKNOWN_ID } from "./shapes.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const BASE = "/api/v2/public/mcp-servers";
const CHAIN = {
  name: "Refund",
  goals: "Give the money back.",
  steps: "Find the order.\nAsk for the reason.\nRefund it.",
  precheck: "",
  successCondition: "",
  responseFormat: "",
  onError: "",
};
const BODY = {
  name: "Sales assistant",
  description: "Helps with orders.",
  suggestions: [{ name: "Open orders", prompt: "Which orders are open?" }],
  chains: [CHAIN, { ...CHAIN, name: "Second", precheck: "Is it open?", onError: "Say so." }],
  associated_apps: [
    {
      slug: "sendgrid",
      workflows: [{ id: "w1", name: "Mail", description: "Sends a mail." }],
      actions: [{ id: "send_mail", name: "Send", description: "Sends." }],
    },
  ],
};

let server: SpecServer;
let token: string;
// A record as the API returns it.
let record: Record<string, unknown>;
let path: string;
beforeAll(async () => {
  server = await startSpecServer();
  token = await server.account("acme");
  const body = { name: "New", description: "" };
  const { _id } = await expectOk(server.call({ method: "POST", path: BASE, token, body }));
  path = `${BASE}/${_id}`;
  record = await expectOk(server.call({ method: "PUT", path, token, body: BODY }));
});
afterAll(() => server.close());

const put = (body: unknown, where = path) => server.call({ method: "PUT", path: where, token, body });
const read = () => expectOk(server.call({ path, token }));

test.each([
  ["_id", HEX_ID],
  ["name", BODY.name],
  ["description", BODY.description],
  ["associated_org_id", HEX_ID],
  ["environment", "test"],
  ["suggestions", BODY.suggestions],
  ["chains", BODY.chains.map((chain) => ({ ...chain, _id: HEX_ID }))],
  ["associated_apps", BODY.associated_apps],
  ["resources", []],
  ["createdAt", TIMESTAMP],
  ["updatedAt", TIMESTAMP],
  ["__v", INTEGER],
])("2.1: an MCP server has the field %s", (field, expected) => {
  expect(record[field]).toEqual(expected);
});

test("2.1: environment is that of the credential", async () => {
  const production = await server.account("acme", server.productionKey);
  const body = { name: "P", description: "" };
  const created = await expectOk(server.call({ method: "POST", path: BASE, token: production, body }));
  const read = await expectOk(server.call({ path: `${BASE}/${created._id}`, token: production }));
  expect(read.environment).toBe("production");
  expect(read.associated_org_id).toBe(server.orgId);
});

test("2.1: a chain's _id appears only in responses, and stays with the chain that is sent back", async () => {
  const [first] = (await read()).chains;
  const { body } = await put({ chains: [first, CHAIN] });
  expect(body.chains[0]._id).toBe(first._id);
  expect(body.chains[1]._id).not.toBe(first._id);
});

test("2.1: steps keep their newlines", async () => {
  const { body } = await put({ chains: [CHAIN] });
  expect(body.chains[0].steps.split("\n")).toHaveLength(3);
});

test("2.1: precheck, successCondition, responseFormat and onError may be empty", async () => {
  const { status, body } = await put({ chains: [CHAIN] });
  expect(status).toBe(200);
  expect(body.chains[0]).toMatchObject({
    precheck: "",
    successCondition: "",
    responseFormat: "",
    onError: "",
  });
});

test("4.1: PUT returns the record with the stored values", async () => {
  const { status, body } = await put(BODY);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...BODY, chains: BODY.chains });
  expect(await read()).toEqual(body);
});

test.each(Object.keys(BODY))("4.1: a body with only %s sets it and keeps the others", async (field) => {
  await put(BODY);
  const emptied = { name: "Other", description: "Other", suggestions: [], chains: [], associated_apps: [] };
  const value = Reflect.get(emptied, field);
  const { body } = await put({ [field]: value });
  expect(body).toMatchObject({ ...BODY, [field]: value });
});

test("4.1: an update increases __v and updatedAt, and keeps _id and createdAt", async () => {
  const before = await read();
  const { body: after } = await put({ name: "Again" });
  expect(after.__v).toBeGreaterThan(before.__v);
  expect(after.updatedAt >= before.updatedAt).toBe(true);
  expect(after).toMatchObject({ _id: before._id, createdAt: before.createdAt });
});

test("4.1: fields that a record has only in responses cannot be set", async () => {
  const before = await read();
  await put({ _id: UNKNOWN_ID, associated_org_id: UNKNOWN_ID, environment: "production", __v: 99 });
  expect(await read()).toMatchObject({
    _id: before._id,
    associated_org_id: before.associated_org_id,
    environment: "test",
    __v: before.__v + 1,
  });
});

test.each([
  ["name", 1],
  ["name", null],
  ["description", {}],
  ["suggestions", {}],
  ["suggestions", [{ name: "x" }]],
  ["suggestions", [{ name: "x", prompt: 1 }]],
  ["chains", [{ goals: "no name" }]],
  ["chains", ["text"]],
  ["chains", [{ ...CHAIN, steps: ["a"] }]],
  ["associated_apps", [{ workflows: [] }]],
  ["associated_apps", [{ slug: "x", workflows: [{ name: "no id" }] }]],
  ["associated_apps", [{ slug: "x", actions: "all" }]],
])("4.1: %s = %j is a 400, nothing stored", async (field, value) => {
  const before = await read();
  const { status } = await put({ name: "Changed", [field]: value });
  expect(status).toBe(400);
  expect(await read()).toEqual(before);
});

test("4.1: an unknown id is a 404", async () => {
  expect((await put(BODY, `${BASE}/${UNKNOWN_ID}`)).status).toBe(404);
});

test("4.1: a session token is sufficient; an API key names the account, or reaches only servers offered to all", async () => {
  const body = { name: "By key" };
  const key = server.testKey;
  expect((await server.call({ method: "PUT", path, token, body })).status).toBe(200);
  expect((await server.call({ method: "PUT", path, key, account: "acme", body })).status).toBe(200);
  expect((await server.call({ method: "PUT", path, key, body })).status).toBe(404);
  expect((await server.call({ method: "PUT", path, key, account: "nobody", body })).status).toBe(400);
});

test("platform-surface 1.2: creating returns 201 with _id, name and description", async () => {
  const body = { name: "Created", description: "D" };
  const reply = await server.call({ method: "POST", path: BASE, token, body });
  expect(reply).toMatchObject({ status: 201, body: { ...body, _id: HEX_ID } });
  expect(Object.keys(reply.body).sort()).toEqual(["_id", "description", "name"]);
});

test.each([{ name: "No description" }, { description: "No name" }, { name: "", description: "" }])(
  "platform-surface 1.2: creating %j is a 400, nothing stored",
  async (body) => {
    const count = async () => (await expectOk(server.call({ path: BASE, token }))).totalDocs;
    const before = await count();
    expect((await server.call({ method: "POST", path: BASE, token, body })).status).toBe(400);
    expect(await count()).toBe(before);
  },
);

test("platform-surface 1.2: the list is newest first, in short rows, with the page envelope", async () => {
  const body = { name: "Newest", description: "" };
  const { _id } = await expectOk(server.call({ method: "POST", path: BASE, token, body }));
  const list = await expectOk(server.call({ path: `${BASE}?limit=1`, token }));
  expect(list).toMatchObject({ docs: [{ _id, name: "Newest" }], limit: 1, page: 1, hasNextPage: true });
  expect(Object.keys(list.docs[0]).sort()).toEqual(["_id", "createdAt", "description", "name", "updatedAt"]);
});

test("platform-surface 1.2: deleting is a 204, and then a 404", async () => {
  const body = { name: "Short-lived", description: "" };
  const { _id } = await expectOk(server.call({ method: "POST", path: BASE, token, body }));
  const remove = () => server.call({ method: "DELETE", path: `${BASE}/${_id}`, token });
  expect(await remove()).toMatchObject({ status: 204, text: "" });
  expect((await remove()).status).toBe(404);
  expect((await server.call({ path: `${BASE}/${_id}`, token })).status).toBe(404);
});
