import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIELDS, startTestClients, type TestClients, TYPED } from "../actions/test-customer-client.ts";

let clients: TestClients;
beforeAll(async () => {
  clients = await startTestClients();
});
afterAll(() => clients.close());
beforeEach(() => clients.forget());

const tokenForms = () => clients.provider.tokenRequests.map((form) => Object.fromEntries(form));
const rowsOf = (slug: string) =>
  clients.server.deps.db.selectFrom("connections").selectAll().where("slug", "=", slug).execute();

describe("an application whose customers bring their own OAuth2 client", () => {
  test("is offered without a client of the organization, in the platform's shape", async () => {
    const slug = await clients.application();
    const inputs = [
      expect.objectContaining({ name: "client_id", label: "Client ID", type: "text", required: true }),
      expect.objectContaining({ name: "client_secret", type: "password", required: true }),
    ];
    expect(await (await clients.customer(slug)).record()).toMatchObject({
      auth_type: "oauth2",
      grant_type: "client_credentials",
      auth_type_options: { oauth2: inputs },
      auth_input_map: inputs,
      connected: false,
      connected_accounts: [],
    });
    const url = `/api/v2/public/auth-structure/${slug}`;
    const { body } = await clients.server.request({ url, key: clients.server.testKey });
    expect(body).toEqual({ oauth2: { client_id: "string", client_secret: "string" } });
  });

  test("connects as the platform's browser client sends it, with a token for that client", async () => {
    const slug = await clients.application({
      token_params: { audience: "https://{{ credentials.client_id }}" },
    });
    const customer = await clients.customer(slug);
    clients.give("m1", { expires_in: 3600, client_secret: "another" });
    const reply = await customer.connect({ ...TYPED, unknown: "x" });
    expect([reply.status, reply.body]).toEqual([200, { connected: true }]);
    expect(tokenForms()).toEqual([
      { grant_type: "client_credentials", scope: "a b", audience: "https://customer-client", ...TYPED },
    ]);
    expect(await customer.record()).toMatchObject({
      connected: true,
      reauth_required: false,
      connected_accounts: [{ auth_type: "oauth2", status: "active", identifier: "acme" }],
    });
    expect(await customer.read()).toMatchObject({ token: "m1" });
  });

  test.each(["saveByKey", "saveBySession"] as const)(
    "also connects by the route for keys: %s",
    async (way) => {
      const customer = await clients.customer(await clients.application());
      clients.give("m1");
      const reply = await customer[way](TYPED);
      expect([reply.status, reply.body]).toEqual([200, { success: true }]);
      expect(await customer.record()).toMatchObject({
        connected_accounts: [{ auth_type: "oauth2", status: "active" }],
      });
      expect(await customer.read()).toMatchObject({ token: "m1" });
    },
  );

  test("may accept keys as well: auth_type distinguishes them, a key needs none", async () => {
    const slug = await clients.application();
    const apply = { headers: { authorization: "Bearer {{ credentials.key }}" } };
    const both = clients.definition(slug);
    Object.assign(both.auth as object, { keybased: { fields: [{ name: "key", label: "Key" }], apply } });
    expect((await clients.save(both)).status).toBe(200);
    const customer = await clients.customer(slug);
    expect(await customer.record()).toMatchObject({
      auth_type_options: { oauth2: [{}, {}], keybased: [{}] },
    });
    clients.give("m1");
    expect((await customer.saveByKey(TYPED, "?auth_type=oauth2")).status).toBe(200);
    clients.provider.accepted.add("good-key");
    expect((await customer.saveByKey({ key: "good-key" })).status).toBe(200);
    const accounts: { auth_type: string }[] = (await customer.record()).connected_accounts;
    expect(accounts.map((account) => account.auth_type).sort()).toEqual(["keybased", "oauth2"]);
  });

  test("400 for a kind of connecting that it does not have", async () => {
    const slug = await clients.application();
    const refused = await (await clients.customer(slug)).saveByKey(TYPED, "?auth_type=keybased");
    const message = `App ${slug} is connected with OAuth2, not with a key.`;
    expect([refused.status, refused.body.message]).toEqual([400, message]);
  });

  test("400 for a client of the organization, which it would not use; its scopes are used", async () => {
    const slug = await clients.application();
    const url = `/api/v2/public/application/${slug}/settings`;
    const set = (body: object) =>
      clients.server.request({ method: "PUT", url, key: clients.server.testKey, body });
    expect((await set({ client_id: "ours", client_secret: "ours" })).status).toBe(400);
    expect((await set({ scopes: ["c", "{{ d"] })).status).toBe(200);
    clients.give("m1");
    await (await clients.customer(slug)).connect(TYPED);
    expect(tokenForms()).toMatchObject([{ scope: "c {{ d" }]);
  });
});

