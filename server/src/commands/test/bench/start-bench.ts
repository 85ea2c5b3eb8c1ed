import { randomBytes } from "node:crypto";
import { createSend } from "../../../../../sdk/src/http/http.ts";
import { buildApp, JOBS, WORK } from "../../../api/app.ts";
import { generateApiKey, insertApiKey } from "../../../auth/keys/keys.ts";
import { insertOrganization, updateOrganization } from "../../../auth/organizations/organizations.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { systemClock } from "../../../platform/clock.ts";
import type { App } from "../../../platform/http/route.ts";
import { setIdClock } from "../../../platform/id.ts";
import { parseJson } from "../../../platform/json/parse-json.ts";
import { createLog } from "../../../platform/log.ts";
import { startWorkers } from "../../../platform/queue/workers.ts";
import { buildDeps } from "../../../start/build-deps.ts";
import type { Target } from "../../target.ts";
import type { GivenAnswer } from "../file/schema.ts";
import { type PlayedApplications, startApplications } from "./applications.ts";
import { prepareEmptying } from "./empty-database.ts";
import { createMovedClock, type MovedClock } from "./moved-clock.ts";
import { findNextPoll, runUntil, waitUntilIdle } from "./run-until.ts";
import { createThirdParties, type ThirdParties } from "./third-parties.ts";
import type { ThrowAwayFolder } from "./throw-away-folder.ts";

const PUBLIC_URL = "https://junctor.example";
const GRACE_MS = 5000;

/** A whole server in this process, with nothing outside of it, whose time is moved (D566). */
export interface TestBench {
  readonly clock: MovedClock;
  readonly thirdParties: ThirdParties;
  readonly applications: PlayedApplications;
  /** Starts over: an empty server with a new organization, whose test environment the target is. */
  reset(start: BenchStart): Promise<Target>;
  /** Sends a request to the server as others do, without a key. */
  readonly fetch: typeof fetch;
  /** Waits until everything has happened that happens without time passing. */
  waitUntilIdle(): Promise<void>;
  /** Lets time pass until a moment, with all that becomes due. */
  runUntil(moment: Date): Promise<void>;
  /** Lets time pass until what has just happened at an application is found by polling, if it is. */
  runUntilPolled(slug: string): Promise<void>;
  close(): Promise<void>;
}

/** What a test begins with. */
interface BenchStart {
  readonly now: Date;
  readonly answers: readonly GivenAnswer[];
  /** Slugs of the applications that are connected, and so played. */
  readonly applications: readonly string[];
}

/**
 * Starts a bench with its database in the folder, which `close` removes; `slugs` are the applications that any of its tests
 * connects.
 */
export async function startBench(
  config: Config,
  folder: ThrowAwayFolder,
  slugs: readonly string[],
): Promise<TestBench> {
  const clock = createMovedClock(new Date());
  const { connectorsDir } = config;
  const applications = await startApplications({
    slugs,
    connectorsDir,
    clock,
    fetch: (...sent) => send(...sent),
  });
  const thirdParties = createThirdParties(applications.send);
  await folder.ready;
  const deps = await buildDeps(toBenchConfig(config, folder.path), {
    queueNames: JOBS.map(({ name }) => name),
    works: true,
    log: createLog("error", process.stderr),
    clock,
    movesTime: true,
    outbound: thirdParties.outbound,
  });
  const app = await buildApp(deps);
  const workers = startWorkers(deps.queue, JOBS, deps, deps.log);
  await deps.work.start(WORK, deps);
  const empty = await prepareEmptying(deps.database, { isWorking: true });
  const send = createInjectedFetch(app);
  return {
    clock,
    thirdParties,
    applications,
    fetch: send,
    waitUntilIdle: () => waitUntilIdle(deps),
    runUntil: (moment) => runUntil(deps, clock, moment),
    runUntilPolled: async (slug) => {
      const poll = await findNextPoll(deps, slug);
      if (poll) await runUntil(deps, clock, poll);
    },
    reset: async ({ now, answers, applications: connected }) => {
      await empty();
      clock.set(now);
      applications.reset();
      thirdParties.reset(
        answers,
        applications.all.filter(({ slug }) => connected.includes(slug)),
      );
      const key = await createOrganization(deps);
      const connection = { baseUrl: PUBLIC_URL, fetch: send, parse: parseJson, retries: 0 };
      return {
        url: PUBLIC_URL,
        environment: "test",
        sendsSecrets: false,
        send: createSend(connection, () => ({ "x-api-key": key })),
      };
    },
    close: async () => {
      await Promise.all([workers.stop(GRACE_MS), deps.work.stop(GRACE_MS)]);
      await app.close();
      await deps.close();
      await applications.close();
      setIdClock(systemClock);
      folder.remove();
    },
  };
}

/** What the environment says of a server, but for everything that is outside of it. */
function toBenchConfig(config: Config, dataDir: string): Config {
  return {
    ...config,
    dataDir,
    databaseUrl: undefined,
    encryptionKey: randomBytes(32),
    secondEncryptionKey: undefined,
    publicUrl: PUBLIC_URL,
    rateLimitPerMinute: 0,
    metricsPort: undefined,
    metricsToken: undefined,
    tracing: undefined,
    filesBucket: undefined,
    filesDir: undefined,
    mail: undefined,
    oidc: undefined,
    model: undefined,
    probeHours: 0,
  };
}

async function createOrganization({ db, vault, clock }: Deps): Promise<string> {
  const { id: orgId } = await insertOrganization(db, "Tests", clock.now());
  // A test gives consent without a browser.
  await updateOrganization(db, orgId, { providerOauthUrl: true }, clock.now());
  const key = generateApiKey("test");
  await insertApiKey(db, vault, { orgId, environment: "test" }, key, clock.now());
  return key;
}

/** Sends requests to the app without a socket. */
function createInjectedFetch(app: App): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const sent: Record<string, string> = {};
    request.headers.forEach((value, name) => {
      sent[name] = value;
    });
    const reply = await app.inject({
      method: request.method as "GET", // what was asked for
      url: `${pathname}${search}`,
      headers: sent,
      ...(body !== "" && { payload: body }),
    });
    const headers = Object.entries(reply.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    const isEmpty = [204, 304].includes(reply.statusCode);
    return new Response(isEmpty ? null : Uint8Array.from(reply.rawPayload), {
      status: reply.statusCode,
      headers,
    });
  };
}
