import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestClients, type TestClients, TYPED } from "../actions/test-customer-client.ts";

// The organization's, as the settings of the application have it.
const OURS = { client_id: "our-client", client_secret: "planted-our-secret" };

let clients: TestClients;
beforeAll(async () => {
  clients = await startTestClients();
});
afterAll(() => clients.close());
beforeEach(() => clients.forget());

const tokenForms = () => clients.provider.tokenRequests.map((form) => Object.fromEntries(form));
const usedClients = () => tokenForms().map(({ client_id, client_secret }) => ({ client_id, client_secret }));

/** An application that connects without consent by the organization's client. */
async function createMachine(): Promise<string> {
  const slug = await clients.application({
    fields: undefined,
    client_id: undefined,
    client_secret: undefined,
    client_auth: "post",
  });
  const url = `/api/v2/public/application/${slug}/settings`;
  const { request, testKey: key } = clients.server;
  expect((await request({ method: "PUT", url, key, body: OURS })).status).toBe(200);
  return slug;
}

describe("client credentials of a customer where the organization has a client", () => {
  test("are used to connect, to renew and to revoke", async () => {
    const slug = await createMachine();
    const customer = await clients.customer(slug);
    clients.give("m1", { expires_in: 3600 });
    const reply = await customer.connect(TYPED);
    expect([reply.status, reply.body]).toEqual([200, { connected: true }]);
    clients.clock.nowMs += 3_590_000;
    clients.give("m2", { expires_in: 3600 });
    expect(await customer.read()).toMatchObject({ token: "m2" });
    clients.clock.nowMs += 3_590_000;
    clients.give("m3", { expires_in: 3600 });
    expect(await customer.read()).toMatchObject({ token: "m3" });
    expect(usedClients()).toEqual([TYPED, TYPED, TYPED]);
    expect((await customer.disconnect()).status).toBe(200);
    await expect.poll(() => clients.provider.revoked).toEqual(["m3"]);
    expect(clients.provider.revokers.join()).toContain(TYPED.client_id);
  });

  test("are only that customer's: another is connected with the organization's", async () => {
    const slug = await createMachine();
    clients.give("m1");
    await (await clients.customer(slug, "own")).connect(TYPED);
    clients.give("m2");
    await (await clients.customer(slug, "other")).connect({});
    expect(usedClients()).toEqual([TYPED, OURS]);
  });

  test("are not kept when the customer connects again without them", async () => {
    const slug = await createMachine();
    const customer = await clients.customer(slug);
    clients.give("m1", { expires_in: 3600 });
    await customer.connect(TYPED);
    clients.give("m2", { expires_in: 3600 });
    await customer.connect({});
    clients.clock.nowMs += 3_590_000;
    clients.give("m3");
    expect(await customer.read()).toMatchObject({ token: "m3" });
    expect(usedClients()).toEqual([TYPED, OURS, OURS]);
  });

  test.each([
    ["no secret", { client_id: "a" }, "client_secret is required."],
    ["no id", { client_secret: "planted-customer-secret" }, "client_id is required."],
    ["an id that is no text", { ...TYPED, client_id: 7 }, "client_id must be text."],
  ])("400 for %s, and nobody is asked", async (_, typed, message) => {
    const customer = await clients.customer(await createMachine());
    const refused = await customer.connect(typed);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(message)]);
    expect(refused.text).not.toContain(TYPED.client_secret);
    expect(tokenForms()).toEqual([]);
  });

  test("400 if the provider refuses them; later the connection expires, as only the customer can help", async () => {
    const slug = await createMachine();
    const customer = await clients.customer(slug);
    clients.answer({ status: 401, body: { error: "invalid_client" } });
    const refused = await customer.connect(TYPED);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/does not accept these credentials/);
    clients.give("m1", { expires_in: 3600 });
    await customer.connect(TYPED);
    clients.clock.nowMs += 3_590_000;
    clients.answer({ status: 401, body: { error: "invalid_client" } });
    await expect(customer.read()).rejects.toThrow();
    expect(await customer.record()).toMatchObject({ connected_accounts: [{ status: "expired" }] });
    expect(clients.logged()).not.toContain(TYPED.client_secret);
  });
});
