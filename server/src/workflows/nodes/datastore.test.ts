import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import type { Fields } from "../definition/graph.ts";
import { findSettingsProblem } from "../validation/validate.ts";
import { datastoreNode } from "./datastore.ts";
import type { NodeCall } from "./node.ts";
import { createNodeCall } from "./test-node-call.ts";

const ID = "0b8f2f0e-52f3-4b7c-9b0e-0d6a3c1f7a11";
const SLUG = "stripe";
let server: TestServer;
let scope: AccountScope;
let configs = 0;
let configId = "";
beforeAll(async () => {
  server = await startTestServer();
  const token = await server.account("acme");
  await server.request({ method: "POST", url: "/api/v2/public/config", token, body: { slug: SLUG } });
  const account = await findAccount(server.deps.database, server.test, "acme");
  if (!account) throw new Error("The account is missing.");
  scope = { ...server.test, account };
});
afterAll(() => server.close());
beforeEach(async () => {
  configId = `config-${++configs}`;
  const body = { slug: SLUG, config_id: configId };
  const url = "/api/v2/public/config";
  await server.request({ method: "POST", url, key: server.testKey, account: "acme", body });
});

const run = (data: Fields, more: Partial<NodeCall> = {}) =>
  datastoreNode.run(
    server.deps,
    createNodeCall({ name: "leads", ...data }, { scope, slug: SLUG, configId, ...more }),
  );
const output = async (data: Fields, more?: Partial<NodeCall>) => {
  const outcome = await run(data, more);
  if (outcome.kind !== "next") throw new Error(JSON.stringify(outcome));
  return outcome.output;
};
const error = async (data: Fields, more?: Partial<NodeCall>) => {
  const outcome = await run(data, more);
  if (outcome.kind !== "fail" || outcome.mayRetry) throw new Error(JSON.stringify(outcome));
  return outcome.error;
};
const put = (fields: Fields, record_id?: string) =>
  output({ operation: "put", fields, ...(record_id && { record_id }) });

test("a record is stored, read, replaced and deleted under its id; a missing one is null", async () => {
  expect(await put({ name: "Ada" }, ID)).toEqual({ body: { name: "Ada", record_id: ID } });
  const get = { operation: "get", record_id: ID };
  expect(await output(get)).toEqual({ body: { name: "Ada", record_id: ID } });
  await put({ name: "Bob" }, ID);
  expect(await output(get)).toEqual({ body: { name: "Bob", record_id: ID } });
  expect(await output({ operation: "delete", record_id: ID })).toEqual({ body: { deleted: true } });
  expect(await output({ operation: "delete", record_id: ID })).toEqual({ body: { deleted: false } });
  expect(await output(get)).toEqual({ body: null });
});

test("a repeated put without an id stores one record; another step stores another", async () => {
  const first = { operation: "put", fields: { n: 1 } };
  const key = { idempotencyKey: "5d41402abc4b2a76b9719d911017c592" };
  const made = await output(first, key);
  expect(made).toEqual({ body: { n: 1, record_id: "5d41402a-bc4b-8a76-b971-9d911017c592" } });
  expect(await output(first, key)).toEqual(made);
  await output(first, { idempotencyKey: "7d793037a0760186574b0282f2f435e7" });
  expect(await output({ operation: "list" })).toMatchObject({ total: 2 });
});

test("records are listed oldest first, up to the limit, with their total number", async () => {
  expect(await output({ operation: "list" })).toEqual({ body: [], total: 0 });
  const ids = [1, 2, 3].map((n) => `0b8f2f0e-52f3-4b7c-9b0e-00000000000${n}`);
  for (const [n, id] of ids.entries()) await put({ n }, id);
  expect(await output({ operation: "list", limit: 2 })).toEqual({
    body: [
      { n: 0, record_id: ids[0] },
      { n: 1, record_id: ids[1] },
    ],
    total: 3,
  });
});

