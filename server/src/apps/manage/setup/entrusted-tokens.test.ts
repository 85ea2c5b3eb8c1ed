import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestConnections, type TestConnections } from "../../actions/test-connections.ts";
import { buildOAuthDefinition } from "../../connections/fake-provider.ts";

const APPLICATION = "/api/v2/public/application";
const TOKENS = { access_token: "t1", refresh_token: "r1", expires_in: 3600 };
const ELSEWHERE = {
  kind: "oauth2",
  authorize_url: "https://id.example.com/authorize",
  token_url: "https://id.example.com/token",
  scopes: [],
};

let connections: TestConnections;
beforeAll(async () => {
  connections = await startTestConnections();
});
afterAll(() => connections.close());

const send = (method: "POST" | "PUT", url: string, body: object) =>
  connections.server.request({ method, url, key: connections.server.testKey, body });

async function changeSignIn(slug: string, signIn: object): Promise<[status: number, message: unknown]> {
  const { status, body } = await send("PUT", `${APPLICATION}/${slug}/setup`, { sign_in: signIn });
  return [status, body.message];
}

const REFUSED = [
  400,
  expect.stringContaining("has connections of 1 customer, whose credentials would go to"),
];

test("400: tokens of a sign-in that stays do not go to another host because a second way ends", async () => {
  const { slug } = await connections.connect(TOKENS);
  const definition: { auth?: object } = buildOAuthDefinition(slug, connections.provider.url);
  const keybased = {
    fields: [{ name: "key", label: "Key" }],
    apply: { headers: { "x-key": "{{ credentials.key }}" } },
  };
  const both = { ...definition, auth: { ...definition.auth, keybased } };
  expect((await send("POST", APPLICATION, both)).status).toBe(200);
  expect(await changeSignIn(slug, ELSEWHERE)).toEqual(REFUSED);
});

test("400: tokens of an expired connection do not go to another host by way of another kind of sign-in", async () => {
  const { slug } = await connections.connect(TOKENS);
  const key = { kind: "header", name: "x-key", label: "Key" };
  expect(await changeSignIn(slug, key)).toEqual([200, undefined]);
  expect(await changeSignIn(slug, ELSEWHERE)).toEqual(REFUSED);
});
