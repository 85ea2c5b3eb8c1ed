import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { presentNodeType } from "./node-type-routes.ts";
import { NODE_TYPES } from "./nodes/list.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function listTypes(query = "") {
  return server.request({ url: `/api/v2/public/node-types${query}`, key: server.testKey });
}

test("200: every type has the schema of its settings, its branches and an example", async () => {
  const { status, body } = await listTypes();
  expect(status).toBe(200);
  expect(body.node_types.map(({ type }: { type: string }) => type)).toEqual(
    NODE_TYPES.map(({ type }) => type),
  );
  const types = Object.fromEntries(body.node_types.map((one: { type: string }) => [one.type, one]));
  expect(types.http.settings).toMatchObject({
    required: ["url"],
    properties: { method: { default: "GET" } },
  });
  expect(types.http).toMatchObject({
    has_link: false,
    handles: [],
    handles_from: null,
    example: { id: "stock" },
  });
  expect(types.rule).toMatchObject({ handles: ["true", "false"], branches: { true: "the conditions hold" } });
  expect(types.switch).toMatchObject({ handles: ["default"], handles_from: "cases" });
  expect(types.ai_code_executor.verbatim).toEqual(["code", "prompt"]);
  expect(types.approval).toMatchObject({ has_link: true, handles: ["approved", "rejected"] });
});

test("200: the fields beside the settings are those that the type uses, each with a schema", async () => {
  const { body } = await listTypes();
  const fields = Object.fromEntries(
    body.node_types.map(({ type, fields }: { type: string; fields: string[] }) => [type, fields]),
  );
  expect(fields.start).toEqual(["name", "triggers"]);
  expect(fields.action).toEqual(["name", "action", "maximum_attempts", "timeout_ms", "on_error"]);
  expect(fields.delay).not.toContain("timeout_ms");
  expect(fields.loop).toContain("is_batch");
  const used = Object.values(fields).flat() as string[];
  expect([...new Set(used)].sort()).toEqual(Object.keys(body.node_fields).sort());
  expect(body.node_fields.on_error).toMatchObject({ enum: ["fail", "continue", "skip"] });
});

test("200: it tells how nodes of each type behave", async () => {
  const { body } = await listTypes();
  const typesWith = (trait: string) =>
    body.node_types.flatMap((one: Record<string, unknown>) => (one[trait] === true ? [one.type] : []));
  expect(typesWith("waits")).toEqual(["delay", "sub_flow", "approval", "wait_for_webhook"]);
  expect(typesWith("ends")).toEqual(["terminate"]);
  expect(typesWith("repeats")).toEqual(["loop"]);
  expect(typesWith("calls_workflows")).toEqual(["sub_flow"]);
  expect(typesWith("has_link")).toEqual(["approval", "wait_for_webhook"]);
  const code = body.node_types.find(({ type }: { type: string }) => type === "ai_code_executor");
  expect(code.javascript).toEqual(["code"]);
});

test("200: the texts are in the language that is asked for, and in English otherwise", async () => {
  const readDelay = async (query: string) =>
    (await listTypes(query)).body.node_types.find(({ type }: { type: string }) => type === "delay");
  expect(await readDelay("")).toMatchObject({
    title: "Delay",
    keywords: ["sleep", "pause", "timer"],
    setting_texts: {
      "for.days": { name: "Days" },
      for: { name: "Duration", help: "The parts are added up." },
    },
  });
  expect(await readDelay("?language=de")).toMatchObject({
    title: "Verzögerung",
    help: "Wartet eine Zeit lang",
    setting_texts: { "for.days": { name: "Tage" } },
  });
});

test("400: an unknown language", async () => {
  expect((await listTypes("?language=tlh")).status).toBe(400);
});

test("a type without texts in a language has its English ones", () => {
  const [type] = NODE_TYPES;
  const { en } = type?.texts ?? {};
  expect(type && en && presentNodeType({ ...type, texts: { en } }, "de").title).toBe(en?.title);
});

test("200: customers can read it too, and browsers may cache it", async () => {
  const token = await server.account("acme");
  const reply = await server.request({ url: "/api/v2/public/node-types", token });
  expect(reply.status).toBe(200);
  expect(reply.headers["cache-control"]).toBe("private, max-age=300");
});
