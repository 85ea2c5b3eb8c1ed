// `junctor import` of accounts and connections, killed (kill -9) several times and run again: each connection must be there,
// and each refresh token, which works once, have been used once. `npm run bench:faults -- import [--short] [--seed N]`.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startCluster } from "./cluster.ts";
import { judge, none, told } from "./figures.ts";
import { conclude, prepareInstallation, runCommand } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const ROWS = SHORT ? 3000 : 100_000;
const KILLS = SHORT ? 3 : 10;
const KEY = "tk-benchmark-key-of-the-test-environment";

const random = createRandom(process.argv);
const folder = mkdtempSync(join(tmpdir(), "junctor-import-"));
const provider = await startProvider();
const cluster = await startCluster();
const installation = await prepareInstallation(cluster.url, {
  JUNCTOR_CONNECTORS_DIR: fileURLToPath(new URL("../../demo/connectors", import.meta.url)),
  LEDGERLY_URL: provider.url,
  STOCKROOM_URL: provider.url,
  LEDGERLY_CLIENT_ID: "id",
  LEDGERLY_CLIENT_SECRET: "secret",
});
await conclude(test, [
  installation.close,
  cluster.remove,
  provider.close,
  () => rmSync(folder, { recursive: true }),
]);

async function test(): Promise<boolean> {
  await installation.begin("serve");
  const file = join(folder, "customers.csv");
  writeFileSync(file, createFile());
  let killed = 0;
  const startedAt = performance.now();
  for (let kill = 0; kill < KILLS; kill++) {
    const { code } = await runImport(file, 1500 + random() * (SHORT ? 1500 : 15_000));
    if (code === null) killed++;
  }
  const last = await runImport(file);
  const seconds = (performance.now() - startedAt) / 1000;
  const [{ count } = { count: 0 }] = await installation.rows<{ count: number }>(
    "select count(*)::int from connections c join linked_accounts a on a.id = c.account_id where a.account_id like 'customer-%'",
  );
  const uses = [...provider.uses.values()];
  return judge(`${ROWS} connections are imported, the command killed ${killed} times`, [
    { what: "exit code of the last run", is: String(last.code), must: "0", ok: last.code === 0 },
    { what: "connections", is: count, must: String(ROWS), ok: count === ROWS },
    none("refresh tokens never used", ROWS - uses.length),
    none("refresh tokens used twice", uses.filter((times) => times > 1).length),
    told("seconds", seconds.toFixed(1)),
    told("MiB of memory of the command, at most", last.mostMib),
  ]);
}

function createFile(): string {
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `customer-${row},Customer ${row},ledgerly,once-${row}`,
  );
  return ["linked_account_id,name,application,credentials.refresh_token", ...rows, ""].join("\n");
}

/** Runs the command, and kills it after that time if it still runs. */
function runImport(file: string, killAfterMs?: number) {
  return runCommand(["import", file], { JUNCTOR_URL: installation.url, JUNCTOR_API_KEY: KEY }, killAfterMs);
}

/** A provider whose refresh tokens work once. */
async function startProvider() {
  const uses = new Map<string, number>();
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    reply.setHeader("content-type", "application/json");
    const token = new URLSearchParams(body).get("refresh_token");
    if (request.url !== "/oauth/token" || token === null) return reply.end('{"account":"Books"}');
    uses.set(token, (uses.get(token) ?? 0) + 1);
    const isFirst = uses.get(token) === 1;
    reply.statusCode = isFirst ? 200 : 400;
    const granted = {
      access_token: `of ${token}`,
      refresh_token: `next ${token}`,
      expires_in: 3600,
      token_type: "Bearer",
    };
    reply.end(JSON.stringify(isFirst ? granted : { error: "invalid_grant" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, uses, close: () => server.close() };
}
