import { expect } from "vitest";
import { goOn, type SentOn } from "../../../test/connect-page.ts";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Json } from "../../platform/json/json.ts";
import { buildOAuthDefinition, type FakeProvider, startFakeProvider } from "../connections/fake-provider.ts";
import { invokeAction } from "./with-connection.ts";

const APPLICATION = "/api/v2/public/application";

/** An account that is connected to an application of its own. */
export interface ConnectedAccount {
  readonly scope: AccountScope;
  readonly slug: string;
  readonly accountId: string;
  /** The account's session token. */
  readonly token: string;
}

/** A server and an OAuth2 provider for tests of what becomes of connections; a webhook hears of those that expire. */
export interface TestConnections {
  readonly server: TestServer;
  readonly provider: FakeProvider;
  /** The server's time, which a test moves. */
  readonly clock: { nowMs: number };
  /** Connects a new account to a new application, whose token endpoint answers `first` and whose API takes the token t1. */
  connect(first: object, oauth2?: object): Promise<ConnectedAccount>;
  reconnect(
    connected: Pick<ConnectedAccount, "accountId" | "slug">,
    first: object,
  ): Promise<ConnectedAccount>;
  /** Sends a new account through consent to a new application; `back` returns it with a query to the callback. */
  sendAway(oauth2: object, more?: object): Promise<ConnectedAccount & Pick<SentOn, "back">>;
  /** Carries out the action `read`. */
  read(connected: Pick<ConnectedAccount, "scope" | "slug">): Promise<Json>;
  /** How many deliveries there are. */
  announced(): Promise<number>;
  /** Has the provider take no token and forget what it was asked; for `beforeEach`. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts both; `close` them in `afterAll`. */
export async function startTestConnections(start = startTestServer): Promise<TestConnections> {
  const clock = { nowMs: Date.parse("2026-03-01T12:00:00Z") };
  const provider = await startFakeProvider();
  const server = await start({}, { clock: { now: () => new Date(clock.nowMs) } });
  let count = 0;
  const connections: TestConnections = {
    server,
    provider,
    clock,
    connect: async (first, oauth2) => {
      const slug = `app-${++count}`;
      await enable(server, slug, buildOAuthDefinition(slug, provider.url, oauth2));
      return connections.reconnect({ accountId: `customer-${count}`, slug }, first);
    },
    reconnect: async ({ accountId, slug }, first) => {
      const token = await server.account(accountId);
      await giveConsent(connections, { token, slug }, first);
      return accountOf(server, { slug, token, accountId });
    },
    sendAway: async (oauth2, more) => {
      const slug = `app-${++count}`;
      await enable(server, slug, { ...buildOAuthDefinition(slug, provider.url, oauth2), ...more });
      const accountId = `customer-${count}`;
      const token = await server.account(accountId);
      const { back } = await goOn(server, await startConnect(server, { token, slug }));
      return { ...(await accountOf(server, { slug, token, accountId })), back };
    },
    read: ({ scope, slug }) =>
      invokeAction(server.deps, scope, { slug, actionId: "read", input: {}, cause: { kind: "action" } }),
    announced: async () =>
      (await server.deps.db.selectFrom("webhook_deliveries").select("id").execute()).length,
    forget: () => {
      provider.tokenRequests.length = 0;
      provider.apiRequests.length = 0;
      provider.accepted.clear();
    },
    close: async () => {
      await provider.close();
      await server.close();
    },
  };
  const body = { webhook_url: "https://example.com/hook", webhook_events: ["Connection Expired"] };
  await server.request({ method: "POST", url: "/api/v2/public/webhook", key: server.testKey, body });
  return connections;
}

async function accountOf(
  { deps, test }: TestServer,
  parts: Omit<ConnectedAccount, "scope">,
): Promise<ConnectedAccount> {
  const account = await findAccount(deps.database, test, parts.accountId);
  if (account === undefined) throw new Error("The account is missing.");
  return { ...parts, scope: { ...test, account } };
}

async function startConnect(
  server: TestServer,
  { token, slug }: { token: string; slug: string },
): Promise<string> {
  const started = await server.request({ url: `/api/v1/${slug}/integrate`, token });
  expect(started.status, started.text).toBe(200);
  return started.body.auth_url;
}

async function enable(server: TestServer, slug: string, definition: object): Promise<void> {
  const { testKey: key } = server;
  const added = await server.request({ method: "POST", url: APPLICATION, key, body: definition });
  expect(added.status, added.text).toBe(200);
  const body = { client_id: "id", client_secret: "client-secret-text" };
  await server.request({ method: "PUT", url: `${APPLICATION}/${slug}/settings`, key, body });
}

async function giveConsent(
  { server, provider }: TestConnections,
  { token, slug }: { token: string; slug: string },
  first: object,
): Promise<void> {
  const { back } = await goOn(server, await startConnect(server, { token, slug }));
  provider.script.splice(0, 9, { body: first });
  provider.accepted.add("t1");
  const page = await back("code=c");
  expect(page.status, page.text).toBe(200);
  provider.tokenRequests.length = 0;
}
