import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveConsent } from "../../../demo/third-party/approve-consent.ts";
import { buildOAuthDefinition } from "../../src/apps/connections/fake-provider.ts";
import { startLocalServer } from "../../src/platform/outbound/local-server.ts";
import { TIMESTAMP } from "../spec/shapes.ts";
import { ACCOUNT, BROWSER_ROWS } from "./browser-rows.ts";
import { type ContractServer, OAUTH, type Sent, startContractServer, type World } from "./contract-server.ts";

let server: ContractServer;
let token: string;
beforeAll(async () => {
  server = await startContractServer();
  server.work();
  token = await server.account(ACCOUNT);
});
afterAll(() => server.close());

const APPS = "/api/v2/f-sdk/application";
const made: World["made"] = {};

describe("every request of the published browser clients is answered in the form that they read", () => {
  test.each(BROWSER_ROWS.map((row) => [row.name, row] as const))("%s", async (_name, { sent, reads }) => {
    const got = await server.asBrowser(token, sent({ server, made }));
    expect(got.body, `${got.status} ${got.text}`).toEqual(reads({ server, made }));
    expect([got.status, got.reason]).toEqual([200, "OK"]);
    expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test.each(BROWSER_ROWS.map((row) => [row.name, row] as const))(
    "%s, with a token that is not valid: a reason up to JS 8.4, a JSON body from 8.5 on",
    async (_name, { sent }) => {
      const got = await server.asBrowser("not.a.token", sent({ server, made }));
      expect([got.status, got.reason]).toEqual([401, "Unauthorized"]);
      expect(got.body).toMatchObject({ status_code: 401, error_code: "INVALID_TOKEN" });
      expect(got.body.message).toEqual(expect.any(String));
    },
  );
});

test("connect by client credentials, RJ 10.2+: without a window, the answer says whether it is connected", async () => {
  const provider = await startLocalServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ access_token: "t", token_type: "bearer", expires_in: 3600 }));
  });
  const change = { grant: "client_credentials", client_auth: "post" };
  const definition = buildOAuthDefinition("machines", provider.origin, change);
  const settings = { client_id: "id", client_secret: "secret" };
  const path = "/api/v2/public/application";
  for (const [method, url, body] of [
    ["POST", path, definition],
    ["PUT", `${path}/machines/settings`, settings],
  ] as const)
    expect(await server.asBackend(undefined, { method, path: url, body })).toMatchObject({ status: 200 });
  const sent = { method: "POST", path: "/api/v1/machines/integrate", body: { any: "field" } };
  expect((await server.asBrowser(token, sent)).body).toEqual({ connected: true });
  await provider.close();
});

describe("the poll that completes an OAuth2 connect", () => {
  interface App {
    connected?: boolean;
    reauth_required?: boolean;
    connected_accounts: { auth_type: string; status: string; connectedAt: string }[];
  }
  /** How each version decides that the customer has come back. */
  const succeeded = (app: App) => ({
    "JS 3.0-7.0.0": app.connected === true,
    "JS 7.0.1-8": app.connected === true && !app.reauth_required,
    "JS 9, RJ": app.connected_accounts.some((one) => one.auth_type === "oauth2" && one.status === "active"),
  });
  const poll = async (who: string): Promise<App> =>
    (await server.asBrowser(who, { path: `${APPS}/${OAUTH}` })).body;
  const integrate = `/api/v1/${OAUTH}/integrate`;

  test.each<[string, Sent]>([
    ["JS 0.1-6", { path: integrate }],
    ["JS 7-9, RJ 10.0-10.4, with the bare ? of an empty query", { path: `${integrate}?` }],
    ["JS 9.3-beta", { path: `${integrate}?auth_config_id=oauth2` }],
    ["RJ 10.5+, with an empty map", { method: "POST", path: integrate, body: {} }],
    ["RJ 10.8, with more beside it", { method: "POST", path: integrate, body: { authProfileId: "1" } }],
  ])("%s: an address to open; once the customer has consented, every version sees it", async (name, sent) => {
    const who = await server.account(`polling ${name}`);
    const { body } = await server.asBrowser(who, sent);
    expect(body).toEqual({ auth_url: expect.stringMatching(/^http/) });
    expect(Object.values(succeeded(await poll(who)))).toEqual([false, false, false]);
    await approveConsent(body.auth_url);
    expect(Object.values(succeeded(await poll(who)))).toEqual([true, true, true]);
  });

  test("an expired connection stays connected but asks for a renewal, until the new tokens are stored", async () => {
    const who = await server.account("expired");
    const connect = async () =>
      approveConsent((await server.asBrowser(who, { path: `${integrate}?` })).body.auth_url);
    await connect();
    const [first] = (await poll(who)).connected_accounts;
    await server.deps.db.updateTable("connections").set({ status: "expired" }).execute();
    await server.asBrowser(who, { path: `${integrate}?` });
    expect(await poll(who)).toMatchObject({ connected: true, reauth_required: true });
    expect(succeeded(await poll(who))).toMatchObject({ "JS 7.0.1-8": false, "JS 9, RJ": false });
    await connect();
    expect(Object.values(succeeded(await poll(who)))).toEqual([true, true, true]);
    const [second] = (await poll(who)).connected_accounts;
    // RJ 10.8 compares the two timestamps.
    expect(second?.connectedAt).toEqual(TIMESTAMP);
    expect(String(second?.connectedAt) > String(first?.connectedAt)).toBe(true);
  });
});