test("a query finds records that match all regular expressions and equal all values", async () => {
  await put({ name: "Ada", tags: ["a", "b"], age: 36 });
  await output({ operation: "put", fields: { name: "adam", age: "36" }, record_id: ID });
  const found = async (data: Fields) => {
    const { body } = Object(await output({ operation: "query", ...data }));
    return body.map(({ name }: { name: string }) => name);
  };
  expect(await found({ match: { name: "^ad" } })).toEqual(["Ada", "adam"]);
  expect(await found({ match: { name: "^ad" }, limit: 1 })).toEqual(["Ada"]);
  expect(await found({ match: { name: "m$", age: "3" } })).toEqual(["adam"]);
  expect(await found({ equals: { age: 36 } })).toEqual(["Ada"]);
  expect(await found({ equals: { tags: ["a", "b"] } })).toEqual(["Ada"]);
  expect(await found({ equals: { record_id: ID } })).toEqual(["adam"]);
  expect(await found({ equals: { age: "36" }, match: { name: "^Ada$" } })).toEqual([]);
  expect(await found({ equals: { toString: null } })).toEqual([]);
});

test("an impossible operation fails with a sentence that says why, and is not retried", async () => {
  expect(await error({ operation: "put" })).toEqual({
    code: "INVALID_SETTINGS",
    message: "data.fields is required by the operation put.",
  });
  for (const operation of ["get", "delete"])
    expect((await error({ operation })).message).toBe(
      `data.record_id is required by the operation ${operation}.`,
    );
  expect((await error({ operation: "query", match: {} })).message).toBe(
    "data.match or data.equals is required by the operation query.",
  );
  expect(await error({ operation: "put", fields: {}, record_id: "7" })).toEqual({
    code: "DATASTORE",
    message: "record_id must be a UUID.",
  });
  await put({ name: "Ada" });
  expect((await error({ operation: "query", match: { name: "(" } })).message).toContain("regular expression");
  expect((await error({ operation: "put", fields: { text: "x".repeat(9 * 2 ** 20) } })).message).toContain(
    "at most 8 MiB",
  );
  await put({ text: "x".repeat(2 ** 20) }, ID);
  expect((await error({ operation: "list" })).code).toBe("TOO_LARGE");
  expect((await error({ operation: "get", record_id: ID })).code).toBe("TOO_LARGE");
  expect(findSettingsProblem(datastoreNode.settings, { operation: "sum", name: "leads" })).toContain(
    "data.operation",
  );
});

test("records belong to their config: another one has none of them, and without a config there is no datastore", async () => {
  await put({ name: "Ada" }, ID);
  const list = { operation: "list" };
  expect(await output(list, { configId: "acme" })).toEqual({ body: [], total: 0 });
  expect(await error(list, { configId: "none" })).toEqual({
    code: "NO_CONFIG",
    message:
      'The linked account has no config "none" for the application stripe, so it has no datastores there.',
  });
  const { scope: nobody } = createNodeCall({});
  expect((await error(list, { scope: nobody })).code).toBe("NO_CONFIG");
});

test("a workflow without an application names the one whose config it uses", async () => {
  await put({ name: "Ada" }, ID);
  const list = { operation: "list" };
  expect(await error(list, { slug: null })).toEqual({
    code: "NO_CONFIG",
    message:
      "Datastores belong to a config, and this workflow belongs to no application: name the application in data.slug.",
  });
  expect(await output({ ...list, slug: SLUG }, { slug: null })).toEqual({
    body: [{ name: "Ada", record_id: ID }],
    total: 1,
  });
});

test("two numbers that are one double are different values of a record", async () => {
  await put(parseJson('{"id":9007199254740993}'), ID);
  const find = (id: string) => output(parseJson(`{"operation":"query","equals":{"id":${id}}}`));
  expect(await find("9007199254740992")).toMatchObject({ total: 0 });
  expect(JSON.stringify(await find("9007199254740993"))).toContain('"id":9007199254740993');
});
