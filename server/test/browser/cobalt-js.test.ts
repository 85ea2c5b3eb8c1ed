import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveConsent } from "../../../demo/third-party/approve-consent.ts";
import {
  LEDGERLY_CUSTOMER,
  startThirdParty,
  type ThirdParty,
} from "../../../demo/third-party/third-party.ts";
import { buildOAuthDefinition } from "../../src/apps/connections/fake-provider.ts";
import { type LocalServer, startLocalServer } from "../../src/platform/outbound/local-server.ts";
import { findFreeUrl } from "../free-port.ts";
import { type ListeningServer, startListeningServer } from "../listening-server.ts";
import { echoWorkflow } from "../spec/records.ts";
import { HEX_ID } from "../spec/shapes.ts";
import { describeInChromium } from "./chromium.ts";
import { type CobaltPage, openCobalt, servePages } from "./cobalt-page.ts";
import { consent } from "./consent.ts";

const CONNECTORS = fileURLToPath(new URL("../../../demo/connectors", import.meta.url));
const KEYED = "stockroom";
const OAUTH = "ledgerly";
const MACHINE = "machine";
const CLIENT = { id: "shop", secret: "client-secret-of-the-shop" };
const CONNECTED = { connected: true, reauth_required: false };

let pages: Awaited<ReturnType<typeof servePages>>;
let thirdParty: ThirdParty;
let server: ListeningServer;
let workflow: string;
let machine: LocalServer;

beforeAll(async () => {
  pages = await servePages();
  const publicUrl = await findFreeUrl();
  const redirectUris = [`${publicUrl}/api/v1/${OAUTH}/callback`];
  thirdParty = await startThirdParty({ client: { ...CLIENT, redirectUris } });
  const variables: Record<string, string> = {
    LEDGERLY_URL: thirdParty.url,
    STOCKROOM_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: CLIENT.id,
    LEDGERLY_CLIENT_SECRET: CLIENT.secret,
  };
  server = await startListeningServer({
    publicUrl,
    connectorsDir: CONNECTORS,
    variable: (name) => variables[name],
    corsOrigins: [pages.origin],
    // The client's polling requests do not count.
    rateLimitPerMinute: 10,
  });
  workflow = await publishOffered();
  machine = await startMachine();
});
afterAll(async () => {
  await machine?.close();
  await server?.close();
  await thirdParty?.close();
  pages?.close();
});

async function publishOffered(): Promise<string> {
  const url = "/api/v2/public/workflow";
  const key = server.testKey;
  const data_slots = [
    { id: "region", name: "Region", field_type: "text", required: false },
    { id: "limit", name: "Limit", field_type: "number", required: false },
  ];
  const body = echoWorkflow("API Call", { name: "Offered", slug: KEYED, data_slots });
  const { _id } = (await server.request({ method: "POST", url, key, body })).body;
  const published = { method: "PUT", url: `${url}/${_id}/publish`, key, body: { published: true } } as const;
  expect((await server.request(published)).status).toBe(200);
  return _id;
}

/** A custom application that issues tokens only to its one client. */
async function startMachine(): Promise<LocalServer> {
  const provider = await startLocalServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const isKnown = form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? { access_token: "t" } : { error: "invalid_client" }));
  });
  const { check: _check, ...body } = buildOAuthDefinition(MACHINE, provider.origin, {
    grant: "client_credentials",
    fields: [
      { name: "client_id", label: "Client ID", type: "text" },
      { name: "client_secret", label: "Client secret" },
    ],
    client_id: "{{ credentials.client_id }}",
    client_secret: "{{ credentials.client_secret }}",
  });
  const url = "/api/v2/public/application";
  expect((await server.request({ method: "POST", url, key: server.testKey, body })).status).toBe(200);
  return provider;
}

async function expire(accountId: string): Promise<void> {
  const { db } = server.deps;
  const account = db.selectFrom("linked_accounts").select("id").where("account_id", "=", accountId);
  await db
    .updateTable("connections")
    .set({ status: "expired" })
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
}