describe("the customer's input", () => {
  test.each([
    [
      "a client that the provider refuses",
      { status: 401, body: { error: "invalid_client" } },
      /does not accept these credentials.*invalid_client/,
    ],
    [
      "an answer that repeats the secret",
      { status: 400, body: { error: `no ${TYPED.client_secret}` } },
      /refused to issue a token/,
    ],
    [
      "a refusal without words",
      { status: 401, body: "<html>no</html>" },
      /does not accept these credentials/,
    ],
    ["a provider that is away", { status: 503, body: "" }, /issued no token; it responded with 503/],
    [
      "a token that the check refuses",
      { body: { access_token: "unknown" } },
      /does not accept these credentials/,
    ],
  ])("400, and nothing is stored: %s", async (_, answer, message) => {
    const slug = await clients.application();
    const customer = await clients.customer(slug);
    for (const way of ["connect", "saveByKey", "saveBySession"] as const) {
      clients.answer(answer);
      const { status, body, text } = await customer[way](TYPED);
      const said = [status, body.error_code, body.message];
      expect(said).toEqual([400, "EXTERNAL_API_FAILURE", expect.stringMatching(message)]);
      expect(text).not.toContain(TYPED.client_secret);
    }
    expect(await rowsOf(slug)).toEqual([]);
  });

  test("400 for a missing field; the provider is not called", async () => {
    const customer = await clients.customer(await clients.application());
    const { status, body } = await customer.connect({ client_id: "customer-client" });
    const message = "client_secret is required.";
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error_code: "MISSING_REQUIRED_FIELD", message }),
    ]);
    expect(tokenForms()).toEqual([]);
  });
});

describe("a definition", () => {
  const fields = (...more: object[]) => ({ fields: [...FIELDS, ...more] });
  test.each([
    ["fields where customers give consent", { grant: "authorization_code" }, /fields is only for grant/],
    ["no client id", { client_id: undefined }, /client_id is missing/],
    ["no client secret", { client_secret: undefined }, /client_secret is missing/],
    ["a client of the organization's", { client_id: "ours" }, /client_id must be one of the fields/],
    [
      "a secret in the definition",
      { client_secret: "a{{ credentials.client_secret }}" },
      /client_secret must be one of the fields/,
    ],
    [
      "a field that is not declared",
      { client_secret: "{{ credentials.x }}" },
      /credentials\.x, which is not/,
    ],
    ["a setting for the secret", { client_secret: "{{ settings.secret }}" }, /must be one of the fields/],
    ["a parameter of no field", { token_params: { a: "{{ credentials.x }}" } }, /which is not declared/],
    ["a field named like the token", fields({ name: "access_token", label: "T" }), /access_token/],
    ["a field twice", fields({ name: "client_id", label: "C" }), /declares client_id twice/],
    ["a select without options", fields({ name: "s", label: "S", type: "select" }), /options is missing/],
    ["no fields", { fields: [] }, /auth\.oauth2\.fields/],
    ["a token address that a customer moves", { token_url: "{{ credentials.host }}/token" }, /token_url/],
  ])("400: %s", async (_, oauth2, message) => {
    const reply = await clients.save(clients.definition("refused", oauth2));
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  test("400 if it would send connected customers' clients elsewhere", async () => {
    const slug = await clients.application();
    clients.give("m1");
    await (await clients.customer(slug)).connect(TYPED);
    const token_url = "https://elsewhere.example.com/token";
    const { status, body } = await clients.save(clients.definition(slug, { token_url }));
    expect([status, body.message]).toEqual([400, expect.stringContaining("elsewhere.example.com")]);
  });
});
