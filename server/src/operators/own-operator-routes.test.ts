import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const SESSION = "/api/v2/public/operator-session";
const PASSWORD = "a sentence of several words";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Headers = Record<string, string>;
const change = (headers: Headers, body: object) =>
  server.request({ method: "PUT", url: SESSION, headers, body });
const setPassword = (headers: Headers) =>
  server.request({ method: "PUT", url: `${SESSION}/password`, headers, body: { password: PASSWORD } });

test("operators change their name, and owners their address with their password", async () => {
  const { id, headers } = await signInOperator(server, "owner");
  const renamed = await change(headers, { name: "Ada" });
  expect(renamed.status, renamed.text).toBe(200);
  expect(renamed.body.operator.name).toBe("Ada");
  const email = `new-${id}@example.com`;
  await setPassword(headers);
  const wrong = await change(headers, { email, current_password: "another sentence" });
  expect(wrong.body.errors).toMatchObject([{ field: "current_password" }]);
  const changed = await change(headers, { email: email.toUpperCase(), current_password: PASSWORD });
  expect(changed.body.operator).toMatchObject({ email, name: "Ada" });
  // Unchanged values need no password.
  expect((await change(headers, { email, name: "Ada L." })).status).toBe(200);
});

test("an operator cannot take another's address", async () => {
  const [one, other] = [await signInOperator(server, "owner"), await signInOperator(server, "viewer")];
  await setPassword(one.headers);
  const reply = await change(one.headers, { email: other.email, current_password: PASSWORD });
  expect(reply.status).toBe(409);
});

test("nobody but an owner in production takes an address that nobody has yet", async () => {
  for (const roles of [
    { test: "viewer", production: "viewer" },
    { test: "owner", production: "developer" },
  ] as const) {
    const { email: own, headers } = await signInOperator(server, roles);
    await setPassword(headers);
    const refused = await change(headers, { email: "ceo@example.com", current_password: PASSWORD });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field: "email" }]);
    expect((await server.request({ url: SESSION, headers })).body.operator.email).toBe(own);
  }
});

test("owners change addresses, and see who has not signed in yet", async () => {
  const OPERATORS = "/api/v2/public/operators";
  const key = server.productionKey;
  const invited = await server.request({
    method: "POST",
    url: OPERATORS,
    key,
    body: { email: "typo@example.con", roles: { test: "viewer" } },
  });
  const { operator } = invited.body;
  expect(operator.last_sign_in_at).toBeNull();
  const url = `${OPERATORS}/${operator.id}`;
  const mended = await server.request({ method: "PUT", url, key, body: { email: "Typo@example.com" } });
  expect(mended.body).toMatchObject({ email: "typo@example.com", last_sign_in_at: null });
  const token = invited.body.link.split("#")[1];
  // Whoever has the mistaken address may have received it.
  const useLink = (one: string) =>
    server.request({ method: "POST", url: `${SESSION}/link`, body: { token: one } });
  expect((await useLink(token)).body.error_code).toBe("LINK_USED");
  const again = await server.request({ method: "POST", url: `${url}/link`, key });
  const signedIn = await useLink(again.body.link.split("#")[1]);
  expect(signedIn.status, signedIn.text).toBe(200);
  const { body } = await server.request({ url: `${OPERATORS}?limit=100`, key });
  const found = body.docs.find(({ id }: { id: string }) => id === operator.id);
  expect(found).toMatchObject({ has_password: false, last_sign_in_at: expect.stringMatching(/T/) });
});
