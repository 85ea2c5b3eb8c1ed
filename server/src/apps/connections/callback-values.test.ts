import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";
import { startTestConnections, type TestConnections } from "../actions/test-connections.ts";
import { buildOAuthDefinition, type FakeProvider } from "./fake-provider.ts";

let connections: TestConnections;
let provider: FakeProvider;

beforeAll(async () => {
  connections = await startTestConnections();
  ({ provider } = connections);
});
afterAll(() => connections.close());
beforeEach(() => {
  connections.forget();
  provider.apiPaths.length = 0;
  provider.script.splice(0, 9, { body: { access_token: "t1", refresh_token: "r1", expires_in: 3600 } });
  provider.accepted.add("t1");
});

type Auth = { [member: string]: unknown };

async function add(auth: Auth, more: object) {
  const { testKey: key } = connections.server;
  const body = { ...buildOAuthDefinition("refused", provider.url, auth), ...more };
  return connections.server.request({ method: "POST", url: "/api/v2/public/application", key, body });
}

/** Sends a customer through consent to a new application, and back with `query`. */
async function comeBack(auth: Auth, query: string, more: object = {}) {
  const sent = await connections.sendAway(auth, more);
  const page = await sent.back(query);
  return { page, read: () => connections.read(sent), again: () => sent.back(query) };
}

async function expectRefused(page: { status: number; text: string }) {
  expect(page.status).toBe(400);
  expect(page.text).toContain("a part that this connection needs is missing");
  expect(provider.tokenRequests).toEqual([]);
}

const COMPANY = {
  base_url: "",
  check: { request: { method: "GET", path: "/company/{{ callback.realmId }}" } },
};
const ofCompany = () => ({ ...COMPANY, base_url: `${provider.url}/v3/{{ callback.realmId }}` });
const REALM = { callback: [{ name: "realmId" }] };

test("a parameter of the callback shapes base URL and paths, also after a renewal", async () => {
  const { page, read } = await comeBack(REALM, "code=c&realmId=4620816365", ofCompany());
  expect(page.status, page.text).toBe(200);
  await read();
  provider.accepted.add("t2");
  provider.script.splice(0, 9, { body: { access_token: "t2", expires_in: 3600 } });
  connections.clock.nowMs += 3_600_000;
  await read();
  expect(provider.apiPaths).toEqual([
    "/v3/4620816365/company/4620816365",
    "/v3/4620816365/things",
    "/v3/4620816365/things",
  ]);
  // Operators see which company a customer has connected.
  const { testKey: key, request } = connections.server;
  const { body } = await request({ url: "/api/v2/public/connections", key });
  expect(body.docs.map((one: { callback?: object }) => one.callback)).toContainEqual({
    realmId: "4620816365",
  });
});

test.each([
  ["missing", ""],
  ["empty", "&realmId="],
  ["given twice", "&realmId=1&realmId=2"],
  ["a list by its name", "&realmId[]=1"],
  ["too long", `&realmId=${"1".repeat(201)}`],
  ["with a space", "&realmId=1%202"],
  ["with a line break", "&realmId=1%0d%0aX-A:b"],
  ["with quotes", "&realmId=%22%3Cb%3E"],
  ["with a template", "&realmId=%7B%7B%20credentials.access_token%20%7D%7D"],
])("the connection is refused, and the code not sent, if the parameter is %s", async (_, query) => {
  const { page } = await comeBack(REALM, `code=c${query}`);
  await expectRefused(page);
});

test("a callback works once", async () => {
  const { again } = await comeBack(REALM, "code=c&realmId=1");
  const page = await again();
  expect(page.text).toContain("can no longer be completed");
  expect(provider.tokenRequests).toHaveLength(1);
});

