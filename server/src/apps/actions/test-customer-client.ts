import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { startTestServer, type TestReply, type TestServer } from "../../../test/test-server.ts";
import { findAccount } from "../../auth/guard.ts";
import type { Json } from "../../platform/json/json.ts";
import { createLog } from "../../platform/log.ts";
import { buildOAuthDefinition, type FakeProvider, startFakeProvider } from "../connections/fake-provider.ts";
import { invokeAction } from "./with-connection.ts";

const APPLICATION = "/api/v2/public/application";
const SAVE = "/api/v2/public/linked-account/integration/save-key-credentials";

/** What a customer types in. */
export const TYPED = { client_id: "customer-client", client_secret: "planted-customer-secret" };
/** The inputs of the definition. */
export const FIELDS = [
  { name: "client_id", label: "Client ID", type: "text" },
  { name: "client_secret", label: "Client secret" },
];

/** A server, and a provider whose customers bring an OAuth2 client of their own. */
export interface TestClients {
  readonly server: TestServer;
  readonly provider: FakeProvider;
  readonly clock: { nowMs: number };
  /** What the server has logged. */
  logged(): string;
  definition(slug: string, oauth2?: object): Record<string, unknown>;
  save(definition: object): Promise<TestReply>;
  /** A new application; `shipped` is one of the operator's. */
  application(oauth2?: object): Promise<string>;
  customer(slug: string, accountId?: string): Promise<TestCustomer>;
  /** The token endpoint gives this token, which the API takes. */
  give(token: string, more?: object): void;
  /** The token endpoint answers this. */
  answer(reply: FakeProvider["script"][number]): void;
  /** For `beforeEach`. */
  forget(): void;
  close(): Promise<void>;
}

/** A linked account, and what it does with one application. */
export interface TestCustomer {
  readonly accountId: string;
  connect(typed: object): Promise<TestReply>;
  saveBySession(typed: object): Promise<TestReply>;
  saveByKey(typed: object, query?: string): Promise<TestReply>;
  disconnect(): Promise<TestReply>;
  record(): Promise<TestReply["body"]>;
  health(): Promise<TestReply["body"]>;
  /** Carries out the action `read`, which says which token came. */
  read(): Promise<Json>;
}

/** Starts both; `close` them in `afterAll`. */
export async function startTestClients(): Promise<TestClients> {
  const clock = { nowMs: Date.now() };
  const provider = await startFakeProvider();
  const connectorsDir = mkdtempSync(join(tmpdir(), "junctor-customer-client-"));
  const definition: TestClients["definition"] = (slug, oauth2 = {}) =>
    definitionAt(provider.url, slug, oauth2);
  await mkdir(join(connectorsDir, "shipped"));
  await writeFile(join(connectorsDir, "shipped", "manifest.yaml"), JSON.stringify(definition("shipped")));
  let logged = "";
  const log = createLog("debug", {
    write: (line) => {
      logged += line;
    },
  });
  const server = await startTestServer(
    { rateLimitPerMinute: 0, connectorsDir },
    { clock: { now: () => new Date(clock.nowMs) }, log },
  );
  let count = 0;
  const save: TestClients["save"] = (body) =>
    server.request({ method: "POST", url: APPLICATION, key: server.testKey, body });
  const answer: TestClients["answer"] = (reply) => provider.script.splice(0, 9, reply);
  return {
    server,
    provider,
    clock,
    logged: () => logged,
    definition,
    save,
    application: async (oauth2) => {
      const slug = `machine-${++count}`;
      const saved = await save(definition(slug, oauth2));
      expect(saved.status, saved.text).toBe(200);
      return slug;
    },
    customer: (slug, accountId = "customer") => customerOf(server, slug, accountId),
    give: (token, more) => {
      provider.accepted.add(token);
      answer({ body: { access_token: token, ...more } });
    },
    answer,
    forget: () => {
      for (const list of [provider.tokenRequests, provider.tokenHeaders, provider.apiRequests])
        list.length = 0;
      for (const list of [provider.revoked, provider.revokers]) list.length = 0;
      provider.accepted.clear();
    },
    close: async () => {
      await provider.close();
      await server.close();
      rmSync(connectorsDir, { recursive: true, force: true });
    },
  };
}

function definitionAt(url: string, slug: string, oauth2: object): Record<string, unknown> {
  const client = {
    grant: "client_credentials",
    fields: FIELDS,
    client_id: "{{ credentials.client_id }}",
    client_secret: "{{ credentials.client_secret }}",
    revoke_url: `${url}/revoke`,
  };
  const { actions, ...rest } = buildOAuthDefinition(slug, url, { ...client, ...oauth2 });
  const echo = {
    title: "Echo",
    description: "Repeats what it gets.",
    hints: { read_only: true },
    input: { type: "object" },
    request: { method: "GET", path: "/echo", headers: { "x-client": "{{ credentials.client_secret }}" } },
  };
  return { ...rest, actions: { ...(actions as object), echo } };
}

async function customerOf(server: TestServer, slug: string, accountId: string): Promise<TestCustomer> {
  const { request, testKey: key } = server;
  const token = await server.account(accountId);
  const account = await findAccount(server.deps.database, server.test, accountId);
  if (account === undefined) throw new Error("The account is missing.");
  const scope = { ...server.test, account };
  const send = (method: "POST" | "PUT" | "DELETE", url: string, body?: object) =>
    request({ method, url, token, body });
  const read = async (url: string) => (await request({ url, token })).body;
  return {
    accountId,
    connect: (typed) => send("POST", `/api/v1/${slug}/integrate`, typed),
    saveBySession: (typed) => send("POST", `/api/v2/app/${slug}/save`, typed),
    saveByKey: (typed, query = "") =>
      request({ method: "PUT", url: `${SAVE}/${slug}${query}`, key, account: accountId, body: typed }),
    disconnect: () => send("DELETE", `/api/v1/linked-acc/integration/${slug}?auth_type=oauth2`),
    record: () => read(`/api/v2/f-sdk/application/${slug}`),
    health: () => read(`/api/v2/public/linked-account/integration/${slug}/health`),
    read: () =>
      invokeAction(server.deps, scope, { slug, actionId: "read", input: {}, cause: { kind: "action" } }),
  };
}
