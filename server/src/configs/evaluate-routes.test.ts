import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { insertTestWorkflow } from "./test-workflow.ts";

let server: TestServer;
let workflow: string;
beforeAll(async () => {
  server = await startTestServer();
  workflow = await insertTestWorkflow(server.deps, server.test, {
    data_slots: [
      { id: "channel", name: "Channel", field_type: "text", defaultValue: "#sales" },
      { id: "token", name: "Token", field_type: "password" },
    ],
  });
  const token = await server.account("acme");
  const fields = { channel: "#orders", token: "s3cret-token" };
  const body = { slug: "stripe", workflows: [{ id: workflow, enabled: true, fields }] };
  await server.request({ method: "POST", url: "/api/v2/f-sdk/config", token, body: { slug: "stripe" } });
  const saved = await server.request({ method: "PUT", url: "/api/v2/f-sdk/config", token, body });
  expect(saved.status).toBe(200);
});
afterAll(() => server.close());

function evaluate(body: object, key = server.testKey) {
  return server.request({ method: "POST", url: "/api/v2/public/expressions/evaluate", key, body });
}

async function results(body: object) {
  const reply = await evaluate(body);
  expect(reply.status).toBe(200);
  return reply.body.results;
}

const roots = {
  input: { total: 30, lines: [{ sku: "A-1" }], note: null },
  node: { "get-it": { body: [1, 2] } },
};

describe("each text by itself", () => {
  test("evaluates to a value of its type; texts without an expression are left out", async () => {
    const data = {
      plain: "no expression",
      lines: "{{ input.lines }}",
      deep: [{ text: "{{ input.total }} € of {{ node.get-it.body.length }}" }],
      code: "{{ input.lines.map(line => line.sku.toLowerCase()) }}",
    };
    expect(await results({ data, roots })).toEqual([
      { field: "data.lines", value: [{ sku: "A-1" }], warnings: [] },
      { field: "data.deep.0.text", value: "30 € of 2", warnings: [] },
      { field: "data.code", value: ["a-1"], warnings: [] },
    ]);
  });

  test("an error in one names its expression and leaves the others alone", async () => {
    const data = {
      throws: "a {{ input.note.length() }}",
      syntax: "{{ 1 + }}",
      good: "{{ 1 + 1 }}",
      missing: "{{ input.nothing }}",
    };
    const [throws, syntax, good, missing] = await results({ data, roots });
    expect(throws).toMatchObject({ field: "data.throws", error: { expression: "input.note.length()" } });
    expect(throws.error.message).toContain("input.note.length()");
    expect(syntax.error).toMatchObject({ expression: "1 +" });
    expect(good).toEqual({ field: "data.good", value: 2, warnings: [] });
    expect(missing).toMatchObject({
      value: null,
      warnings: ["{{ input.nothing }} has no value; null is used."],
    });
  });

  test("is evaluated as the node's type would: addresses are encoded, code is unchanged", async () => {
    const data = { url: "https://e.com/{{ input.name }}", code: "{{ input.name }}" };
    const given = { input: { name: "a/b" } };
    expect(await results({ type: "http", data, roots: given })).toMatchObject([
      { field: "data.url", value: "https://e.com/a%2Fb" },
      { field: "data.code" },
    ]);
    expect(await results({ type: "ai_code_executor", data, roots: given })).toMatchObject([
      { field: "data.url" },
    ]);
    const [missing] = await results({ type: "http", data: { url: "https://e.com/{{ input.id }}" }, roots });
    expect(missing.error).toMatchObject({ expression: "input.id" });
  });

  test("a large value is shown by its beginning", async () => {
    const [{ value, excerpt }] = await results({ data: { a: "{{ 'x'.repeat(100000) }}" } });
    expect(value).toBeUndefined();
    expect(excerpt).toBe(`"${"x".repeat(9999)}`);
  });

  test("an endless one is stopped, and the others have their values", async () => {
    const [endless, quick] = await results({
      data: { endless: "{{ (() => { for (;;) {} })() }}", quick: "{{ 2 * 2 }}" },
    });
    expect(endless.error.expression).toContain("for (;;)");
    expect(quick.value).toBe(4);
  });
});

describe("what expressions see", () => {
  test("the linked account and its config, without passwords", async () => {
    const data = {
      config: "{{ config }}",
      name: "{{ linked_account.account_id }}",
      when: "{{ config.token.length }}",
    };
    const reply = await evaluate({ data, linked_account_id: "acme", workflow_id: workflow });
    expect(reply.body.results).toMatchObject([
      { value: { channel: "#orders", token: "[hidden]" } },
      { value: "acme" },
      { value: "[hidden]".length },
    ]);
    expect(JSON.stringify(reply.body)).not.toContain("s3cret");
  });

  test("the defaults of the workflow's fields if there is no account", async () => {
    const data = { config: "{{ config }}", account: "{{ linked_account }}" };
    expect(await results({ data, workflow_id: workflow })).toMatchObject([
      { value: { channel: "#sales" } },
      { value: null },
    ]);
  });

  test("values of the request, which take precedence", async () => {
    const data = { channel: "{{ config.channel }}" };
    const given = { config: { channel: "given" } };
    expect(
      await results({ data, roots: given, linked_account_id: "acme", workflow_id: workflow }),
    ).toMatchObject([{ value: "given" }]);
  });

  test("never credentials", async () => {
    const [result] = await results({
      data: { a: "{{ linked_account.auth_credentials.token }}" },
      linked_account_id: "acme",
    });
    expect(result.error.message).toContain("expressions cannot read credentials");
  });
});

describe("refusals", () => {
  test("404: an account or a workflow of the other environment", async () => {
    const data = { a: "{{ input }}" };
    expect((await evaluate({ data, linked_account_id: "acme" }, server.productionKey)).status).toBe(404);
    expect((await evaluate({ data, workflow_id: workflow }, server.productionKey)).status).toBe(404);
    expect((await evaluate({ data, linked_account_id: "nobody" })).status).toBe(404);
  });

  test("400: settings that are not an object", async () => {
    const reply = await evaluate({ data: "{{ input }}" });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ field: "data" }]);
  });

  test("403: a role that only reads", async () => {
    const made = await server.request({
      method: "POST",
      url: "/api/v2/public/api-keys",
      key: server.testKey,
      body: { name: "reads", role: "viewer" },
    });
    expect((await evaluate({ data: {} }, made.body.api_key ?? made.body.key)).status).toBe(403);
  });
});
