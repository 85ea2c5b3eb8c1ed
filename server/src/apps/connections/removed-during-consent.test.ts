import { afterAll, beforeAll, expect, test } from "vitest";
import { goOn } from "../../../test/connect-page.ts";
import { startTestConnections, type TestConnections } from "../actions/test-connections.ts";

let connections: TestConnections;
beforeAll(async () => {
  connections = await startTestConnections();
});
afterAll(() => connections.close());

test("a connection that is removed during consent is not made again", async () => {
  const { server, provider } = connections;
  const tokens = { access_token: "t1", refresh_token: "r1" };
  const { slug, token } = await connections.connect(tokens);
  const begin = async (target: string) => {
    const url = `/api/v1/${slug}/integrate?connection_id=${target}`;
    const { body } = await server.request({ url, token });
    return goOn(server, body.auth_url);
  };
  const finish = async ({ back }: Awaited<ReturnType<typeof begin>>) => {
    provider.script.splice(0, 9, { body: tokens });
    provider.accepted.add("t1");
    return (await back("code=c")).text;
  };
  const read = async () =>
    (await server.request({ url: `/api/v2/f-sdk/application/${slug}`, token })).body.connections;
  expect(await finish(await begin("new"))).toContain("is connected");
  const second = (await read()).find((one: { is_default: boolean }) => !one.is_default);
  const consent = await begin(second.connection_id);
  const url = `/api/v1/linked-acc/integration/${slug}?connection_id=${second.connection_id}`;
  expect((await server.request({ method: "DELETE", url, token })).status).toBe(200);
  expect(await finish(consent)).toContain("can no longer be completed");
  expect(await read()).toHaveLength(1);
});
