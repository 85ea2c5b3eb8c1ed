import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SpecOperation } from "./contract.ts";
import type { Call, Reply } from "./http-client.ts";
import { makeTenant, type Records, type Tenant, UNKNOWN } from "./records.ts";
import { callOf, IDS, OF_SESSIONS, PROMOTES, recordsIn } from "./sample-calls.ts";
import { expectOk, type SpecServer, startSpecServer } from "./spec-server.ts";

const TRIGGER = "POST /api/v1/webhook-trigger/{orgId}-{environment}/{workflowId}/{linkedAccountId}";
/** A body may have any content type, and need not be JSON. */
const TAKES_ANY_TYPE = new Set([
  "POST /api/v1/wait/{token}",
  "POST /api/v2/public/file",
  TRIGGER,
  `${TRIGGER}/{key}`,
]);
/** Any JSON is a valid body. */
const TAKES_ANY_JSON = new Set([
  ...TAKES_ANY_TYPE,
  "POST /api/v2/public/workflow/{id}/execute",
  "POST /api/v1/workflow/{id}/execute",
]);
/** The body is read only for a known key in the path. */
const KEY_FIRST = new Set([`${TRIGGER}/{key}`]);
/** The body may be larger than 1 MB, up to 20 MB. */
const TAKES_LARGE_BODY = new Set([
  "POST /api/v2/public/application/openapi",
  "POST /api/v2/public/application/openapi/operations",
  "POST /api/v2/public/application/openapi/preview",
]);
/** They return what both environments of an organization share. */
const SHARED = new Set([
  "GET /api/v2/public/audit-log",
  "GET /api/v2/public/audit-log/export",
  "GET /api/v2/public/operators",
]);
/** The path names a filter or something public, which need not exist in the organization. */
const OPEN = new Set([
  "GET /api/v2/public/organization/{id}/logo/{hash}",
  "GET /api/v1/{slug}/callback",
  "GET /api/v2/public/auth-structure/{slug}",
  "GET /api/v1/{slug}/client-metadata.json",
  "PUT /api/v2/public/linked-account/default-app/auth-credentials/{key}",
  "PUT /api/v2/public/dataref/{refName}/records",
  "GET /api/v2/public/workflow-templates/{id}",
  // Anybody who has the address may answer.
  "POST /api/v1/wait/{token}",
  "POST /api/v2/public/event/{event_id}",
  // Names of actions and lists are the same in all organizations.
  "GET /api/v2/public/audit-log/export",
  // Callers have no credential of ours; its own tests check what belongs to whom.
  TRIGGER,
  `${TRIGGER}/{key}`,
  "GET /api/v2/public/application/{slug}/icon",
]);
const MEGABYTE = 1024 * 1024;
const INVALID_KEY = `tk_${"x".repeat(36)}`;
const INVALID_TOKEN = "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl";

let server: SpecServer;
let ours: Tenant;
let others: Record<"organization" | "environment", Tenant>;
let before: Record<string, unknown>;
beforeAll(async () => {
  server = await startSpecServer();
  ours = await makeTenant(server, server.testKey, "ours");
  const { testKey } = await server.organization();
  others = {
    organization: await makeTenant(server, testKey, "theirs"),
    environment: await makeTenant(server, server.productionKey, "live"),
  };
  before = await allRecords();
});
afterAll(() => server.close());

/** Everything that our organization has only in the test environment, except executions. */
async function allRecords(): Promise<Record<string, unknown>> {
  const { key } = ours;
  const { account, slug } = ours.records;
  const paths = ["webhook", "application/all", "application/event", "linked-account"];
  const lists = [...paths, "workflow/all", "mcp-servers", `slug/${slug}/configs`].map(
    (path) => `v2/public/${path}`,
  );
  const found: Record<string, unknown> = {};
  for (const path of [...lists, "v1/workflow/public/scheduled"])
    found[path] = await expectOk(server.call({ path: `/api/${path}`, key, account }));
  return found;
}

function operation(id: string): SpecOperation {
  const found = server.contract.operations.find((one) => one.id === id);
  if (!found) throw new Error(`The document has no ${id}.`);
  return found;
}

/** Each kind of credential that the operation accepts. */
async function credentials(id: string, tenant: Tenant): Promise<Partial<Call>[]> {
  const { security, parameters } = operation(id);
  const namesAccount = parameters.some((one) => one.in === "header" && one.name === "linked_account_id");
  const byKey = { key: tenant.key, ...(namesAccount && { account: tenant.records.account }) };
  if (security.length === 0) return [{}];
  return [
    ...(security.includes("apiKey") ? [byKey] : []),
    ...(security.includes("sessionToken") ? [{ token: await tenant.token() }] : []),
  ];
}

async function credential(id: string, tenant: Tenant): Promise<Partial<Call>> {
  const [first = {}] = await credentials(id, tenant);
  return first;
}

