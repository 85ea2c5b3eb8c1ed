import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConnectedAccount,
  startTestConnections,
  type TestConnections,
} from "../actions/test-connections.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
const FIRST = { access_token: "t1", expires_in: 3600, refresh_token: "r1", scope: "a b" };
let connections: TestConnections;
beforeAll(async () => {
  connections = await startTestConnections();
});
afterAll(() => connections.close());

async function statuses({ slug }: ConnectedAccount): Promise<string[]> {
  const rows = await connections.server.deps.db
    .selectFrom("changes")
    .select(["status", "applications"])
    .where("kind", "=", "connection")
    .where("name", "=", slug)
    .orderBy("id")
    .execute();
  for (const { applications } of rows) expect(applications).toEqual([slug]);
  return rows.map(({ status }) => status);
}

test("the change log covers a connection from creation to end", async () => {
  const { server, provider, clock } = connections;
  connections.forget();
  const use = await connections.connect(FIRST);
  provider.accepted.add("t1");
  const check = () => {
    clock.nowMs += 61_000;
    const url = `${INTEGRATION}/${use.slug}/check`;
    return server.request({ method: "POST", url, token: use.token });
  };
  await check();
  expect(await statuses(use)).toEqual(["connected"]);
  await provider.whileDown(async () => {
    await check();
    await check();
  });
  expect(await statuses(use)).toEqual(["connected", "degraded"]);
  await check();
  expect(await statuses(use)).toEqual(["connected", "degraded", "healthy"]);
  await connections.reconnect(use, { ...FIRST, refresh_token: undefined });
  provider.accepted.clear();
  await check();
  const url = `/api/v1/linked-acc/integration/${use.slug}`;
  expect((await server.request({ method: "DELETE", url, token: use.token })).status).toBe(200);
  const all = await statuses(use);
  expect(all.slice(3, 4)).toEqual(["connected"]);
  expect(all.slice(-2)).toEqual(["expired", "disconnected"]);
});