describeInChromium("@cobaltio/cobalt-js 8.0.0, unmodified, from another origin", (browser) => {
  const open = async (accountId: string): Promise<CobaltPage> => {
    const token = await server.account(accountId);
    return openCobalt(browser(), pages.origin, { baseUrl: server.baseUrl, token });
  };
  const popupOf = async (cobalt: CobaltPage, slug: string): Promise<Page> => {
    const opened = cobalt.page.waitForEvent("popup");
    await cobalt.begin("connect", slug);
    const popup = await opened;
    await popup.getByRole("button", { name: "Continue to Ledgerly" }).click();
    return popup;
  };

  test("getAccountDetails returns the organization and the account; token is a property that can be set", async () => {
    const cobalt = await openCobalt(browser(), pages.origin, { baseUrl: server.baseUrl });
    expect(await cobalt.call("getAccountDetails")).toEqual({
      thrown: { isError: true, message: "Unauthorized" },
    });
    const token = await server.account("details");
    await cobalt.page.evaluate(
      (value) => Object.assign(Reflect.get(globalThis, "client"), { token: value }),
      token,
    );
    expect((await cobalt.call("getAccountDetails")).value).toEqual({
      org: { _id: server.orgId, name: "Test organization", environment: "test" },
      linked_account: { _id: HEX_ID, account_id: "details" },
    });
  });

  test("getApp without a slug lists the enabled applications, with a slug returns one, and throws Not Found", async () => {
    const cobalt = await open("apps");
    const { value: all } = await cobalt.call("getApp");
    expect(all.map(({ slug }: { slug: string }) => slug)).toEqual(expect.arrayContaining([KEYED, OAUTH]));
    const { value } = await cobalt.call("getApp", KEYED);
    expect(value).toMatchObject({ slug: KEYED, type: KEYED, auth_type: "keybased", connected: false });
    expect(value.auth_input_map).toEqual([
      expect.objectContaining({ name: "key", label: expect.any(String), required: true }),
    ]);
    expect((await cobalt.call("getApp", OAUTH)).value).toMatchObject({ auth_type: "oauth2" });
    expect(await cobalt.call("getApp", "no-such-app")).toEqual({
      thrown: { isError: true, message: "Not Found" },
    });
  });

  test("connect with a key resolves with true, and throws Bad Request for a wrong or missing one", async () => {
    const cobalt = await open("keyed");
    const refused = { thrown: { isError: true, message: "Bad Request" } };
    expect(await cobalt.call("connect", KEYED, { key: "wrong" })).toEqual(refused);
    expect(await cobalt.call("connect", KEYED)).toEqual(refused);
    expect((await cobalt.call("getApp", KEYED)).value.connected).toBe(false);
    expect(await cobalt.call("connect", KEYED, { key: thirdParty.stockroomKey })).toEqual({ value: true });
    expect((await cobalt.call("getApp", KEYED)).value).toMatchObject(CONNECTED);
  });

  test("disconnect resolves with nothing and removes the connection; a second time it throws Not Found", async () => {
    const cobalt = await open("leaving");
    await cobalt.call("connect", KEYED, { key: thirdParty.stockroomKey });
    expect(await cobalt.call("disconnect", KEYED)).toEqual({ value: undefined });
    expect((await cobalt.call("getApp", KEYED)).value.connected).toBe(false);
    expect(await cobalt.call("disconnect", KEYED)).toEqual({
      thrown: { isError: true, message: "Not Found" },
    });
  });

  test("config, getConfig, updateConfig and deleteConfig create, read, change and delete a config", async () => {
    const cobalt = await open("configured");
    const missing = { thrown: { isError: true, message: "Not Found" } };
    expect(await cobalt.call("getConfig", KEYED)).toEqual(missing);
    const { value: made } = await cobalt.call("config", { slug: KEYED, labels: [{ name: "Won", value: 1 }] });
    expect(made).toMatchObject({ slug: KEYED, config_id: "configured", field_errors: [] });
    expect(made.workflows).toEqual([expect.objectContaining({ id: workflow, enabled: false })]);
    expect(
      (await cobalt.call("config", { slug: KEYED, config_id: "second", labels: [] })).value,
    ).toMatchObject({
      config_id: "second",
    });
    const change = {
      slug: KEYED,
      fields: {},
      workflows: [{ id: workflow, enabled: true, fields: { region: "eu", limit: 5 } }],
    };
    const { value: changed } = await cobalt.call("updateConfig", change);
    expect(changed.workflows[0]).toMatchObject({
      enabled: true,
      fields: [
        { id: "region", value: "eu" },
        { id: "limit", value: 5 },
      ],
    });
    expect((await cobalt.call("getConfig", KEYED)).value).toEqual(changed);
    expect((await cobalt.call("getConfig", KEYED, "second")).value.workflows[0].enabled).toBe(false);
    expect(await cobalt.call("updateConfig", { ...change, config_id: "none" })).toEqual(missing);
    for (const id of [undefined, "second"]) {
      expect(await cobalt.call("deleteConfig", KEYED, id)).toEqual({
        value: { message: "Installation Deleted Success" },
      });
      expect(await cobalt.call("getConfig", KEYED, id)).toEqual(missing);
    }
  });

  test("the eleventh request of a minute throws Forbidden, but an application can still be requested", async () => {
    // Creating the account and its token took two requests.
    const cobalt = await open("hasty");
    for (let count = 3; count <= 10; count++)
      expect((await cobalt.call("getAccountDetails")).thrown, `request ${count}`).toBeUndefined();
    expect(await cobalt.call("getAccountDetails")).toEqual({
      thrown: { isError: true, message: "Forbidden" },
    });
    for (let count = 0; count < 15; count++)
      expect((await cobalt.call("getApp", KEYED)).value.slug).toBe(KEYED);
  });

  test("a page of an unlisted origin reads nothing", async () => {
    const token = await server.account("foreign");
    const elsewhere = `http://localhost:${pages.port}`;
    const cobalt = await openCobalt(browser(), elsewhere, { baseUrl: server.baseUrl, token });
    expect(await cobalt.call("getApp", KEYED)).toEqual({
      thrown: { isError: true, message: "Failed to fetch" },
    });
  });

  // Each test waits for polls that are three seconds apart, so they share a browser and run concurrently.
  describe.concurrent("connect with OAuth2", () => {
    test("opens the page that names the account, then the provider, and resolves with true once the customer has consented", async () => {
      const cobalt = await open("allowing");
      const popup = await popupOf(cobalt, OAUTH);
      const closed = popup.waitForEvent("close");
      await consent(popup, "Allow");
      expect(await cobalt.outcome()).toEqual({ value: true });
      await closed;
      expect((await cobalt.call("getApp", OAUTH)).value).toMatchObject({
        ...CONNECTED,
        connected_accounts: [{ identifier: LEDGERLY_CUSTOMER.login, auth_type: "oauth2", status: "active" }],
      });
    });

    test("resolves with false if the window is closed early, and nothing is connected", async () => {
      const cobalt = await open("closing");
      const popup = await popupOf(cobalt, OAUTH);
      await popup.getByLabel("Name").waitFor();
      await popup.close();
      expect(await cobalt.outcome()).toEqual({ value: false });
      expect((await cobalt.call("getApp", OAUTH)).value.connected).toBe(false);
    });

    test("shows the outcome to a customer who declines, and resolves with false when the window is closed", async () => {
      const cobalt = await open("refusing");
      const popup = await popupOf(cobalt, OAUTH);
      await consent(popup, "Refuse");
      await popup.getByText("Ledgerly was not connected").first().waitFor();
      await popup.close();
      expect(await cobalt.outcome()).toEqual({ value: false });
      expect((await cobalt.call("getApp", OAUTH)).value.connected).toBe(false);
    });

    test("again, for an expired connection, resolves only when the new tokens are stored", async () => {
      const cobalt = await open("returning");
      const token = await server.account("returning");
      const { body } = await server.request({ url: `/api/v1/${OAUTH}/integrate`, token });
      await approveConsent(body.auth_url);
      const { value: before } = await cobalt.call("getApp", OAUTH);
      await expire("returning");
      const popup = await popupOf(cobalt, OAUTH);
      await popup.getByLabel("Name").waitFor();
      expect(await cobalt.page.evaluate(`client.getApp("${OAUTH}")`)).toMatchObject({
        connected: true,
        reauth_required: true,
        connected_accounts: [{ status: "expired" }],
      });
      await consent(popup, "Allow");
      expect(await cobalt.outcome()).toEqual({ value: true });
      const { value: after } = await cobalt.call("getApp", OAUTH);
      expect(after).toMatchObject({ ...CONNECTED, connected_accounts: [{ status: "active" }] });
      const [oldAccount, newAccount] = [before.connected_accounts[0], after.connected_accounts[0]];
      expect(newAccount.connectedAt > oldAccount.connectedAt).toBe(true);
    });

    test("asks a customer with an own OAuth2 client for it, and resolves with true once it is accepted", async () => {
      const cobalt = await open("bringing");
      const opened = cobalt.page.waitForEvent("popup");
      await cobalt.begin("connect", MACHINE);
      const popup = await opened;
      await popup.getByLabel("Client ID").fill(CLIENT.id);
      await popup.getByLabel("Client secret").fill("wrong");
      await popup.getByRole("button", { name: "Connect" }).click();
      await popup.getByRole("alert").getByText("does not accept these credentials").waitFor();
      await popup.getByLabel("Client secret").fill(CLIENT.secret);
      const closed = popup.waitForEvent("close");
      await popup.getByRole("button", { name: "Connect" }).click({ noWaitAfter: true });
      expect(await cobalt.outcome()).toEqual({ value: true });
      await closed;
      expect((await cobalt.call("getApp", MACHINE)).value).toMatchObject({
        ...CONNECTED,
        auth_type: "oauth2",
        connected_accounts: [{ auth_type: "oauth2", status: "active" }],
      });
    });

    test("throws the server's answer when the application asks for a missing field", async () => {
      const cobalt = await open("unknowing");
      expect(await cobalt.call("connect", "no-such-app")).toEqual({
        thrown: { isError: true, message: "Not Found" },
      });
    });
  });
});
