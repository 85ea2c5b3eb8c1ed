import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveConsent } from "../../../demo/third-party/approve-consent.ts";
import { decryptConnectionSecrets } from "../../src/apps/connections/credential.ts";
import { BACKEND_ROWS } from "./backend-rows.ts";
import { type ContractServer, OAUTH, startContractServer, type World } from "./contract-server.ts";

let server: ContractServer;
const made: World["made"] = {};
beforeAll(async () => {
  server = await startContractServer();
  server.work();
  Object.assign(made, await tokensOfAnotherSystem());
});
afterAll(() => server.close());

/** Tokens that a customer consented to in another system with the same client. */
async function tokensOfAnotherSystem() {
  const token = await server.account("elsewhere");
  const { body } = await server.asBrowser(token, { path: `/api/v1/${OAUTH}/integrate?` });
  await approveConsent(body.auth_url);
  const { db, vault } = server.deps;
  const row = await db.selectFrom("connections").selectAll().executeTakeFirstOrThrow();
  const { values, refreshToken = "" } = decryptConnectionSecrets(vault, row);
  // Deleted here, because the API would also revoke them.
  await db.deleteFrom("connections").execute();
  return { access_token: String(values.access_token), refresh_token: refreshToken };
}

describe("every request of @cobaltio/cobalt 1.3.0 is answered in the form that it reads", () => {
  test.each(BACKEND_ROWS.map((row) => [row.name, row] as const))("%s", async (_name, row) => {
    const got = await server.asBackend(row.account, row.sent({ server, made }));
    expect(got.body, `${got.status} ${got.text}`).toEqual(row.reads({ server, made }));
    // The library throws if this is falsy.
    expect(got.body).toBeTruthy();
    expect([got.status, got.reason]).toEqual([200, "OK"]);
  });

  test.each(BACKEND_ROWS.map((row) => [row.name, row] as const))(
    "%s, with a wrong key: the library throws the body's message",
    async (_name, row) => {
      const headers = { ...row.sent({ server, made }).headers, "x-api-key": "tk_wrong" };
      const got = await server.asBackend(row.account, { ...row.sent({ server, made }), headers });
      expect([got.status, got.reason]).toEqual([401, "Unauthorized"]);
      expect(got.body.message).toBe("Invalid Credentials");
    },
  );
});
