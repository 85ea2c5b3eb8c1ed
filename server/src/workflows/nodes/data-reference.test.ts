import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { createTestAccount } from "../../runs/start/test-run.ts";
import type { Fields } from "../definition/graph.ts";
import { dataReferenceNode } from "./data-reference.ts";
import type { NodeCall } from "./node.ts";
import { createNodeCall } from "./test-node-call.ts";

let server: TestServer;
let scope: AccountScope;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  scope = await createTestAccount(server);
});

const run = (data: Fields, more: Partial<NodeCall> = {}) =>
  dataReferenceNode.run(
    server.deps,
    createNodeCall({ name: "contacts", ...data }, { scope, slug: "hubspot", ...more }),
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
const found = (data: object) => ({ body: { message: "Found", data } });
const NOTHING = { body: { message: "Not found", data: {} } };

test("an id that is stored is found from either side; repeating the step changes nothing", async () => {
  const create = { operation: "create", record_id: "7", external_id: "701" };
  const stored = { 7: [{ slug: "hubspot", value: "701" }] };
  for (const _ of [1, 2]) expect(await output(create)).toEqual({ body: { message: "Saved", data: stored } });
  expect(await output({ operation: "get_by_record_id", record_id: "7" })).toEqual(found(stored));
  expect(await output({ operation: "get_by_external_id", external_id: "701" })).toEqual(found(stored));
  expect(await output({ operation: "get_by_external_id", external_id: "7" })).toEqual(NOTHING);
  expect(await output({ operation: "get_by_record_id", record_id: "701" })).toEqual(NOTHING);
});

test("many ids are stored at once; a record shows those of all applications", async () => {
  const refs = Array.from({ length: 1000 }, (_, n) => ({ record_id: `${n}`, external_id: `h${n}` }));
  await output({ operation: "bulk", refs });
  await output({ operation: "create", slug: "salesforce", record_id: "5", external_id: "h6" });
  const five = {
    5: [
      { slug: "hubspot", value: "h5" },
      { slug: "salesforce", value: "h6" },
    ],
  };
  expect(await output({ operation: "get_by_record_id", record_id: "5" })).toEqual(found(five));
  expect(await output({ operation: "get_by_external_id", external_id: "h6" })).toEqual(
    found({ 6: [{ slug: "hubspot", value: "h6" }] }),
  );
  expect(await output({ operation: "get_by_external_id", external_id: "h6", slug: "salesforce" })).toEqual(
    found(five),
  );
});

test("a record is forgotten as a whole, or in one application", async () => {
  for (const slug of ["hubspot", "salesforce"])
    await output({ operation: "create", slug, record_id: "7", external_id: slug });
  const forget = { operation: "delete", record_id: "7" };
  expect(await output({ ...forget, slug: "hubspot" })).toEqual({ body: { message: "Deleted", data: {} } });
  expect(await output({ operation: "get_by_record_id", record_id: "7" })).toEqual(
    found({ 7: [{ slug: "salesforce", value: "salesforce" }] }),
  );
  expect(await output(forget)).toMatchObject({ body: { message: "Deleted" } });
  expect(await output(forget)).toEqual(NOTHING);
  expect(await output({ ...forget, name: "unknown" })).toEqual(NOTHING);
});

test("data references belong to the account", async () => {
  await output({ operation: "create", record_id: "7", external_id: "701" });
  const other = await createTestAccount(server);
  expect(await output({ operation: "get_by_record_id", record_id: "7" }, { scope: other })).toEqual(NOTHING);
});

test("an impossible operation fails with a sentence that says why", async () => {
  for (const [operation, field] of [
    ["create", "record_id"],
    ["bulk", "refs"],
    ["get_by_record_id", "record_id"],
    ["get_by_external_id", "external_id"],
    ["delete", "record_id"],
  ])
    expect(await error({ operation: `${operation}` })).toEqual({
      code: "INVALID_SETTINGS",
      message: `data.${field} is required by the operation ${operation}.`,
    });
  const create = { operation: "create", record_id: "7", external_id: "701" };
  expect((await error(create, { slug: null })).code).toBe("NO_APPLICATION");
  expect(await output({ ...create, slug: "jira" }, { slug: null })).toMatchObject({
    body: { message: "Saved" },
  });
  await server.deps.db
    .updateTable("data_references")
    .set({ external_ids: 100_000 })
    .where("account_id", "=", scope.account.id)
    .execute();
  expect((await error({ ...create, record_id: "8" })).code).toBe("DATA_REFERENCE");
});

test("a test that may change nothing writes nothing and says so; nor does a run that another process holds", async () => {
  const create = { operation: "create", record_id: "7", external_id: "701" };
  expect(await run(create, { isDry: true })).toMatchObject({
    kind: "next",
    output: { body: { message: "Saved" } },
    logs: [expect.stringContaining("Nothing was written")],
  });
  const holdRun = async () => {
    throw new Error("lost");
  };
  await expect(run(create, { holdRun })).rejects.toThrow("lost");
  expect(await output({ operation: "get_by_record_id", record_id: "7" })).toEqual(NOTHING);
  await output(create);
  expect(await run({ operation: "delete", record_id: "7" }, { isDry: true })).toMatchObject({
    logs: [expect.stringContaining("Nothing was written")],
  });
  await expect(run({ operation: "delete", record_id: "7" }, { holdRun })).rejects.toThrow("lost");
  expect(await output({ operation: "get_by_record_id", record_id: "7" })).toMatchObject({
    body: { message: "Found" },
  });
});
