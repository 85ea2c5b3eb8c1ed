// Imports large OpenAPI documents into a separate server, with PostgreSQL and embedded, while /health/live is timed.
// Prints a table and exits with 1 if a target is missed: `npm run bench:openapi`.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, startBench, usageOf } from "./engine-set-up.ts";
import { summary } from "./load/summary.ts";
import { repeatedly, timeHealth } from "./meanwhile.ts";
import { printTable } from "./processes.ts";

const TARGETS = { importMs: 3000, largeImportMs: 10_000, healthP99Ms: 200, keptMiB: 50 };
const OPERATIONS = 1000;
const LARGEST_BYTES = 20 * 1024 * 1024;
/** How long the memory of an import may take to be released. */
const REST_MS = 30_000;
/** How long the server settles before it is measured. */
const CALM_MS = 5000;

const many = <Value>(count: number, of: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => of(index));
const ref = (index: number) => ({ $ref: `#/components/schemas/Thing${index % 300}` });

/**
 * A document whose schemas refer to each other; like GitHub's, it has an example (of `exampleBytes`) for each
 * operation.
 */
function documentOf(exampleBytes: number): object {
  const example = exampleBytes > 0 && { example: { name: "x".repeat(exampleBytes) } };
  const content = (index: number) => ({ "application/json": { schema: ref(index), ...example } });
  const schemas = many(300, (index) => [
    `Thing${index}`,
    { type: "object", properties: { name: { type: "string" }, next: ref(index + 1), other: ref(index + 7) } },
  ]);
  const paths = many(OPERATIONS / 2, (index) => [
    `/things${index}/{id}`,
    {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: `read${index}`, responses: { 200: { content: content(index) } } },
      put: {
        operationId: `change${index}`,
        requestBody: { content: content(index) },
        responses: { 200: { description: "Changed" } },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    servers: [{ url: "https://things.example/api" }],
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      schemas: Object.fromEntries(schemas),
    },
    paths: Object.fromEntries(paths),
  };
}

interface Row {
  readonly [column: string]: string | number;
}

/** Imports once; returns what it cost and which targets were missed. */
async function measure(
  bench: Bench,
  name: string,
  { body, mostMs }: { body: Buffer<ArrayBuffer>; mostMs: number },
): Promise<Row> {
  await sleep(CALM_MS);
  const beforeMiB = usageOf(bench.server).rssMiB;
  let isOver = false;
  let mostMiB = 0;
  const health = repeatedly(
    () => isOver,
    () => timeHealth(bench),
    10,
  );
  const watching = repeatedly(
    () => isOver,
    async () => (mostMiB = Math.max(mostMiB, usageOf(bench.server).rssMiB)),
    50,
  );
  const startMs = performance.now();
  const reply = await fetch(`${bench.url}/api/v2/public/application/openapi?slug=things`, {
    method: "POST",
    headers: { "x-api-key": bench.key, "content-type": "application/json" },
    body,
  });
  const answer = await reply.text();
  const importMs = Math.round(performance.now() - startMs);
  isOver = true;
  await watching;
  const actions = reply.status === 200 ? JSON.parse(answer).actions.length : 0;
  const live = summary(await health);
  const keptMiB = (await restOf(bench, beforeMiB)) - beforeMiB;
  const missed = [
    actions !== OPERATIONS && `${reply.status} ${answer.slice(0, 200)}`,
    importMs > mostMs && "import",
    live.p99 > TARGETS.healthP99Ms && "health",
    keptMiB > TARGETS.keptMiB && "memory",
  ].filter(Boolean);
  if (missed.length > 0) process.exitCode = 1;
  return {
    import: name,
    MiB: Math.round((10 * body.length) / 1024 / 1024) / 10,
    ms: importMs,
    "health p99 ms": live.p99,
    "health max ms": live.max,
    "RSS before MiB": beforeMiB,
    "meanwhile MiB": mostMiB,
    "kept MiB": keptMiB,
    missed: missed.join(", ") || "-",
  };
}

/** Resident memory once it is back to about `beforeMiB`, or when the time for that is over. */
async function restOf({ server }: Bench, beforeMiB: number): Promise<number> {
  const endMs = Date.now() + REST_MS;
  let rssMiB = usageOf(server).rssMiB;
  while (rssMiB > beforeMiB + TARGETS.keptMiB && Date.now() < endMs) {
    await sleep(500);
    rssMiB = usageOf(server).rssMiB;
  }
  return rssMiB;
}

async function judge(title: string, bench: Bench): Promise<void> {
  const small = Buffer.from(JSON.stringify({ document: documentOf(0) }));
  const bare = Buffer.byteLength(JSON.stringify(documentOf(1)));
  const large = Buffer.from(JSON.stringify(documentOf(Math.floor((LARGEST_BYTES - bare) / OPERATIONS))));
  const third = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(large);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => third.once("listening", resolve));
  const url = `http://127.0.0.1:${(third.address() as AddressInfo).port}/openapi.json`;
  const linked = Buffer.from(JSON.stringify({ url }));
  try {
    for (let index = 0; index < 100; index++) await timeHealth(bench);
    const rows: Row[] = [];
    for (const [name, body] of [
      ["1,000 operations", small],
      ["the same again", small],
      ["20 MB as the body", large],
      ["20 MB from an address", linked],
    ] as const) {
      const mostMs = body === small ? TARGETS.importMs : TARGETS.largeImportMs;
      rows.push(await measure(bench, name, { body, mostMs }));
    }
    printTable(title, rows);
  } finally {
    third.close();
    await bench.close();
  }
}

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:openapi`.");
await judge("PostgreSQL", await startBench({ serverUrl }));
const folder = mkdtempSync(join(tmpdir(), "junctor-openapi-"));
await judge("embedded", await startBench({ dataDir: folder }));
rmSync(folder, { recursive: true, force: true });
