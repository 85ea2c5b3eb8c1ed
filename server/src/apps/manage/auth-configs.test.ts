import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { buildOAuthDefinition, type FakeProvider, startFakeProvider } from "../connections/fake-provider.ts";

let server: TestServer;
let provider: FakeProvider;
let token: string;

beforeAll(async () => {
  provider = await startFakeProvider();
  provider.accepted.add("good-key");
  server = await startTestServer();
  token = await server.account("acme");
  const keyed = {
    fields: [{ name: "key", label: "Key" }],
    apply: { headers: { "x-key": "{{ credentials.key }}" } },
  };
  const signIn = buildOAuthDefinition("sign-in", provider.url);
  await define(signIn);
  await define({
    ...signIn,
    slug: "both",
    auth: { ...(signIn.auth as object), default: "oauth2", keybased: keyed },
  });
  await define({ ...signIn, slug: "keyed", auth: { keybased: keyed }, check: undefined });
  for (const slug of ["sign-in", "both"])
    await send("PUT", `/api/v2/public/application/${slug}/settings`, { client_id: "c", client_secret: "s" });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function send(method: "POST" | "PUT", url: string, body: object) {
  const reply = await server.request({ method, url, key: server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
}

const define = (body: object) => send("POST", "/api/v2/public/application", body);
const list = (slug: string) => server.request({ url: `/api/v2/public/slug/${slug}/auth-config`, token });
const integrate = (slug: string, query: string) =>
  server.request({ url: `/api/v1/${slug}/integrate?${query}`, token });
const save = (slug: string, query: string) =>
  server.request({
    method: "POST",
    url: `/api/v2/app/${slug}/save?${query}`,
    token,
    body: { key: "good-key" },
  });

test("an application has an auth config for each way to connect it, the default one first", async () => {
  expect((await list("both")).body).toEqual({
    docs: [
      { _id: "oauth2", name: "OAuth2", is_default: true },
      { _id: "keybased", name: "Key", is_default: false },
    ],
  });
  expect((await list("keyed")).body.docs).toEqual([{ _id: "keybased", name: "Key", is_default: true }]);
  expect((await list("nothing")).status).toBe(404);
  const url = "/api/v2/public/slug/both/auth-config";
  expect((await server.request({ url, key: server.testKey, account: "acme" })).status).toBe(401);
});

test("a sign-in and a key are connected with their own auth config, which is not among what was entered", async () => {
  const { status, body } = await integrate("sign-in", "auth_config_id=oauth2");
  expect([status, Object.keys(body)]).toEqual([200, ["auth_url"]]);
  expect((await integrate("sign-in", "auth_config_id=")).status).toBe(200);
  expect((await integrate("both", "auth_config_id=oauth2")).status).toBe(200);
  expect((await save("keyed", "auth_config_id=keybased")).status).toBe(200);
  expect((await save("keyed", "auth_config_id=keybased&auth_type=keybased")).status).toBe(200);
});

test("400 for an auth config that the application lacks, or that is connected in another way", async () => {
  const refusal = (message: string) => ({
    status: 400,
    body: { errors: [{ field: "auth_config_id", message }] },
  });
  const unknown = 'auth_config_id: App sign-in has no auth config "keybased": it has oauth2.';
  expect(await integrate("sign-in", "auth_config_id=keybased")).toMatchObject(refusal(unknown));
  for (const id of ["other", "0".repeat(24), "__proto__"])
    for (const reply of [
      await integrate("both", `auth_config_id=${id}`),
      await save("both", `auth_config_id=${id}`),
    ])
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: "auth_config_id" }] } });
  const withKey =
    "auth_config_id: App sign-in is connected with a key there: send its fields to POST /api/v2/app/both/save.";
  expect(await integrate("both", "auth_config_id=keybased")).toMatchObject(refusal(withKey));
  const differs = "auth_config_id: this auth config is not of the type keybased.";
  expect(await save("both", "auth_config_id=oauth2&auth_type=keybased")).toMatchObject(refusal(differs));
  expect((await save("both", "auth_config_id=oauth2")).status).toBe(400);
});
