import { afterAll, beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { eventually, startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";
import { runStatement } from "../../platform/database/database.ts";
import { buildSigningKeyIdSql, listApiKeys } from "./keys.ts";

const KEYS = "/api/v2/public/api-keys";
const ORGANIZATION = "/api/v2/public/organization";
const DAY_MS = 86_400_000;

let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => new Date(nowMs) } });
});
afterAll(() => server.close());

const byKey = (request: TestRequest) => server.request({ key: server.testKey, ...request });
const create = (body: object, request: Partial<TestRequest> = {}) =>
  byKey({ method: "POST", url: KEYS, body, ...request });
const use = async (key: string, from?: string) =>
  (await server.request({ url: ORGANIZATION, key, ...(from && { headers: { "x-forwarded-for": from } }) }))
    .status;
async function listed(id: string) {
  const { body } = await byKey({ url: `${KEYS}?limit=100` });
  return body.docs.find((one: { id: string }) => one.id === id);
}

test("a key is created, shown once, listed without its secret, and revoked at once", async () => {
  const { status, body } = await create({ name: "CI", role: "developer" });
  expect(status).toBe(200);
  const { key, ...record } = body;
  expect(key).toMatch(/^tk_[0-9A-Za-z]{36}$/);
  expect(record).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: "CI",
    role: "developer",
    last_four: key.slice(-4),
    created_at: new Date(nowMs).toISOString(),
    expires_at: null,
    last_used_at: null,
    last_used_from: null,
  });
  expect(await listed(body.id)).toEqual(record);
  expect((await byKey({ url: KEYS })).text).not.toContain(key);
  expect(await use(key)).toBe(200);
  const remove = () => byKey({ method: "DELETE", url: `${KEYS}/${body.id}` });
  expect((await remove()).status).toBe(200);
  expect(await use(key)).toBe(401);
  expect((await remove()).status).toBe(404);
  expect(await listed(body.id)).toBeUndefined();
});

test("keys from before roles are owners without a name", async () => {
  const { body } = await byKey({ url: KEYS });
  expect(body.docs[0]).toMatchObject({ name: null, role: "owner", last_four: server.testKey.slice(-4) });
});

test("a key expires at its time", async () => {
  const expires_at = new Date(nowMs + DAY_MS).toISOString();
  const { body } = await create({ name: "For a day", role: "viewer", expires_at });
  expect(body.expires_at).toBe(expires_at);
  expect(await use(body.key)).toBe(200);
  nowMs += DAY_MS - 1;
  expect(await use(body.key)).toBe(200);
  nowMs += 1;
  expect(await use(body.key)).toBe(401);
  for (const bad of [new Date(nowMs).toISOString(), "tomorrow", 5])
    expect((await create({ name: "Bad", role: "viewer", expires_at: bad })).status).toBe(400);
  expect(await create({ name: "Bad", role: "viewer", expiresAt: expires_at })).toMatchObject({
    status: 400,
    body: { message: 'body must not have the field "expiresAt".' },
  });
});

test("a key that expires cannot create one that expires later", async () => {
  const at = (days: number) => new Date(nowMs + days * DAY_MS).toISOString();
  const { body: brief } = await create({ name: "For a day", role: "developer", expires_at: at(1) });
  const byBrief = (expires_at?: string) =>
    create({ name: "More", role: "viewer", ...(expires_at && { expires_at }) }, { key: brief.key });
  for (const later of [undefined, at(2)])
    expect(await byBrief(later)).toMatchObject({
      status: 400,
      body: { message: `expires_at must be at most ${at(1)}, when your own key ends.` },
    });
  expect((await byBrief(at(1))).status).toBe(200);
});

test("the day and the address of the last use are shown", async () => {
  const { body } = await create({ name: "Used", role: "viewer" });
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const usedFrom = (last_used_from: string) =>
    eventually(async () => (await listed(body.id)).last_used_from === last_used_from && listed(body.id));
  await use(body.key, "203.0.113.1");
  expect(await usedFrom("203.0.113.1")).toMatchObject({ last_used_at: day(nowMs) });
  await use(body.key, "2001:4860:4860::8888");
  await usedFrom("2001:4860:4860:0");
  nowMs += DAY_MS;
  await use(body.key, "203.0.113.1");
  expect(await usedFrom("203.0.113.1")).toMatchObject({ last_used_at: day(nowMs) });
});

test("a use is recorded once a day per key and address, however often it occurs", async () => {
  const { body } = await create({ name: "Busy", role: "viewer" });
  const { db } = server.deps;
  const version = async () => {
    const text = "select xmin::text as version from api_keys where id = $1";
    return (await runStatement<{ version: string }>(db, { text }, [body.id]))[0]?.version;
  };
  await use(body.key);
  await eventually(async () => (await listed(body.id)).last_used_at !== null);
  const before = await version();
  for (let i = 0; i < 20; i++) await use(body.key);
  expect(await version()).toBe(before);
});

test("nobody creates or revokes a key above their own role, by key or by cookie", async () => {
  const { body: developer } = await create({ name: "Developer", role: "developer" });
  const { body: owner } = await create({ name: "Owner", role: "owner" });
  const { headers } = await signInOperator(server, "developer");
  for (const credential of [{ key: developer.key }, { key: "", headers }]) {
    const refused = [
      await create({ name: "More", role: "owner" }, credential),
      await byKey({ method: "DELETE", url: `${KEYS}/${owner.id}`, ...credential }),
    ];
    for (const { status, body } of refused) {
      expect([status, body.error_code]).toEqual([403, "ROLE_TOO_LOW"]);
      expect(body.message).toBe("This requires the role owner in the test environment; yours is developer.");
    }
    const { status, body } = await create({ name: "As much", role: "developer" }, credential);
    expect(status).toBe(200);
    expect((await byKey({ method: "DELETE", url: `${KEYS}/${body.id}`, ...credential })).status).toBe(200);
  }
  expect(await use(owner.key)).toBe(200);
});

test("keys of another environment or organization do not exist", async () => {
  const { body } = await create({ name: "Of test", role: "viewer" });
  const stranger = await server.organization();
  for (const key of [server.productionKey, stranger.testKey]) {
    expect((await byKey({ method: "DELETE", url: `${KEYS}/${body.id}`, key })).status).toBe(404);
    expect((await byKey({ url: KEYS, key })).text).not.toContain(body.id);
  }
  expect((await create({ name: "P", role: "viewer" }, { key: server.productionKey })).body.key).toMatch(
    /^pk_/,
  );
});

test("webhooks are signed with no key of a lower role and no expired one if there is another", async () => {
  const { db } = server.deps;
  const { orgId, testKey, test: scope } = await server.organization();
  const text = `select ${buildSigningKeyIdSql("owner")} as id from (select $1::text as org_id, $2::text as environment) owner`;
  const signing = async () =>
    (await runStatement<{ id: string | null }>(db, { text }, [orgId, scope.environment]))[0]?.id;
  const make = async (body: object) => (await create(body, { key: testKey })).body.id;
  const viewer = await make({ name: "Viewer", role: "viewer" });
  const developer = await make({ name: "Developer", role: "developer" });
  const [first] = (await listApiKeys(db, orgId)).filter(({ environment }) => environment === "test");
  expect(await signing()).toBe(first?.id);
  await db
    .updateTable("api_keys")
    .set({ expires_at: new Date(0) })
    .where("id", "=", first?.id ?? "")
    .execute();
  expect(await signing()).toBe(developer);
  await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", developer).execute();
  expect(await signing()).toBe(viewer);
});
