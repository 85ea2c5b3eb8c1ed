// A `serve` and a `work` process under steady load for 20 minutes: executions with code, a request and a webhook, reads and
// changes by the API. The least memory that each had in the last quarter must not exceed that in the second by more
// than 1 MB per 10,000 operations. `npm run bench:faults -- soak [--short] [--minutes N] [--rate N]`.
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../server/test/free-port.ts";
import { startCluster } from "./cluster.ts";
import { startSink } from "./counting-sink.ts";
import { atMost, judge, none, told } from "./figures.ts";
import { conclude, prepareInstallation, publishNodes, startRun } from "./installation.ts";

const SHORT = process.argv.includes("--short");
const LASTS_MS = numberOf("--minutes", SHORT ? 1 : 20) * 60_000;
/** Operations a second. */
const RATE = numberOf("--rate", 80);
const SAMPLE_MS = 2000;
const ACCOUNTS = 50;
const MOST_PER_10_000 = 1;
// A minute is too short to tell growth from what a process keeps for its caches.
const MOST_MB = SHORT ? 60 : undefined;

const cluster = await startCluster();
const sink = await startSink(() => 5);
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, sink.close, cluster.remove]);

function numberOf(option: string, fallback: number): number {
  const at = process.argv.indexOf(option);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

interface Sample {
  readonly atMs: number;
  readonly operations: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

async function test(): Promise<boolean> {
  const ports = { serve: await findFreePort(), work: await findFreePort() };
  await installation.begin("serve", { JUNCTOR_METRICS_PORT: String(ports.serve) });
  await installation.begin("work", { JUNCTOR_METRICS_PORT: String(ports.work) });
  const workflowId = await prepare();
  const samples: Record<keyof typeof ports, Sample[]> = { serve: [], work: [] };
  const startedMs = Date.now();
  let operations = 0;
  let failed = 0;
  const underWay = new Set<Promise<void>>();
  let sampledMs = 0;
  while (Date.now() - startedMs < LASTS_MS) {
    while (operations < ((Date.now() - startedMs) / 1000) * RATE && underWay.size < 50) {
      const one: Promise<void> = operate(workflowId, operations++)
        .catch(() => void failed++)
        .finally(() => underWay.delete(one));
      underWay.add(one);
    }
    if (Date.now() - sampledMs > SAMPLE_MS) {
      sampledMs = Date.now();
      for (const role of ["serve", "work"] as const)
        samples[role].push(await sample(ports[role], operations));
    }
    await sleep(10);
  }
  await Promise.all(underWay);
  return judge(`${operations} operations in ${Math.round(LASTS_MS / 60_000)} minutes`, [
    none("operations that failed", failed),
    ...(["serve", "work"] as const).flatMap((role) => [
      ...describeGrowth(role, "heap", samples[role], ({ heapMb }) => heapMb),
      ...describeGrowth(role, "RSS", samples[role], ({ rssMb }) => rssMb),
    ]),
  ]);
}

async function prepare(): Promise<string> {
  for (let account = 0; account < ACCOUNTS; account++) await upsert(account, 0);
  const webhook = { webhook_url: `${sink.url}/webhook`, webhook_events: ["Workflow Completed"] };
  await installation.api("POST", "/api/v2/public/webhook", webhook);
  return publishNodes(installation, [
    { id: "shape", type: "transform", data: { output: { total: "{{ input.price * input.count }}" } } },
    {
      id: "check",
      type: "ai_code_executor",
      data: { code: "return { id: input.id, text: 'x'.repeat(500) };" },
    },
    {
      id: "post",
      type: "http",
      data: { method: "POST", url: `${sink.url}/order`, body: { id: "{{ input.id }}" } },
    },
  ]);
}

function upsert(account: number, revision: number) {
  const body = { linked_account_id: `acc-${account}`, name: `Account ${account}`, udf: { revision } };
  return installation.api("PUT", "/api/v2/public/linked-account", body);
}

/** Of ten operations, six start an execution. */
async function operate(workflowId: string, number: number): Promise<void> {
  const account = `acc-${number % ACCOUNTS}`;
  const read = (path: string) => installation.api("GET", path, undefined, { linked_account_id: account });
  switch (number % 10) {
    case 0:
      return upsert(number % ACCOUNTS, number);
    case 1:
      return read("/api/v2/public/execution?limit=20");
    case 2:
      return read(`/api/v2/public/execution?search=order-${number - 20}`);
    case 3:
      return read("/api/v2/public/application/hubspot");
    default:
      await startRun(installation, workflowId, account, { id: `order-${number}`, price: 2, count: number });
  }
}

async function sample(port: number, operations: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / 1e6;
  const rssMb = read("process_resident_memory_bytes");
  return { atMs: Date.now(), operations, rssMb, heapMb: read("nodejs_heap_size_used_bytes") };
}

/** How the least of the last quarter differs from that of the second: the first one fills caches. */
function describeGrowth(
  role: string,
  what: string,
  samples: readonly Sample[],
  read: (sample: Sample) => number,
) {
  const quarter = (index: number) =>
    samples.slice(Math.floor((samples.length * index) / 4), Math.floor((samples.length * (index + 1)) / 4));
  const least = (some: readonly Sample[]) =>
    some.reduce((best, one) => (read(one) < read(best) ? one : best));
  const [before, after] = [least(quarter(1)), least(quarter(3))];
  const grown = read(after) - read(before);
  const per = Math.round((grown / ((after.operations - before.operations) / 10_000)) * 100) / 100;
  return [
    told(
      `MB of ${what} of ${role}, least of the second and last quarter`,
      `${Math.round(read(before))}, ${Math.round(read(after))}`,
    ),
    MOST_MB === undefined
      ? atMost(`MB of ${what} of ${role} more per 10,000 operations`, per, MOST_PER_10_000)
      : atMost(`MB of ${what} of ${role} more`, Math.round(grown), MOST_MB),
  ];
}
