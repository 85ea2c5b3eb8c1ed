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
  const traitsOf = (type: string) => {
    const { waits, ends, repeats, calls_workflows, has_link, javascript } = body.node_types.find(
      (one: { type: string }) => one.type === type,
    );
    const traits = { waits, ends, repeats, calls_workflows, has_link, javascript: javascript.length > 0 };
    return Object.entries(traits).flatMap(([trait, is]) => (is ? [trait] : []));
  };
  expect(traitsOf("log")).toEqual([]);
  expect(traitsOf("delay")).toEqual(["waits"]);
  expect(traitsOf("approval")).toEqual(["waits", "has_link"]);
  expect(traitsOf("sub_flow")).toEqual(["waits", "calls_workflows"]);
  expect(traitsOf("loop")).toEqual(["repeats"]);
  expect(traitsOf("terminate")).toEqual(["ends"]);
  expect(traitsOf("ai_code_executor")).toEqual(["javascript"]);
});

test("200: the texts are in the language that is asked for, and in English otherwise", async () => {
  const readDelay = async (query: string) =>
    (await listTypes(query)).body.node_types.find(({ type }: { type: string }) => type === "delay");
  expect(await readDelay("")).toMatchObject({
    title: "Delay",
    keywords: ["wait", "sleep", "pause", "timer"],
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
