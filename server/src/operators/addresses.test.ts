import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { addPendingRecords } from "../audit-log/write.ts";
import { normalizeEmail } from "./store.ts";

const OPERATORS = "/api/v2/public/operators";
const SESSION = "/api/v2/public/operator-session";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const invite = (key: string, email: string, role = "viewer") =>
  server.request({
    method: "POST",
    url: OPERATORS,
    key,
    body: { email, roles: { test: role, production: role } },
  });
const useLink = (link: string, password?: string) =>
  server.request({
    method: "POST",
    url: `${SESSION}/link`,
    body: { token: link.split("#")[1], ...(password && { password }) },
  });
const signIn = (email: string, password: string) =>
  server.request({ method: "POST", url: SESSION, body: { email, password } });
const find = async (key: string, id: string) => {
  const { body } = await server.request({ url: `${OPERATORS}?limit=100`, key });
  return body.docs.find((one: { id: string }) => one.id === id);
};

test("an organization invites an address that an operator of another one has, and each signs in to their own", async () => {
  const [ours, theirs] = [await server.organization(), await server.organization()];
  const squatter = await invite(theirs.productionKey, "ceo@example.com");
  await useLink(squatter.body.link, "the squatter's password");
  const ceo = await invite(ours.productionKey, "CEO@example.com", "owner");
  expect(ceo.status, ceo.text).toBe(200);
  expect((await invite(ours.productionKey, "ceo@example.com")).status).toBe(409);
  await useLink(ceo.body.link, "the password of the CEO");
  const signedIn = await signIn("ceo@example.com", "the password of the CEO");
  expect(signedIn.body.operator.id).toBe(ceo.body.operator.id);
  expect(signedIn.body.organization.id).toBe(ours.orgId);
  const other = await signIn("ceo@example.com", "the squatter's password");
  expect(other.body.organization.id).toBe(theirs.orgId);
  expect((await signIn("ceo@example.com", "nobody's password")).status).toBe(401);
  // Removing one changes nothing about the other.
  const removal = {
    method: "DELETE",
    url: `${OPERATORS}/${squatter.body.operator.id}`,
    key: theirs.productionKey,
  };
  expect((await server.request({ ...removal, method: "DELETE" })).status).toBe(200);
  expect((await signIn("ceo@example.com", "the squatter's password")).status).toBe(401);
  expect((await signIn("ceo@example.com", "the password of the CEO")).status).toBe(200);
});

test("a refused sign-in is recorded in each organization that has the address", async () => {
  const [one, other] = [await server.organization(), await server.organization()];
  for (const { productionKey } of [one, other]) await invite(productionKey, "both@example.com");
  expect((await signIn("both@example.com", "a wrong password")).status).toBe(401);
  await addPendingRecords(server.deps);
  for (const { productionKey } of [one, other]) {
    const url = "/api/v2/public/audit-log?action=operator.sign_in_refused";
    const { body } = await server.request({ url, key: productionKey });
    expect(body.docs).toMatchObject([{ object: { name: "both@example.com" } }]);
  }
});

test("an address is proved by a link made for it, and unproved again when an owner changes it", async () => {
  const { productionKey: key } = await server.organization();
  const { body } = await invite(key, "ada@example.com");
  const url = `${OPERATORS}/${body.operator.id}`;
  await useLink(body.link);
  expect(await find(key, body.operator.id)).toMatchObject({ email_proved: true });
  await server.request({ method: "PUT", url, key, body: { email: "ADA@example.com", name: "Ada" } });
  expect(await find(key, body.operator.id)).toMatchObject({ email_proved: true, name: "Ada" });
  await server.request({ method: "PUT", url, key, body: { email: "ada@example.org" } });
  expect(await find(key, body.operator.id)).toMatchObject({ email_proved: false });
  const { body: again } = await server.request({ method: "POST", url: `${url}/link`, key });
  await useLink(again.link);
  expect(await find(key, body.operator.id)).toMatchObject({ email_proved: true });
});

test("concurrent changes to one address leave it with one operator", async () => {
  const { productionKey: key } = await server.organization();
  const ids = await Promise.all(
    [1, 2, 3, 4].map(async (n) => (await invite(key, `${n}@example.com`)).body.operator.id as string),
  );
  const ends = await Promise.all([
    ...ids.map((id) =>
      server.request({ method: "PUT", url: `${OPERATORS}/${id}`, key, body: { email: "one@example.com" } }),
    ),
    invite(key, "one@example.com"),
  ]);
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

test("addresses with invisible characters are refused", async () => {
  const { productionKey: key } = await server.organization();
  for (const email of [
    "ceo\u200b@example.com",
    "ceo@exam\u00adple.com",
    "\ufeffceo@example.com",
    "c\u202eeo@x.y",
  ])
    expect((await invite(key, email)).status, JSON.stringify(email)).toBe(400);
});

test("addresses are compared without case, but no letter becomes one of another alphabet", () => {
  expect(normalizeEmail(" Ada@Example.COM ")).toBe("ada@example.com");
  expect(normalizeEmail("ÄRGER@example.com")).toBe("ärger@example.com");
  // The Kelvin sign, a full-width k, a dotless i and an I with a dot.
  for (const email of [
    "boo\u212a@example.com",
    "boo\uff4b@example.com",
    "mıke@example.com",
    "mİke@example.com",
  ])
    expect(["book@example.com", "mike@example.com"]).not.toContain(normalizeEmail(email));
});
