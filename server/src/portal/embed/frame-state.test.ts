import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDesk, startTestPortal, type TestPortal } from "../test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
});
afterAll(() => portal.close());

/** What a framed page of the account's link reports. */
async function stateOf(accountId: string, configId?: string) {
  const path = await portal.link(accountId, { configId });
  const { text } = await portal.get(path, { "sec-fetch-dest": "iframe" });
  const [, facts = "null"] = /data-facts="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(facts.replaceAll("&quot;", '"').replaceAll("&amp;", "&")).state;
}

test("a framed page reports active connections, and the config that it fills in; no others", async () => {
  await connectDesk(portal, "acme");
  const { server } = portal;
  for (const account of ["acme", "globex"]) {
    await server.account(account);
    const made = { method: "POST", url: "/api/v2/public/config", key: server.testKey, account } as const;
    await server.request({ ...made, body: { slug: "desk", config_id: "spare" } });
  }
  const desk = expect.stringMatching(/^20/);
  expect(await stateOf("acme", "spare")).toEqual({
    connections: { desk },
    configs: { desk: expect.any(Number) },
  });
  expect(await stateOf("acme", "another")).toEqual({ connections: { desk }, configs: {} });
  expect(await stateOf("globex", "another")).toEqual({ connections: {}, configs: {} });
  const { account } = await portal.scopeOf("acme");
  const { db } = server.deps;
  await db
    .updateTable("connections")
    .set({ status: "expired" })
    .where("account_id", "=", account.id)
    .execute();
  expect(await stateOf("acme", "another")).toEqual({ connections: {}, configs: {} });
});
