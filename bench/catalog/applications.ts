// What 2,000 applications of an organization's own, of 20 operations each, cost on PostgreSQL: `npm run bench:catalog
// [-- applications]`. Prints, before and after, how long a process takes to start, its memory, what the lists and searches
// of the catalog take over one connection, and how long others wait meanwhile.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../server/test/free-port.ts";
import { apiOf } from "../api-client.ts";
import { askDatabase, startBench, usageOf } from "../engine-set-up.ts";
import { summary } from "../load/summary.ts";
import { printTable, start, startOptions, stop, untilReady } from "../processes.ts";

const OPERATIONS_EACH = 20;
const IMPORTED = 8;
const REQUESTS = 50;
/** How long a process settles before its memory is measured. */
const CALM_MS = 5000;
const OBJECTS = [
  "invoice",
  "customer",
  "order",
  "ticket",
  "project",
  "employee",
  "shipment",
  "campaign",
  "lead",
];
const VERBS = ["get", "put", "delete", "post"] as const;

const READS = {
  "applications of a customer": "/api/v2/public/application",
  "all applications": "/api/v2/public/application/all",
  "one application": "/api/v2/public/application/own-7-",
  "directory, search": "/api/v2/public/application/directory?search=invoice",
  "actions: create invoice": "/api/v2/public/actions?search=create%20invoice",
  "actions: zebra": "/api/v2/public/actions?search=zebra",
  "actions: list": "/api/v2/public/actions?search=list",
};

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:catalog`.");
const [applications = 2000] = process.argv.slice(2).map(Number);
const bench = await startBench({ serverUrl });
try {
  await stop(bench.server);
  const before = await measure("8 of one's own", importFirst);
  await copyApplications(bench.databaseUrl ?? "");
  const after = await measure(`${applications} of one's own`);
  printTable("A process", [before.process, after.process]);
  const reads =
    "Reads, p50 / slowest in ms; first: the first one after a start, and the longest wait of others";
  printTable(reads, [before.reads, after.reads]);
} finally {
  await bench.close();
}

/** Starts a process on the bench's database, and stops it after `use`. */
async function withServer<Result>(
  use: (server: ChildProcess, url: string, readyMs: number) => Promise<Result>,
): Promise<Result> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = start([...startOptions(), "server/junctor.mjs", "all"], {
    DATABASE_URL: bench.databaseUrl,
    JUNCTOR_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    JUNCTOR_TEST_API_KEY: bench.key,
    JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
    JUNCTOR_LOG_LEVEL: "warn",
    NODE_ENV: "production",
    PORT: String(port),
  });
  try {
    return await use(server, url, await untilReady(`${url}/health/ready`, server));
  } finally {
    await stop(server);
  }
}

/** What a process costs at rest and how long its reads take. */
async function measure(name: string, prepare?: (url: string) => Promise<unknown>) {
  return withServer(async (server, url, readyMs) => {
    await prepare?.(url);
    await sleep(CALM_MS);
    const atRest = usageOf(server).rssMiB;
    const reads: Record<string, string> = {};
    for (const [read, path] of Object.entries(READS)) reads[read] = await timeRead(url, path);
    return {
      process: {
        applications: name,
        "start ms": Math.round(readyMs),
        "RSS MiB": atRest,
        "RSS after reads MiB": usageOf(server).rssMiB,
      },
      reads: { applications: name, ...reads },
    };
  });
}

async function timeRead(url: string, path: string): Promise<string> {
  const headers = { "x-api-key": bench.key, linked_account_id: "acc-0" };
  let firstMs: number | undefined;
  const first = timeRequest(url + path, headers).then((ms) => {
    firstMs = ms;
  });
  const waits: number[] = [];
  while (firstMs === undefined) waits.push(await timeRequest(`${url}/health/live`));
  await first;
  const rest: number[] = [];
  for (let request = 1; request < REQUESTS; request++) rest.push(await timeRequest(url + path, headers));
  const { p50, max } = summary(rest);
  const wait = Math.max(...waits).toFixed(0);
  return `${p50.toFixed(1)} / ${max.toFixed(1)}; first: ${firstMs.toFixed(0)}, others ${wait}`;
}

async function timeRequest(url: string, headers?: Record<string, string>): Promise<number> {
  const startMs = performance.now();
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status}`);
  return performance.now() - startMs;
}

async function importFirst(url: string): Promise<void> {
  const api = apiOf(url, bench.key);
  for (let at = 0; at < IMPORTED; at++)
    await api("POST", `/api/v2/public/application/openapi?slug=own-${at}-`, documentOf(at));
}

/** Copies the imported applications, because so many imports take minutes. */
async function copyApplications(url: string): Promise<void> {
  await askDatabase(
    url,
    `insert into custom_applications (id, org_id, environment, slug, provider, definition, checks, created_at, updated_at)
    select id || '-' || n, org_id, environment, slug || n, provider,
      replace(definition::text, slug, slug || n)::json, checks, created_at, updated_at
    from custom_applications, generate_series(1, $1) n`,
    [Math.ceil(applications / IMPORTED) - 1],
  );
}

/** A document like those of small products: five objects, each with four operations. */
function documentOf(at: number): object {
  const objects = Array.from(
    { length: OPERATIONS_EACH / VERBS.length },
    (_, n) => OBJECTS[(at + n) % OBJECTS.length],
  );
  const paths = objects.map((object) => {
    const schema = { $ref: `#/components/schemas/${object}` };
    const content = { "application/json": { schema } };
    const operationOf = (verb: (typeof VERBS)[number]) => ({
      operationId: `${verb}-${object}`,
      summary: `${verb === "put" ? "Change" : verb} a ${object} of product ${at}`,
      ...(verb !== "get" && verb !== "delete" && { requestBody: { content } }),
      responses: { 200: { description: "Done", content } },
    });
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    return [
      `/${object}s/{id}`,
      { parameters, ...Object.fromEntries(VERBS.map((verb) => [verb, operationOf(verb)])) },
    ];
  });
  const properties = { id: { type: "string" }, name: { type: "string" }, amount: { type: "number" } };
  return {
    openapi: "3.1.0",
    info: { title: `Product ${at}`, version: "1.0.0" },
    servers: [{ url: `https://product-${at}.example/api` }],
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      schemas: Object.fromEntries(objects.map((object) => [object, { type: "object", properties }])),
    },
    paths: Object.fromEntries(paths),
  };
}
