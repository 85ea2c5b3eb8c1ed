import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContractServer, KEYED, type Sent, startContractServer } from "./contract-server.ts";

const FIELD = "/api/v2/public/config/field/region";
const json = { "content-type": "application/json" };

let server: ContractServer;
let token: string;
beforeAll(async () => {
  server = await startContractServer();
  token = await server.account("acme");
  const body = { slug: KEYED };
  await server.asBrowser(token, { method: "POST", path: "/api/v2/f-sdk/config", body });
});
afterAll(() => server.close());

const ofWorkflow = () => `workflow_id=${server.workflow}`;
const field = (more: object) => expect.objectContaining({ id: "region", field_type: "text", ...more });
const without = (body: object) => !("value" in body);

interface Row {
  readonly name: string;
  readonly sent: () => Sent;
  readonly reads: () => unknown;
}

// In order, because later rows read what earlier ones set.
const ROWS: readonly Row[] = [
  {
    name: "getConfigField, JS 8.4-9",
    sent: () => ({ path: `${FIELD}?${ofWorkflow()}`, headers: { slug: KEYED } }),
    reads: () => expect.toSatisfy(without),
  },
  {
    name: "getConfigField, RJ",
    sent: () => ({ method: "POST", path: `${FIELD}?${ofWorkflow()}`, headers: { slug: KEYED }, body: {} }),
    reads: () => field({}),
  },
  {
    name: "updateConfigField, JS 8.4+, RJ",
    sent: () => ({
      method: "PUT",
      path: `${FIELD}?${ofWorkflow()}`,
      headers: { slug: KEYED },
      body: { value: "eu" },
    }),
    reads: () => field({ value: "eu" }),
  },
  {
    name: "getConfigField of a named config, JS 8.4-9",
    sent: () => ({ path: `${FIELD}?${ofWorkflow()}&config_id=acme`, headers: { slug: KEYED } }),
    reads: () => field({ value: "eu" }),
  },
  {
    name: "updateConfigField with null, JS 8.4+, RJ",
    sent: () => ({
      method: "PUT",
      path: `${FIELD}?${ofWorkflow()}`,
      headers: { slug: KEYED },
      body: { value: null },
    }),
    reads: () => expect.toSatisfy(without),
  },
  {
    name: "deleteConfigField, JS 8.4+, RJ",
    sent: () => ({ method: "DELETE", path: `${FIELD}?${ofWorkflow()}`, headers: { slug: KEYED } }),
    reads: () => expect.toSatisfy(without),
  },
  {
    name: "getFieldOptions, JS 8.5+, RJ",
    sent: () => ({
      method: "POST",
      path: `/api/v2/public/config/rule-engine/rules?${ofWorkflow()}`,
      headers: { slug: KEYED },
      body: { rule_column: { lhs: "plan" } },
    }),
    reads: () =>
      expect.objectContaining({
        rule_column: {
          rhs: { name: "RHS", type: "text", options: [] },
          operator: { name: "Operator", type: "select", options: [] },
        },
      }),
  },
];

describe("fields of configs, as requested by the published clients", () => {
  test.each(ROWS.map((row) => [row.name, row] as const))("%s", async (_name, { sent, reads }) => {
    const got = await server.asBrowser(token, sent());
    expect(got.body, `${got.status} ${got.text}`).toEqual(reads());
    expect([got.status, got.reason]).toEqual([200, "OK"]);
  });

  test("C10: a field is read by GET and by POST alike, with a token and with a key", async () => {
    const path = `${FIELD}?${ofWorkflow()}`;
    const headers = { slug: KEYED };
    const got = await server.asBrowser(token, { path, headers });
    expect(got).toMatchObject({ status: 200, body: { id: "region", field_type: "text" } });
    const post = { method: "POST", path, headers } as const;
    expect((await server.asBrowser(token, { ...post, body: {} })).body).toEqual(got.body);
    // A JSON content type with an empty body.
    expect((await server.asBrowser(token, { ...post, headers: { ...headers, ...json } })).body).toEqual(
      got.body,
    );
    expect((await server.asBackend("acme", { ...post, body: {} })).body).toEqual(got.body);
  });

  test("an unknown field, application or workflow is a 404 in JSON", async () => {
    const read = (path: string, slug: string) => server.asBrowser(token, { path, headers: { slug } });
    const paths = [
      [`/api/v2/public/config/field/nothing?${ofWorkflow()}`, KEYED],
      [`${FIELD}?workflow_id=nothing`, KEYED],
      [`${FIELD}?${ofWorkflow()}`, "no-such-app"],
    ] as const;
    for (const [path, slug] of paths) {
      const got = await read(path, slug);
      expect([got.status, got.reason, got.body?.error_code], path).toEqual([
        404,
        "Not Found",
        "RESOURCE_NOT_FOUND",
      ]);
    }
  });
});
