import { afterAll, beforeAll, expect, test } from "vitest";
import document from "../../../openapi.json" with { type: "json" };
import { signInOperator } from "../../test/sign-in-operator.ts";
import { startTestServer, type TestRequest, type TestServer } from "../../test/test-server.ts";
import { OPERATIONS } from "../api/operations.ts";
import { generateApiKey, insertApiKey } from "./keys/keys.ts";
import { isAtLeast, ROLES, type Role } from "./roles.ts";

interface DocumentedOperation {
  readonly operationId: string;
  readonly security?: readonly object[];
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
const operations = Object.entries(
  document.paths as Record<string, Record<string, DocumentedOperation>>,
).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ path, method, ...operation }] : [];
  }),
);
const leastRoles = new Map(OPERATIONS.map(({ id, least }) => [id, least]));
const takingKeys = operations.filter(({ security = [] }) => security.some((one) => "apiKey" in one));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A NUL in the address is refused after the role is checked and before anything is done. */
function request({ path, method }: { path: string; method: string }): TestRequest {
  const url = `${path.replace(/\{\w+\}/g, "none")}?x=%00`;
  return { method: method.toUpperCase() as "GET", url };
}

async function makeKey(role: Role): Promise<string> {
  const { db, vault, clock } = server.deps;
  const key = generateApiKey("test");
  const { id } = await insertApiKey(db, vault, server.test, key, clock.now());
  await db.updateTable("api_keys").set({ role }).where("id", "=", id).execute();
  return key;
}

test("the list of operations has those of the document, each once", () => {
  const ids = OPERATIONS.map(({ id }) => id);
  expect([...ids].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

test.each(ROLES)(
  "a %s may call what its role allows and nothing else, by cookie and by key",
  async (role) => {
    const { headers } = await signInOperator(server, { test: role });
    const key = await makeKey(role);
    for (const operation of takingKeys) {
      const least = leastRoles.get(operation.operationId) ?? expect.fail(operation.operationId);
      for (const credential of [{ headers }, { key }]) {
        const reply = await server.request({ ...request(operation), ...credential });
        const what = `${operation.operationId} ${Object.keys(credential)}`;
        if (isAtLeast(role, least)) expect(reply.status, what).toBe(400);
        else {
          expect(reply.body, what).toMatchObject({ status_code: 403, error_code: "ROLE_TOO_LOW" });
          expect(reply.body.message).toBe(
            `This requires the role ${least} in the test environment; yours is ${role}.`,
          );
        }
      }
    }
  },
);

test("an operator without a role in an environment has no access there", async () => {
  const { headers } = await signInOperator(server, { test: "owner" }, "production");
  for (const operation of takingKeys) {
    const { status, body } = await server.request({ ...request(operation), headers });
    expect([status, body.error_code], operation.operationId).toEqual([403, "ROLE_TOO_LOW"]);
  }
  const { body } = await server.request({ url: "/api/v2/public/execution", headers });
  expect(body.message).toBe("This requires the role viewer in the production environment; you have none.");
});

test("raw requests to applications need the role developer", async () => {
  const { headers } = await signInOperator(server, "support");
  const reply = await server.request({
    url: "/api/v2/public/proxy/slack/x",
    headers: { ...headers, linked_account_id: "a" },
  });
  expect(reply.body.error_code).toBe("ROLE_TOO_LOW");
});
