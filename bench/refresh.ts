// Several processes use one expired token at the same moment, with a provider that revokes everything if a refresh
// token is used twice. Exits with 1 unless each expiry costs exactly one refresh and the connection survives.
import { buildApp, JOBS } from "../server/src/api/app.ts";
import { findAccount } from "../server/src/auth/guard.ts";
import { generateApiKey, insertApiKey } from "../server/src/auth/keys/keys.ts";
import { insertOrganization } from "../server/src/auth/organizations/organizations.ts";
import { readConfig } from "../server/src/config.ts";
import { buildDeps } from "../server/src/start/build-deps.ts";
import { databaseAt, onServer } from "../server/test/global-setup.ts";
import { connectRotating, expireAccess, makeApplication, startUsers } from "../server/test/refresh-rounds.ts";
import { startRotatingProvider } from "../server/test/rotating-provider.ts";
import { printTable } from "./processes.ts";

const PROCESSES = 4;
const USES = 200;
const SLUG = "rotating";
const ROUNDS = [
  { delayMs: 100, rounds: 10 },
  { delayMs: 20_000, rounds: 2 },
];

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Set TEST_DATABASE_URL, or run this by scripts/with-postgres.sh.");
const name = `junctor_bench_${process.pid}`;
await onServer(serverUrl, `create database ${name}`);
const environment = {
  DATABASE_URL: databaseAt(serverUrl, name),
  JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
  JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
  JUNCTOR_LOG_LEVEL: "error",
};
const provider = await startRotatingProvider();
const { deps, scope } = await prepare();
const users = await startUsers(PROCESSES, environment);
const rows: Record<string, string | number>[] = [];
for (const { delayMs, rounds } of ROUNDS) rows.push(await measure(delayMs, rounds));
printTable(`${PROCESSES} processes, ${USES} uses of an expired token at the same time`, rows);
await users.stop();
await deps.close();
await provider.close();
await onServer(serverUrl, `drop database ${name} with (force)`);
const isGood = rows.every(
  (row) => row.refreshes === row.expiries && row["stale uses"] === 0 && row.failed === 0,
);
if (!isGood || provider.isRevoked()) {
  console.error("\nA token was refreshed more than once, used when stale, or revoked.");
  process.exitCode = 1;
}

/** An organization with the provider's application and one connected account. */
async function prepare() {
  const deps = await buildDeps(readConfig(environment), {
    queueNames: JOBS.map(({ name }) => name),
    works: false,
  });
  const app = await buildApp(deps);
  const { id: orgId } = await insertOrganization(deps.db, "Benchmark", deps.clock.now());
  const inTest = { orgId, environment: "test" as const };
  const key = generateApiKey("test");
  await insertApiKey(deps.db, deps.vault, inTest, key, deps.clock.now());
  const send = async (method: "POST" | "PUT", url: string, payload: object) =>
    (await app.inject({ method, url, headers: { "x-api-key": key }, payload })).statusCode;
  await makeApplication(provider, SLUG, send);
  await send("PUT", "/api/v2/public/linked-account", { linked_account_id: "customer" });
  const account = await findAccount(deps.database, inTest, "customer");
  if (!account) throw new Error("The account is missing.");
  const scope = { ...inTest, account };
  await connectRotating(deps, scope, SLUG, provider);
  return { deps, scope };
}

async function measure(delayMs: number, rounds: number): Promise<Record<string, string | number>> {
  const before = { ...provider.counts };
  provider.delayMs = delayMs;
  let succeeded = 0;
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    await expireAccess(deps, SLUG, provider);
    const startedAt = performance.now();
    const report = await users.use({ scope, slug: SLUG, uses: USES });
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    succeeded += report.succeeded;
    for (const problem of report.problems) console.error(problem);
  }
  const { refreshes, reused, staleUses } = provider.counts;
  return {
    "provider answers in": `${delayMs / 1000} s`,
    expiries: rounds,
    refreshes: refreshes - before.refreshes,
    "refresh tokens reused": reused - before.reused,
    "stale uses": staleUses - before.staleUses,
    succeeded,
    failed: rounds * USES - succeeded,
    "slowest round": `${(slowestMs / 1000).toFixed(1)} s`,
  };
}