test("an optional parameter may be missing, and one that is not declared is not kept", async () => {
  const callback = [{ name: "location", required: false }];
  const action = { request: { method: "GET", path: "/x", query: { l: "{{ callback.location }}" } } };
  const read = {
    title: "R",
    description: "R.",
    hints: { read_only: true },
    input: { type: "object" },
    ...action,
  };
  const first = await comeBack({ callback }, "code=c&merchantId=7", { actions: { read } });
  expect(first.page.status, first.page.text).toBe(200);
  await first.read();
  const second = await comeBack({ callback }, "code=c&location=eu", { actions: { read } });
  await second.read();
  expect(provider.apiPaths.filter((path) => path.includes("/x"))).toEqual(["/api/x", "/api/x?l=eu"]);
});

test("tokens come from the region that the callback names, if it is one of the declared, and renewals too", async () => {
  const regions = [provider.url, "https://accounts.example.eu"];
  const auth = () => ({
    token_url: "{{ callback.accounts-server }}/token",
    callback: [{ name: "accounts-server", values: regions }],
  });
  const at = (address: string) => `code=c&accounts-server=${encodeURIComponent(address)}`;
  const { page, read } = await comeBack(auth(), at(provider.url));
  expect(page.status, page.text).toBe(200);
  connections.clock.nowMs += 3_600_000;
  provider.accepted.add("t2");
  provider.script.splice(0, 9, { body: { access_token: "t2" } });
  await read();
  expect(provider.tokenRequests.map((form) => form.get("grant_type"))).toEqual([
    "authorization_code",
    "refresh_token",
  ]);
  provider.tokenRequests.length = 0;
  for (const address of [
    `${provider.url}/`,
    `${provider.url}/evil`,
    `${provider.url}.evil.example`,
    `${provider.url}@evil.example`,
    "https://ACCOUNTS.example.eu",
    "https://evil.example",
  ])
    await expectRefused((await comeBack(auth(), at(address))).page);
});

test.each([
  [
    "a host of any customer's choice",
    { token_url: "https://x.{{ callback.a }}.example/t" },
    {},
    "needs a list of values",
  ],
  [
    "the end of a host",
    { token_url: "https://accounts.example.{{ callback.a }}" },
    {},
    "needs a list of values",
  ],
  ["a port", { token_url: "https://accounts.example:{{ callback.a }}/t" }, {}, "needs a list of values"],
  ["a whole address", { token_url: "{{ callback.a }}/t" }, {}, "needs a list of values"],
  ["an address to revoke at", { revoke_url: "{{ callback.a }}/t" }, {}, "needs a list of values"],
  ["the base URL", {}, { base_url: "{{ callback.a }}/t" }, "needs a list of values"],
  [
    "one request's base URL",
    {},
    {
      check: {
        request: { method: "GET", path: "/", base_url: "https://{{ callback.a }}.example" },
      },
    },
    "needs a list of values",
  ],
  [
    "values that are no addresses",
    { token_url: "{{ callback.a }}/t", callback: [{ name: "a", values: ["eu"] }] },
    {},
    "must be https addresses",
  ],
  [
    "values that are no labels",
    { token_url: "https://x.{{ callback.a }}/t", callback: [{ name: "a", values: ["com.au"] }] },
    {},
    "must be letters, digits and hyphens",
  ],
  ["the page of consent", { authorize_url: "https://x.example/{{ callback.a }}" }, {}, "refers to callback"],
  [
    "an unknown name",
    { token_url: "https://x.example/{{ callback.b }}" },
    {},
    "callback.b, which is not declared",
  ],
  ["a name of OAuth2", { callback: [{ name: "code" }] }, {}, "is a parameter of OAuth2 itself"],
  ["a name twice", { callback: [{ name: "a" }, { name: "a" }] }, {}, "declares a twice"],
])("a definition is refused if a parameter of the callback becomes %s", async (_, auth, more, message) => {
  const added = await add({ callback: [{ name: "a" }], ...auth }, more);
  expect(added.status).toBe(400);
  expect(added.text).toContain(message);
});

