import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { jsonb } from "../platform/database/database.ts";
import type { AssociatedApp } from "./table.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.account("acme");
});
afterAll(() => server.close());

const URL = "/api/v2/public/mcp-servers";
const BODY = { name: "Assistant", description: "Helps." };
const many = <Item>(count: number, make: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => make(n));
const appOf = (actions: object[]) => ({ slug: "slack", actions });
const entries = (count: number) => many(count, (n) => ({ id: `a${n}` }));
const text = (length: number) => "a".repeat(length);

async function add(body: object = {}, as: { token: string } | { key: string; account: string } = { token }) {
  return server.request({ method: "POST", url: URL, body: { ...BODY, ...body }, ...as });
}

async function read(id: string, as: object = { token }) {
  return server.request({ url: `${URL}/${id}`, ...as });
}

test.each([
  ["suggestions", many(200, (n) => ({ name: `s${n}`, prompt: "" })), { name: "s", prompt: "" }],
  ["chains", many(200, (n) => ({ name: `c${n}` })), { name: "c" }],
  ["resources", many(500, (n) => `r${n}`), "r"],
  ["associated_apps", many(200, (n) => ({ slug: `app${n}` })), { slug: "app" }],
  [
    "associated_apps",
    [appOf(entries(600)), { slug: "stripe", workflows: entries(400) }],
    appOf([{ id: "b" }]),
  ],
])("400: more %s than a record may have, and nothing is stored", async (field, most, another) => {
  const { status, body } = await add({ [field]: most });
  expect(status).toBe(201);
  const refused = await server.request({
    method: "PUT",
    url: `${URL}/${body._id}`,
    token,
    body: { name: "Changed", [field]: [...most, another] },
  });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(field)]);
  const { name, [field]: kept } = (await read(body._id)).body;
  expect([name, kept]).toEqual([BODY.name, expect.any(Array)]);
  expect(kept).toHaveLength(most.length);
});

test.each([
  ["base_prompt", 20_000, (length: number) => ({ base_prompt: text(length) })],
  ["prompt", 50_000, (length: number) => ({ suggestions: [{ name: "s", prompt: text(length) }] })],
  ["name", 1000, (length: number) => ({ suggestions: [{ name: text(length), prompt: "" }] })],
  ["goals", 10_000, (length: number) => ({ chains: [{ name: "c", goals: text(length) }] })],
  ["steps", 10_000, (length: number) => ({ chains: [{ name: "c", steps: text(length) }] })],
  ["slug", 255, (length: number) => ({ associated_apps: [{ slug: text(length) }] })],
  ["id", 255, (length: number) => ({ associated_apps: [appOf([{ id: text(length) }])] })],
])("400: %s of more than %i characters", async (field, longest, bodyOf) => {
  expect((await add(bodyOf(longest))).status).toBe(201);
  const { status, body } = await add(bodyOf(longest + 1));
  expect([status, body.message]).toEqual([400, expect.stringContaining(field)]);
});

test("400: an account has at most 100 own servers, even with concurrent requests; the organization may have more", async () => {
  const rival = { token: await server.account("rival") };
  for (let made = 0; made < 98; made++) expect((await add({}, rival)).status).toBe(201);
  const answers = await Promise.all(many(6, () => add({}, rival)));
  const refused = answers.filter(({ status }) => status === 400);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(refused).toHaveLength(4);
  expect(refused[0]?.body.message).toBe(
    "A linked account has at most 100 MCP servers of its own: delete one first.",
  );
  expect((await add({}, { key: server.testKey, account: "rival" })).status).toBe(201);
  expect((await add()).status).toBe(201);
});

test("a record that exceeded the limits before they existed can be read, and has its first tools", async () => {
  const { body } = await add();
  const entry = { id: "send_message", name: "", description: "" };
  const actions = many(30_000, (n) => ({ ...entry, tool_name: `t${n}` }));
  const empty = many(250, (n) => ({ slug: `app${n}`, workflows: [], actions: [] }));
  const apps = [{ slug: "slack", workflows: [], actions }, ...empty];
  apps.push({ slug: "stripe", workflows: [], actions: [{ ...entry, tool_name: "last" }] });
  await server.deps.db
    .updateTable("mcp_servers")
    .set({ associated_apps: jsonb<AssociatedApp[]>(apps), revision: 1 })
    .where("id", "=", body._id)
    .execute();
  const { status, body: beyond } = await read(body._id);
  // With the five that every server of so many has.
  expect([status, beyond.associated_apps.length, beyond.tool_count]).toEqual([200, 252, 1005]);
  const message = "A server has at most 200 applications and 1000 tools.";
  expect(beyond.unavailable_tools).toHaveLength(29_001);
  expect(beyond.unavailable_tools.at(-1)).toEqual({ slug: "stripe", id: "send_message", message });
});
