import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dumpDatabase, findSecrets } from "../../../test/find-secrets.ts";
import { startTestClients, type TestClients, TYPED } from "../actions/test-customer-client.ts";

const HOUR_MS = 3_600_000;
let clients: TestClients;
beforeAll(async () => {
  clients = await startTestClients();
});
afterAll(() => clients.close());
beforeEach(() => clients.forget());

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

test("a token is renewed once for concurrent callers, each customer's with its own client", async () => {
  const slug = await clients.application({ client_auth: "basic" });
  const [one, two] = [await clients.customer(slug, "one"), await clients.customer(slug, "two")];
  clients.give("m1", { expires_in: 3600 });
  await one.connect({ client_id: "first", client_secret: "s-first" });
  await two.connect({ client_id: "second", client_secret: "s-second" });
  clients.clock.nowMs += HOUR_MS;
  clients.provider.tokenHeaders.length = 0;
  // What the provider says beside the token takes the place of nothing that was typed in.
  clients.provider.accepted.add("m2");
  clients.answer({ delayMs: 200, body: { access_token: "m2", expires_in: 3600, client_id: "odd" } });
  const results = await Promise.all(Array.from({ length: 10 }, one.read));
  expect(results).toEqual(Array(10).fill({ ok: true, token: "m2" }));
  clients.clock.nowMs += HOUR_MS;
  await one.read();
  await two.read();
  expect(clients.provider.tokenHeaders.map(({ authorization }) => authorization)).toEqual([
    basic("first", "s-first"),
    basic("first", "s-first"),
    basic("second", "s-second"),
  ]);
});

test("a token that the provider rejects early is replaced", async () => {
  const customer = await clients.customer(await clients.application());
  clients.give("m1");
  await customer.connect(TYPED);
  clients.provider.accepted.clear();
  clients.give("m2");
  expect(await customer.read()).toMatchObject({ token: "m2" });
});

test("a rejected client expires the connection, an unreachable provider does not", async () => {
  const customer = await clients.customer(await clients.application());
  clients.give("m1", { expires_in: 3600 });
  await customer.connect(TYPED);
  clients.clock.nowMs += HOUR_MS;
  clients.answer({ status: 503, body: "" });
  await expect(customer.read()).rejects.toMatchObject({ code: "remote" });
  expect(await customer.record()).toMatchObject({ reauth_required: false });
  clients.clock.nowMs += 60_000;
  clients.answer({ status: 401, body: { error: "invalid_client" } });
  await expect(customer.read()).rejects.toMatchObject({ code: "auth" });
  expect(await customer.record()).toMatchObject({
    reauth_required: true,
    connected_accounts: [{ auth_type: "oauth2", status: "expired" }],
  });
  expect(JSON.stringify(await customer.health())).toContain("again, with credentials that are valid now.");
  clients.give("m3");
  expect((await customer.connect(TYPED)).body).toEqual({ connected: true });
  expect(await customer.record()).toMatchObject({ reauth_required: false });
});

test.each([
  ["post", `${TYPED.client_id}:${TYPED.client_secret}`],
  ["basic", basic(TYPED.client_id, TYPED.client_secret)],
])("disconnecting revokes the token with the client that obtained it (%s)", async (client_auth, revoker) => {
  const customer = await clients.customer(await clients.application({ client_auth }));
  clients.give("m1");
  await customer.connect(TYPED);
  expect((await customer.disconnect()).status).toBe(200);
  expect([clients.provider.revoked, clients.provider.revokers]).toEqual([["m1"], [revoker]]);
});

test("deleting the application revokes the tokens of all customers, each with its client", async () => {
  const slug = await clients.application();
  clients.give("m1");
  for (const id of ["a", "b"])
    await (await clients.customer(slug, id)).connect({ client_id: id, client_secret: `secret-${id}` });
  const url = `/api/v2/public/application/${slug}`;
  await clients.server.request({ method: "DELETE", url, key: clients.server.testKey });
  expect(clients.provider.revokers.sort()).toEqual(["a:secret-a", "b:secret-b"]);
});

test("migrate-token accepts the client like a key: after a check", async () => {
  const customer = await clients.customer("shipped", "migrates");
  const migrate = (auth_object: object) =>
    clients.server.request({
      method: "PUT",
      url: "/api/v2/public/migrate-token",
      key: clients.server.testKey,
      account: customer.accountId,
      body: { slug: "shipped", auth_object },
    });
  clients.answer({ status: 401, body: { error: "invalid_client" } });
  expect(await migrate({ oauth2: TYPED })).toMatchObject({ status: 400 });
  expect(await customer.record()).toMatchObject({ connected: false });
  for (const [token, given] of [
    ["m1", { oauth2: TYPED }],
    ["m2", TYPED],
  ] as const) {
    clients.give(token);
    const { status, body } = await migrate(given);
    expect([status, body.message]).toEqual([200, "The client for App shipped is stored."]);
    expect(await customer.read()).toMatchObject({ token });
  }
});

test("its secrets are stored and shown nowhere: not in answers that echo them, the database or the log", async () => {
  const slug = await clients.application();
  const customer = await clients.customer(slug);
  clients.give("planted-minted-token");
  await customer.connect(TYPED);
  const reply = await clients.server.request({
    method: "POST",
    url: `/api/v2/integration-schema/${slug}/actions/echo/execute`,
    key: clients.server.testKey,
    account: customer.accountId,
    body: {},
  });
  expect(clients.provider.apiRequests.at(-1)).toMatchObject({ "x-client": TYPED.client_secret });
  expect(reply.text).toContain("[redacted]");
  expect(reply.text).toContain(`"name":"host`);
  const texts = new Map([
    ["reply", reply.text],
    ["record", JSON.stringify(await customer.record())],
    ["health", JSON.stringify(await customer.health())],
  ]);
  for (const [table, text] of await dumpDatabase(clients.server.deps)) texts.set(table, text);
  clients.server.deps.log.info("the log is kept");
  expect(clients.logged()).toContain("the log is kept");
  texts.set("log", clients.logged());
  expect(findSecrets({ secret: TYPED.client_secret, token: "planted-minted-token" }, texts)).toEqual([]);
});
