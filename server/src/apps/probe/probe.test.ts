import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestServer } from "../../../test/test-server.ts";
import {
  type ConnectedAccount,
  startTestConnections,
  type TestConnections,
} from "../actions/test-connections.ts";
import { probeDueConnections } from "./probe.ts";

const INTEGRATION = "/api/v2/public/linked-account/integration";
const FIRST = { access_token: "t1", expires_in: 3600 };
let connections: TestConnections;
let server: TestServer;

beforeAll(async () => {
  connections = await startTestConnections();
  ({ server } = connections);
});
afterAll(() => connections.close());
beforeEach(() => connections.forget());

async function setDue({ slug }: ConnectedAccount): Promise<void> {
  const change = { next_probe_at: new Date(connections.clock.nowMs) };
  await server.deps.db.updateTable("connections").set(change).where("slug", "=", slug).execute();
}

async function checksOf({ slug, token }: ConnectedAccount) {
  const { body } = await server.request({ url: `${INTEGRATION}/${slug}/health`, token });
  return body.connections[0].checks;
}

test("an expired connection is not asked about again, neither when due nor on demand", async () => {
  const { provider } = connections;
  const use = await connections.connect(FIRST);
  provider.accepted.clear();
  await expect(connections.read(use)).rejects.toMatchObject({ code: "auth" });
  await setDue(use);
  const [before, asked] = [await checksOf(use), provider.apiRequests.length];
  expect(await probeDueConnections(server.deps)).toBe(0);
  const url = `${INTEGRATION}/${use.slug}/check`;
  const { body } = await server.request({ method: "POST", url, token: use.token });
  expect(body.connections[0]).toMatchObject({ status: "expired", checks: before });
  expect(provider.apiRequests).toHaveLength(asked);
});

test("connections of a disabled application are not checked", async () => {
  const use = await connections.connect(FIRST);
  const url = `/api/v2/public/application/${use.slug}/settings`;
  await server.request({ method: "PUT", url, key: server.testKey, body: { enabled: false } });
  await setDue(use);
  const asked = connections.provider.apiRequests.length;
  expect(await probeDueConnections(server.deps)).toBe(1);
  expect(connections.provider.apiRequests).toHaveLength(asked);
});

test("a connection that cannot be read keeps no other from being checked", async () => {
  const [broken, sound] = [await connections.connect(FIRST), await connections.connect(FIRST)];
  const change = { secrets: Buffer.from("unreadable") };
  await server.deps.db.updateTable("connections").set(change).where("slug", "=", broken.slug).execute();
  await setDue(broken);
  await setDue(sound);
  const { succeeded } = await checksOf(sound);
  expect(await probeDueConnections(server.deps)).toBe(2);
  expect(await checksOf(sound)).toMatchObject({ succeeded: succeeded + 1 });
});
