import { afterEach, expect, inject, test } from "vitest";
import { connectRotating, expireAccess, makeApplication, startUsers } from "../../../test/refresh-rounds.ts";
import { startRotatingProvider } from "../../../test/rotating-provider.ts";
import { startTestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import { invokeAction } from "../actions/with-connection.ts";

const SLUG = "rotating";
const KEY = Buffer.alloc(32, 7).toString("base64");
const USES = 40;
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** An account that is connected to a provider which revokes everything when a refresh token comes twice. */
async function connected() {
  const server = await startTestServer();
  cleanUps.push(() => server.close());
  const provider = await startRotatingProvider();
  cleanUps.push(() => provider.close());
  await makeApplication(provider, SLUG, async (method, url, body) => {
    return (await server.request({ method, url, body, key: server.testKey })).status;
  });
  await server.account("customer");
  const account = await findAccount(server.deps.database, server.test, "customer");
  if (account === undefined) throw new Error("The account is missing.");
  const scope = { ...server.test, account };
  await connectRotating(server.deps, scope, SLUG, provider);
  return { server, provider, scope };
}

const EXPECTED = { reused: 0, staleUses: 0 };

// The embedded database belongs to one process: there the callers share it, see the next test.
test.skipIf(!inject("databaseUrl"))(
  "four processes refresh an expired token once, use no stale one, and nothing is revoked",
  async () => {
    const { server, provider, scope } = await connected();
    const users = await startUsers(4, {
      DATABASE_URL: server.deps.config.databaseUrl ?? "",
      JUNCTOR_ENCRYPTION_KEY: KEY,
      JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
    });
    cleanUps.push(() => users.stop());
    for (const [round, delayMs] of [100, 100, 1000].entries()) {
      provider.delayMs = delayMs;
      await expireAccess(server.deps, SLUG, provider);
      const report = await users.use({ scope, slug: SLUG, uses: USES });
      expect(report).toEqual({ succeeded: USES, problems: [] });
      expect(provider.counts).toMatchObject({ ...EXPECTED, refreshes: round + 1 });
    }
    // One that could not be recorded was repeated.
    expect(provider.counts.goodUses).toBeGreaterThanOrEqual(3 * USES);
    expect(provider.isRevoked()).toBe(false);
  },
);

test("concurrent callers in one process refresh an expired token once, use no stale one, and nothing is revoked", async () => {
  const { server, provider, scope } = await connected();
  const call = { slug: SLUG, actionId: "read", input: {}, cause: { kind: "action" } } as const;
  for (const [round, delayMs] of [100, 1000].entries()) {
    provider.delayMs = delayMs;
    await expireAccess(server.deps, SLUG, provider);
    await Promise.all(Array.from({ length: USES }, () => invokeAction(server.deps, scope, call)));
    const counts = { ...EXPECTED, refreshes: round + 1, goodUses: (round + 1) * USES };
    expect(provider.counts).toEqual(counts);
  }
  expect(provider.isRevoked()).toBe(false);
});

test("the test provider revokes everything when a refresh token is used twice", async () => {
  const { server, provider, scope } = await connected();
  const stolen = provider.issue();
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: stolen.refresh });
  for (const status of [200, 400]) {
    expect((await fetch(`${provider.url}/token`, { method: "POST", body })).status).toBe(status);
  }
  expect(provider.isRevoked()).toBe(true);
  const call = { slug: SLUG, actionId: "read", input: {}, cause: { kind: "action" } } as const;
  await expect(invokeAction(server.deps, scope, call)).rejects.toMatchObject({ code: "auth" });
  expect(provider.counts.staleUses).toBeGreaterThan(0);
});
