import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpDatabase } from "../find-secrets.ts";
import { makeTenant, type Tenant } from "./records.ts";
import { callOf, IDS } from "./sample-calls.ts";
import { type SpecServer, startSpecServer } from "./spec-server.ts";

const READS = IDS.filter((id) => id.startsWith("GET "));
/** A GET of these consumes something, creates something, or calls a third party. */
const GET_ALONE = [
  "/api/v1/stripe/callback?state=a.b&code=c",
  "/connect/return/0123456789abcdef01234567?ticket=t",
  "/mcp/oauth/authorize?client_id=c",
  "/mcp/oauth/authorize/u",
  "/mcp/oauth/interaction/u/return?ticket=t",
];

let server: SpecServer;
let ours: Tenant;
beforeAll(async () => {
  server = await startSpecServer();
  ours = await makeTenant(server, server.testKey, "ours");
});
afterAll(() => server.close());

const head = (path: string, more: object = {}) => server.callUnchecked({ ...more, method: "HEAD", path });

/** Everything in the database except what processes record about themselves. */
async function allRows(): Promise<[string, string][]> {
  const dump = await dumpDatabase(server.deps);
  return [...dump].filter(([table]) => !/^pgboss\.(?!job)|\.workers$/.test(table));
}

test("HEAD changes nothing, and is answered like GET or not at all", async () => {
  const { account } = ours.records;
  const token = await ours.token();
  const before = await allRows();
  const refused: string[] = [];
  for (const id of READS) {
    const { path, headers } = callOf(id, ours.records);
    for (const who of [{ key: ours.key, account }, { token }]) {
      const reply = await head(path, { headers, ...who });
      expect([id, reply.text]).toEqual([id, ""]);
      if (reply.status === 404) refused.push(id);
    }
  }
  expect(await allRows()).toEqual(before);
  expect(refused).toEqual(expect.arrayContaining(SERVED_BY_GET_ALONE));
});

const SERVED_BY_GET_ALONE = [
  "GET /api/v1/{slug}/callback",
  "GET /api/v1/{slug}/integrate",
  "GET /api/v2/integration-schema/{slug}/actions/{action_id}/options/{list}",
  "GET /api/v2/public/config/field/{fieldId}",
  "GET /api/v2/public/linked-account/integration/oauth-url/{slug}",
  "GET /api/v2/public/webhook/{id}/secret",
  "GET /api/v2/public/workflow/{id}/edit",
];

test.each(GET_ALONE)("HEAD %s does not reach what its GET does", async (path) => {
  const before = await allRows();
  const reply = await head(path);
  expect([404, 410]).toContain(reply.status);
  expect(reply.headers["set-cookie"]).toBeUndefined();
  expect(await allRows()).toEqual(before);
});
