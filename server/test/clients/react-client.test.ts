import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContractServer, KEYED, startContractServer } from "./contract-server.ts";

let server: ContractServer;
let token: string;
beforeAll(async () => {
  server = await startContractServer();
  token = await server.account("acme");
});
afterAll(() => server.close());

const config = async (body: object) =>
  (await server.asBrowser(token, { method: "POST", path: "/api/v2/f-sdk/config", body })).body;

test("every application has the fields that the React package shows", async () => {
  const { body } = await server.asBrowser(token, { path: "/api/v2/f-sdk/application" });
  expect(body.length).toBeGreaterThan(2);
  for (const app of body) {
    expect(app.name, app.slug).toBeTruthy();
    expect(app).toMatchObject({
      icon: expect.any(String),
      description: expect.any(String),
      connected: expect.any(Boolean),
      reauth_required: expect.any(Boolean),
      ecosystem: expect.any(Boolean),
      auth_input_map: expect.any(Array),
    });
  }
});

test("a field without a value omits it instead of null, which its form would show", async () => {
  const { workflows, fields } = await config({ slug: KEYED });
  expect(fields).toEqual(expect.any(Array));
  expect(workflows).toHaveLength(1);
  for (const field of workflows[0].fields) expect(field).not.toHaveProperty("value");
});

test("saving sends every workflow with a map of fields, or an empty list if there are none", async () => {
  await config({ slug: KEYED });
  const put = (fields: unknown) =>
    server.asBrowser(token, {
      method: "PUT",
      path: "/api/v2/f-sdk/config",
      body: {
        slug: KEYED,
        config_id: "acme",
        fields: {},
        workflows: [{ id: server.workflow, enabled: true, fields }],
      },
    });
  for (const fields of [[], { region: "eu" }, {}]) expect((await put(fields)).status).toBe(200);
  const { body } = await put([]);
  expect(body.workflows[0].fields[0]).toMatchObject({ id: "region", value: "eu" });
});
