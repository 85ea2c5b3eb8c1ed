import { JOBS, WORK } from "../src/api/app.ts";
import { generateApiKey, insertApiKey } from "../src/auth/keys/keys.ts";
import { insertOrganization } from "../src/auth/organizations/organizations.ts";
import type { Scope } from "../src/auth/scope.ts";
import type { Config } from "../src/config.ts";
import type { Deps } from "../src/deps.ts";
import type { App } from "../src/platform/http/route.ts";
import { startWorkers, type Workers } from "../src/platform/queue/workers.ts";
import type { RepeatingTask } from "../src/platform/repeat.ts";
import { startTicker } from "../src/schedules/ticker.ts";
import type { BuildOptions } from "../src/start/build-deps.ts";
import { type OpenServer, openServer } from "./open-server.ts";
import { borrowServer } from "./shared-server.ts";

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

/** A whole server on a database that no other test uses meanwhile, reached without a socket. */
export interface TestServer extends TestOrganization {
  readonly deps: Deps;
  readonly app: App;
  request(request: TestRequest): Promise<TestReply>;
  /** Makes a further organization. */
  organization(): Promise<TestOrganization>;
  /** Makes a linked account in the test environment and returns a session token for it. */
  account(accountId: string, key?: string): Promise<string>;
  /** Starts running jobs, which nothing does otherwise. */
  work(): void;
  close(): Promise<void>;
}

/**
 * Starts a server for one test file; `close` it in `afterAll`. Files of one process share one with an empty database where
 * nothing speaks against it: see `borrowServer`.
 */
export async function startTestServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<TestServer> {
  const server = (await borrowServer(changes, options)) ?? (await openServer(changes, options));
  return asTestServer(server);
}

/** The same on a database that nothing else ever used: for a test that changes the database itself, or reads all of it. */
export async function startOwnServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<TestServer> {
  return asTestServer(await openServer(changes, options));
}

/** A server with an organization of its own, as tests ask it. */
export async function asTestServer({ deps, app, close }: OpenServer): Promise<TestServer> {
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
    app,
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
      await close();
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

const LONGEST_PAUSE_MS = 50;

/** Waits until `probe` gives something, for what happens in the background; gives up only when a busy machine would have done it, too. */
export async function eventually<Result>(
  probe: () => Promise<Result | undefined | false | null>,
  timeoutMs = 180_000,
): Promise<Result> {
  const end = Date.now() + timeoutMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const result = await probe();
    if (result) return result;
    if (Date.now() > end) throw new Error(`Nothing came within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
