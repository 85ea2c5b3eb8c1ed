import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { buildApp, JOBS, WORK } from "../src/app.ts";
import { generateApiKey, insertApiKey } from "../src/auth/keys/keys.ts";
import { insertOrganization } from "../src/auth/organizations/organizations.ts";
import type { Scope } from "../src/auth/scope.ts";
import { type BuildOptions, buildDeps } from "../src/build-deps.ts";
import type { Config } from "../src/config.ts";
import type { Deps } from "../src/deps.ts";
import { createId } from "../src/platform/id.ts";
import { createLog } from "../src/platform/log.ts";
import { startWorkers, type Workers } from "../src/platform/queue/workers.ts";
import type { RepeatingTask } from "../src/platform/repeat.ts";
import { startTicker } from "../src/schedules/ticker.ts";
import { databaseAt, onServer } from "./global-setup.ts";
import { testConfig } from "./test-config.ts";

/** An organization with one key per environment. */
export interface TestOrganization {
  readonly orgId: string;
  readonly testKey: string;
  readonly productionKey: string;
  readonly test: Scope;
  readonly production: Scope;
}

export interface TestRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly key?: string;
  readonly token?: string;
  /** Sent as the header `linked_account_id`. */
  readonly account?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface TestReply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  // Replies are of every shape; each test says what it expects.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly text: string;
}

/** A whole server on a database of its own, reached without a socket. */
export interface TestServer extends TestOrganization {
  readonly deps: Deps;
  request(request: TestRequest): Promise<TestReply>;
  /** Makes a further organization. */
  organization(): Promise<TestOrganization>;
  /** Makes a linked account in the test environment and returns a session token for it. */
  account(accountId: string, key?: string): Promise<string>;
  /** Starts running jobs, which nothing does otherwise. */
  work(): void;
  close(): Promise<void>;
}

/** Starts a server for one test file; `close` it in `afterAll`. */
export async function startTestServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<TestServer> {
  const { config, remove } = await copyDatabase(changes);
  const queueNames = JOBS.map(({ name }) => name);
  const deps = await buildDeps(config, {
    queueNames,
    works: true,
    log: createLog(config.logLevel),
    ...options,
  });
  const app = await buildApp(deps);
  const first = await makeOrganization(deps);
  let workers: Workers | undefined;
  let working: Promise<void> | undefined;
  let ticker: RepeatingTask | undefined;
  const request = async ({
    method = "GET",
    url,
    key,
    token,
    account,
    headers,
    body,
  }: TestRequest): Promise<TestReply> => {
    const reply = await app.inject({
      method,
      url,
      headers: {
        ...(key && { "x-api-key": key }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(account && { linked_account_id: account }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const json = /^[^;]*json *(;|$)/.test(String(reply.headers["content-type"])) && reply.body !== "";
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: json ? reply.json() : undefined,
      text: reply.body,
    };
  };
  return {
    ...first,
    deps,
    request,
    organization: () => makeOrganization(deps),
    account: async (accountId, key = first.testKey) => {
      await request({
        method: "PUT",
        url: "/api/v2/public/linked-account",
        key,
        body: { linked_account_id: accountId },
      });
      const { body } = await request({
        method: "POST",
        url: "/api/v2/public/session-token",
        key,
        body: { linked_account_id: accountId },
      });
      return body.token;
    },
    work: () => {
      workers ??= startWorkers(deps.queue, JOBS, deps, deps.log);
      working ??= deps.work.start(WORK, deps);
      ticker ??= startTicker(deps);
    },
    close: async () => {
      await ticker?.stop();
      await working;
      await Promise.all([workers?.stop(5000), deps.work.stop(5000)]);
      await app.close();
      await deps.close();
      await remove();
    },
  };
}

async function makeOrganization({ db, vault, clock }: Deps): Promise<TestOrganization> {
  const { id: orgId } = await insertOrganization(db, "Test organization", clock.now());
  // Most tests connect applications for which there is no workflow.
  await db.updateTable("organizations").set({ offered_test: null, offered_production: null }).execute();
  const test: Scope = { orgId, environment: "test" };
  const production: Scope = { orgId, environment: "production" };
  const testKey = generateApiKey("test");
  const productionKey = generateApiKey("production");
  await insertApiKey(db, vault, test, testKey, clock.now());
  await insertApiKey(db, vault, production, productionKey, clock.now());
  return { orgId, testKey, productionKey, test, production };
}

/** A database of its own, a copy of the migrated template, and the settings of a server on it. */
export async function copyDatabase(
  changes: Partial<Config> = {},
): Promise<{ config: Config; remove: () => Promise<void> }> {
  const template = inject("template");
  const serverUrl = inject("databaseUrl");
  const dataDir = mkdtempSync(join(tmpdir(), "junctor-test-"));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (serverUrl) {
    const name = `junctor_test_${createId()}`;
    await onServer(serverUrl, `create database ${name} template ${template}`);
    const remove = async () => {
      await onServer(serverUrl, `drop database if exists ${name} with (force)`);
      removeFolder();
    };
    return { config: testConfig({ dataDir, databaseUrl: databaseAt(serverUrl, name), ...changes }), remove };
  }
  cpSync(template, dataDir, { recursive: true });
  return {
    config: testConfig({ dataDir, ...changes }),
    remove: async () => removeFolder(),
  };
}

/** Waits until `probe` gives something, for what happens in the background; gives up only when a busy machine would have done it, too. */
export async function eventually<Result>(
  probe: () => Promise<Result | undefined | false | null>,
  timeoutMs = 60_000,
): Promise<Result> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await probe();
    if (result) return result;
    if (Date.now() > end) throw new Error(`Nothing came within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
