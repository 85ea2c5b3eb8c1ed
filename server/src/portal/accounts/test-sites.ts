import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { openBrowser, type Shown, type TestBrowser } from "../../../test/test-browser.ts";
import type { TestReply } from "../../../test/test-server.ts";
import { deleteEndedChoices } from "../../apps/connections/accounts/choice-store.ts";
import { CHOICE_COLUMN, type ChoiceSecrets } from "../../apps/connections/accounts/connect-account.ts";
import {
  buildSiteDefinition,
  buildSites,
  type FakeVendor,
  startFakeVendor,
} from "../../apps/connections/accounts/fake-vendor.ts";

/** When every choice has ended. */
const END_OF_TIME = new Date("9999-12-31");
const DELETED_AT_ONCE = 100;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A server with an application whose sign-in gives access to several accounts, and the application's vendor. */
export interface TestSites {
  readonly server: ListeningServer;
  readonly vendor: FakeVendor;
  /** The linked account of the current test. */
  readonly account: string;
  /** Advances the clock. */
  pass(ms: number): void;
  /** Begins a test: with another account, and the vendor as it was. */
  reset(): Promise<void>;
  addApplication(slug: string, body: Record<string, unknown>): Promise<void>;
  browser(): TestBrowser;
  call(method: Method, url: string, more?: object): Promise<TestReply>;
  /** A link to the whole portal. */
  portalOf(name?: string): Promise<string>;
  /** Goes from the portal to the vendor, and back from there with a code. */
  consent(visitor: TestBrowser, portal: string, query?: string): Promise<Shown>;
  /** The hidden fields of the form with a control of this name. */
  hiddenBeside(page: Shown, name: string): Record<string, string>;
  callback(vendorUrl: URL): string;
  /** The mark by which a page knows its browser. */
  markOf(page: Shown): Promise<{ id: string; mark: string }>;
  choose(visitor: TestBrowser, page: Shown, number: number | string, headers?: object): Promise<Shown>;
  /** The account's connections. */
  connections(): Promise<Record<string, unknown>[]>;
  /** Uses one of them. */
  execute(): Promise<TestReply>;
  countChoices(): Promise<number>;
  close(): Promise<void>;
}

/** Starts everything for one test file; `close` it in `afterAll`. */
export async function startTestSites(): Promise<TestSites> {
  let nowMs = Date.now();
  let accounts = 0;
  let account = "";
  const vendor = await startFakeVendor();
  const server = await startListeningServer(
    { rateLimitPerMinute: 0 },
    { clock: { now: () => new Date(nowMs) } },
  );
  const call: TestSites["call"] = (method, url, more = {}) =>
    server.request({ method, url, key: server.testKey, account, ...more });
  const callback: TestSites["callback"] = (vendorUrl) =>
    `${server.baseUrl}/api/v1/sites/callback?code=code-1&state=${vendorUrl.searchParams.get("state")}`;
  const addApplication: TestSites["addApplication"] = async (slug, body) => {
    const key = server.testKey;
    const added = await server.request({ method: "POST", url: "/api/v2/public/application", key, body });
    if (added.status !== 200) throw new Error(added.text);
    const url = `/api/v2/public/application/${slug}/settings`;
    const client = { client_id: "client", client_secret: "client-secret" };
    await server.request({ method: "PUT", url, key, body: client });
  };
  await addApplication("sites", buildSiteDefinition("sites", vendor.url));
  return {
    server,
    vendor,
    get account() {
      return account;
    },
    pass: (ms) => {
      nowMs += ms;
    },
    reset: async () => {
      const { database } = server.deps;
      while ((await deleteEndedChoices(database, END_OF_TIME, DELETED_AT_ONCE)) > 0);
      vendor.sites = buildSites("Northwind", "Contoso", "Fabrikam");
      vendor.listStatus = 200;
      vendor.requests.length = 0;
      account = `sites-${++accounts}`;
    },
    addApplication,
    browser: () => openBrowser({ issuer: server.baseUrl }),
    call,
    portalOf: async (name = account) => {
      const token = await server.account(name);
      const url = "/api/v2/public/connect-url";
      return (await server.request({ method: "POST", url, token, body: {} })).body.hosted_url;
    },
    consent: async (visitor, portal, query = "") => {
      const page = await visitor.go(`${portal}/apps/sites${query}`);
      const action = `${page.url.pathname}/connect${page.url.search}`;
      const { url } = await visitor.submit(page, action, hiddenBeside(page, "auth_type"));
      return visitor.go(callback(url));
    },
    hiddenBeside,
    callback,
    markOf: (page) => markOf(server, page),
    choose: (visitor, page, number, headers) =>
      visitor.submit(
        page,
        page.url.href,
        { ...hiddenBeside(page, "account"), account: String(number) },
        headers,
      ),
    connections: async () => (await call("GET", "/api/v2/public/application/sites")).body.connections,
    execute: () => call("POST", "/api/v2/integration-schema/sites/actions/get_me/execute", { body: {} }),
    countChoices: async () =>
      (await server.deps.db.selectFrom("account_choices").select("id").execute()).length,
    close: async () => {
      await server.close();
      await vendor.close();
    },
  };
}

function hiddenBeside({ text }: Shown, name: string): Record<string, string> {
  const form =
    text.split("<form ").find((part) => part.split("</form>")[0]?.includes(`name="${name}"`)) ?? "";
  const found = form.split("</form>")[0]?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...(found ?? [])].map(([, key = "", value = ""]) => [key, value]));
}

async function markOf({ deps: { db, vault } }: ListeningServer, page: Shown) {
  const id = page.url.pathname.split("/").at(-1) ?? "";
  const row = await db
    .selectFrom("account_choices")
    .select("secrets")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { mark }: ChoiceSecrets = JSON.parse(vault.open(row.secrets, CHOICE_COLUMN.identityOf(id)));
  return { id, mark };
}