/** A reply without the parts that differ per request: its id, and the names in the request itself. */
function comparable({ status, text }: Reply, records: Records) {
  const named = Object.entries(records)
    .sort(([, a], [, b]) => b.length - a.length)
    .reduce((left, [kind, name]) => left.replaceAll(name, UNKNOWN[kind as keyof Records]), text);
  return { status, text: named.replace(/"request_id":"[^"]+"/, "") };
}

test("every operation of the document is called, and no other", () => {
  expect([...IDS, ...OF_SESSIONS].sort()).toEqual(server.contract.operations.map(({ id }) => id).sort());
});

// Open ones last: they accept any name, and would create what others must not find.
describe.each(IDS.toSorted((a, b) => Number(OPEN.has(a)) - Number(OPEN.has(b))))("%s", (id) => {
  const secured = () => operation(id).security.length > 0;
  const reads = id.startsWith("GET ");
  const params = recordsIn(id);
  const open = OPEN.has(id);
  const promotes = PROMOTES.has(id);

  test("401 without a credential, with one of the wrong kind and with invalid ones", async () => {
    if (!secured()) return;
    const { security } = operation(id);
    const send = (who: Partial<Call>) => server.call({ ...callOf(id, ours.records), ...who });
    const refused: Partial<Call>[] = [
      {},
      { key: "" },
      { key: INVALID_KEY, token: INVALID_TOKEN },
      { key: INVALID_TOKEN, token: INVALID_KEY },
      { headers: { authorization: ours.key } },
    ];
    if (!security.includes("apiKey")) refused.push({ key: ours.key });
    if (!security.includes("sessionToken")) refused.push({ token: await ours.token() });
    for (const who of refused) {
      const reply = await send({ account: ours.records.account, ...who });
      expect(reply.status, JSON.stringify(who)).toBe(401);
      expect(reply.body.error_code).toBe("INVALID_TOKEN");
    }
  });

  test.each(["organization", "environment"] as const)(
    "resources of another %s are answered like unknown ones",
    async (kind) => {
      const tenant = others[kind];
      // environments.test.ts tests what production takes over from test.
      if ((promotes || SHARED.has(id)) && kind === "environment") return;
      const foreign = callOf(id, ours.records);
      const unknown = callOf(id, UNKNOWN);
      const isReference = JSON.stringify(foreign) !== JSON.stringify(unknown);
      for (const who of await credentials(id, tenant)) {
        const reply = await server.call({ ...foreign, ...who });
        if (!isReference || open) {
          for (const name of Object.values(ours.records)) if (!open) expect(reply.text).not.toContain(name);
          continue;
        }
        expect(reply.status).toBeGreaterThanOrEqual(400);
        const same = await server.call({ ...unknown, ...who });
        expect(comparable(reply, ours.records)).toEqual(comparable(same, UNKNOWN));
        const allowed = promotes ? [403, 404] : [404];
        if (Object.keys(params).length > 0) expect(allowed).toContain(reply.status);
      }
    },
  );

  test("a linked account of another tenant in the header is answered like an unknown one", async () => {
    const inHeader = operation(id).parameters.some(
      (one) => one.in === "header" && one.name === "linked_account_id",
    );
    if (!inHeader) return;
    const { key } = others.organization;
    const send = (account: string) => server.call({ ...callOf(id, UNKNOWN), key, account });
    const foreign = comparable(await send(ours.records.account), ours.records);
    expect(foreign).toEqual(comparable(await send(UNKNOWN.account), UNKNOWN));
    expect(foreign.status).toBe(400);
  });

  test("malformed JSON is a 400, another content type a 415, more than 1 MB a 413, an array a 400", async () => {
    if (reads) return;
    const { body: _body, ...call } = { ...callOf(id, ours.records), ...(await credential(id, ours)) };
    const send = async (raw: string, type = "application/json") =>
      (await server.call({ ...call, raw, headers: { ...call.headers, "content-type": type } })).status;
    if (KEY_FIRST.has(id)) {
      // What they are with a known key: webhook-bodies.test.ts and large-webhooks.test.ts.
      for (const raw of ["{", JSON.stringify({ a: "x".repeat(MEGABYTE) })]) expect(await send(raw)).toBe(404);
      return;
    }
    expect(await send("{")).toBe(400);
    expect(await send('{"a":"\\u0000"}')).toBe(400);
    expect(await send('{"__proto__":{"a":1}}')).toBe(400);
    if (!TAKES_ANY_TYPE.has(id)) {
      expect(await send("{}", "text/plain")).toBe(415);
      expect(await send("a=b", "application/x-www-form-urlencoded")).toBe(415);
    }
    expect(
      await send(JSON.stringify({ a: "x".repeat((TAKES_LARGE_BODY.has(id) ? 21 : 1) * MEGABYTE) })),
    ).toBe(413);
    if (operation(id).body && !TAKES_ANY_JSON.has(id)) {
      for (const raw of ["[]", '"text"', "1", "null"]) expect(await send(raw), raw).toBe(400);
    }
  });

  test.each(Object.keys(params))("an unknown or odd {%s} is a 404 or a 400", async (name) => {
    const who = await credential(id, ours);
    const send = (value: string) => server.call({ ...callOf(id, ours.records, { [name]: value }), ...who });
    const odd = ["%27%22%3B--", "%2e%2e", "..%2f..%2fetc", "%F0%9F%94%91", "__proto__", "constructor", "%20"];
    // A test key is refused before anything is looked up.
    const allowed = open ? [200, 400, 404] : promotes ? [403, 404] : [404];
    for (const value of ["nothing", UNKNOWN.workflow, ...odd, "x".repeat(900), "x".repeat(3000)])
      expect(allowed, value).toContain((await send(value)).status);
    for (const value of ["a%00b", "%zz", "%E0%A4"]) expect((await send(value)).status, value).toBe(400);
    const endless = await server.callUnchecked({
      ...callOf(id, ours.records, { [name]: "x".repeat(MEGABYTE) }),
      ...who,
    });
    expect(endless).toMatchObject({ status: 431, body: { status_code: 431, message: expect.any(String) } });
  });
});

test("none of these requests changed a record", async () => {
  expect(await allRecords()).toEqual(before);
});