test("imported tokens need the same values", async () => {
  const dir = await mkdtemp(join(tmpdir(), "junctor-callback-"));
  await mkdir(join(dir, "kept"));
  const client = { client_id: "id", client_secret: "client-secret-text" };
  const manifest = { ...buildOAuthDefinition("kept", provider.url, { ...REALM, ...client }), ...ofCompany() };
  await writeFile(join(dir, "kept", "manifest.yaml"), JSON.stringify(manifest));
  const server = await startTestServer({ connectorsDir: dir });
  await server.account("importer");
  const migrate = (values: object) => {
    const body = { slug: "kept", auth_object: { oauth2: { access_token: "t1", ...values } } };
    const url = "/api/v2/public/migrate-token";
    return server.request({ method: "PUT", url, key: server.testKey, account: "importer", body });
  };
  try {
    expect((await migrate({})).body.message).toBe("auth_object.realmId is missing.");
    expect((await migrate({ realmId: "a b" })).status).toBe(400);
    expect(provider.apiPaths).toEqual([]);
    const done = await migrate({ realmId: "77" });
    expect(done.status, done.text).toBe(200);
    expect(provider.apiPaths).toEqual(["/v3/77/company/77"]);
  } finally {
    await server.close();
    await rm(dir, { recursive: true });
  }
});

test.each([
  ["none", "", 200],
  ["the declared one", "&iss=https%3A%2F%2Fas.example", 200],
  ["one with a slash", "&iss=https%3A%2F%2Fas.example%2F", 400],
  ["one in another case", "&iss=https%3A%2F%2FAS.example", 400],
  ["one with a port", "&iss=https%3A%2F%2Fas.example%3A443", 400],
  ["an empty one", "&iss=", 400],
  ["the declared one twice", "&iss=https%3A%2F%2Fas.example&iss=https%3A%2F%2Fas.example", 400],
  ["two", "&iss=https%3A%2F%2Fas.example&iss=https%3A%2F%2Fevil.example", 400],
  ["a list", "&iss[]=https%3A%2F%2Fas.example", 200],
])("with a declared issuer, a callback with %s ends with the right status", async (_, iss, status) => {
  const { page } = await comeBack({ issuer: "https://as.example" }, `code=c${iss}`);
  expect(page.status, page.text).toBe(status);
  expect(provider.tokenRequests).toHaveLength(status === 200 ? 1 : 0);
});

test("a refusal of another server counts as little as its code", async () => {
  const query = "error=access_denied&iss=https%3A%2F%2Fevil.example";
  const { page } = await comeBack({ issuer: "https://as.example" }, query);
  expect(page.status).toBe(400);
  expect(page.text).not.toContain("did not allow access");
});

test("the code of one server is not sent to the one that the application has by then", async () => {
  const sent = await connections.sendAway({ issuer: "https://as.example" });
  const definition = buildOAuthDefinition(sent.slug, provider.url, { issuer: "https://other.example" });
  const { testKey: key, request } = connections.server;
  const url = "/api/v2/public/application";
  expect((await request({ method: "POST", url, key, body: definition })).status).toBe(200);
  expect((await sent.back("code=c&iss=https%3A%2F%2Fas.example")).status).toBe(400);
  expect(provider.tokenRequests).toEqual([]);
});

test("without a declared issuer, iss is ignored", async () => {
  const { page } = await comeBack({}, "code=c&iss=https%3A%2F%2Fanybody.example");
  expect(page.status, page.text).toBe(200);
});

test("with a token_path, a customer who declined that part is not connected", async () => {
  provider.script.splice(0, 9, { body: { ok: true, access_token: "t1", authed_user: { id: "U1" } } });
  const { page } = await comeBack({ token_path: "authed_user" }, "code=c");
  expect(page.status).toBe(400);
  expect(page.text).toContain("a part that this connection needs is missing");
  expect(provider.apiPaths).toEqual([]);
});
