import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { createId } from "../platform/id.ts";
import { createSignInLink } from "./links.ts";
import { createPasswordHasher, type PasswordHasher } from "./passwords.ts";
import { signInByLink, signInByPassword } from "./sign-in.ts";
import { signInByIdentity } from "./sign-in-by-identity.ts";
import { deleteOperator, insertOperator, type OperatorRow, readOperator, setPassword } from "./store.ts";
import { enableTotp, setTotp } from "./totp-store.ts";

const PASSWORD = "a long enough password";
const VISITOR = { address: "203.0.113.9", userAgent: "Test" };
const passwords = createPasswordHasher();

let server: TestServer;
let hash: string;
beforeAll(async () => {
  server = await startTestServer();
  hash = await passwords.hash(PASSWORD);
});
afterAll(() => server.close());

/** An operator as a request has read it. */
async function createOperator(passwordHash: string | null): Promise<OperatorRow> {
  const { db, clock } = server.deps;
  const email = `${createId()}@example.com`;
  const { id } = await insertOperator(db, server.orgId, { email, roles: { test: "viewer" } }, clock.now());
  if (passwordHash !== null) await setPassword(db, id, passwordHash, clock.now());
  return readOperator(db, server.orgId, id);
}

function signIn(operators: readonly OperatorRow[], hasher: PasswordHasher = passwords) {
  const counted = { isKnown: false, countCode: async () => async () => {}, succeeded: async () => {} };
  const given = { operators, password: PASSWORD, code: undefined, counted };
  return signInByPassword({ ...server.deps, passwords: hasher }, given, VISITOR);
}

const update = (id: string, changes: object) =>
  server.deps.db.updateTable("operators").set(changes).where("id", "=", id).execute();

test.each<[string, (row: OperatorRow) => Promise<unknown>]>([
  ["an authenticator", ({ id }) => update(id, { totp_on: true })],
  ["another password", ({ id }) => update(id, { password_hash: "another" })],
  ["no password", ({ id }) => update(id, { password_hash: null })],
  ["been removed", ({ id }) => deleteOperator(server.deps.db, server.orgId, id)],
])("a password opens no session if the operator has %s by the time it is checked", async (_, change) => {
  const operator = await createOperator(hash);
  await change(operator);
  await expect(signIn([operator])).rejects.toMatchObject({ code: "INVALID_SIGN_IN" });
  const sessions = server.deps.db.selectFrom("operator_sessions").select("id");
  expect(await sessions.where("operator_id", "=", operator.id).execute()).toEqual([]);
});

test("the first link creates no operator if production has an owner by the time it is used", async () => {
  const { db, queue, clock } = server.deps;
  const { orgId } = await server.organization();
  await db.updateTable("operators").set({ production_role: null }).execute();
  const token = await queue.transaction((tx) =>
    createSignInLink(tx, { orgId, operatorId: null }, clock.now()),
  );
  const invite = { email: `${createId()}@example.com`, roles: { production: "owner" } } as const;
  const hasher = {
    ...passwords,
    hash: async () => {
      await insertOperator(db, orgId, invite, clock.now());
      return hash;
    },
  };
  const given = { token, email: `${createId()}@example.com`, password: PASSWORD };
  const by = { visitor: VISITOR, countCode: async () => async () => {} };
  await expect(signInByLink({ ...server.deps, passwords: hasher }, given, by)).rejects.toMatchObject({
    code: "LINK_USED",
  });
  const operators = await db.selectFrom("operators").select("email").where("org_id", "=", orgId).execute();
  expect(operators).toEqual([{ email: invite.email }]);
});

test.each<[string, object]>([
  ["another address", { email: "moved@example.com" }],
  ["another identity", { oidc_issuer: "https://id.example.com", oidc_subject: "other" }],
])("an identity signs nobody in who has %s by the time", async (_, change) => {
  const operator = await createOperator(null);
  const { queue } = server.deps;
  const transaction: typeof queue.transaction = async (work) => {
    await update(operator.id, change);
    return queue.transaction(work);
  };
  const identity = {
    issuer: "https://id.example.com",
    subject: "own",
    readEmail: async () => operator.email,
  };
  const deps = { ...server.deps, queue: { ...queue, transaction } };
  expect(await signInByIdentity(deps, identity, VISITOR)).toBeUndefined();
  const sessions = server.deps.db.selectFrom("operator_sessions").select("id");
  expect(await sessions.where("operator_id", "=", operator.id).execute()).toEqual([]);
});

test("a code of a secret that was replaced turns no authenticator on", async () => {
  const { db, clock } = server.deps;
  const { id } = await createOperator(hash);
  const secret = async (text: string) => {
    expect(await setTotp(db, id, Buffer.from(text), clock.now())).toBe(true);
    return readOperator(db, server.orgId, id);
  };
  const [first, second] = [await secret("first"), await secret("second")];
  expect(await enableTotp(db, first, clock.now())).toBe(false);
  expect((await readOperator(db, server.orgId, id)).totp_on).toBe(false);
  expect(await enableTotp(db, second, clock.now())).toBe(true);
  expect(await setTotp(db, id, Buffer.from("third"), clock.now())).toBe(false);
});

test("a password is hashed once, whether or not there is such an operator, or it has a password", async () => {
  for (const operators of [[], [await createOperator(null)], [await createOperator(hash)]]) {
    const hashed: (string | null)[] = [];
    const counting: PasswordHasher = {
      ...passwords,
      isSame: (password, stored, asker) => {
        hashed.push(stored);
        return passwords.isSame(password, stored, asker);
      },
    };
    await signIn(operators, counting).catch(() => undefined);
    expect(hashed).toEqual([operators[0]?.password_hash ?? null]);
  }
});
