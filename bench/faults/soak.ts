// A `serve` and a `work` process under steady load for 20 minutes: executions with code, a request and a webhook, reads and
// changes by the API. What each keeps after a full garbage collection must not grow by more than 1 MB per 10,000
// operations once the first quarter has filled its caches. `npm run bench:faults -- soak [--short] [--minutes N] [--rate N]`.
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
const ACCOUNTS = 50;
/** How long what was started may take to end. */
const REST_MS = 3000;
const MOST_PER_10_000 = 1;
// A minute is too short to tell growth from what a process keeps for its caches.
const MOST_MB = SHORT ? 20 : undefined;

const cluster = await startCluster();
const sink = await startSink(() => 5);
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, sink.close, cluster.remove]);

function numberOf(option: string, fallback: number): number {
  const at = process.argv.indexOf(option);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

/** The memory of a process after a full garbage collection. */
interface Sample {
  readonly operations: number;
  readonly heapMb: number;
  readonly rssMb: number;
}

interface SoakedProcess {
  readonly role: "serve" | "work";
  readonly metricsPort: number;
  readonly inspectorPort: number;
  /** At the end of each quarter. */
  readonly samples: Sample[];
}

async function test(): Promise<boolean> {
  const processes = [await begin("serve"), await begin("work")];
  const workflowId = await prepare();
  let operations = 0;
  let failed = 0;
  for (let quarter = 1; quarter <= 4; quarter++) {
    const startedMs = Date.now();
    const before = operations;
    const underWay = new Set<Promise<void>>();
    while (Date.now() - startedMs < LASTS_MS / 4) {
      while (operations - before < ((Date.now() - startedMs) / 1000) * RATE && underWay.size < 50) {
        const one: Promise<void> = operate(workflowId, operations++)
          .catch(() => void failed++)
          .finally(() => underWay.delete(one));
        underWay.add(one);
      }
      await sleep(10);
    }
    await Promise.all(underWay);
    await sleep(REST_MS);
    for (const one of processes) one.samples.push(await measure(one, operations));
  }
  return judge(`${operations} operations in ${Math.round(LASTS_MS / 60_000)} minutes`, [
    none("operations that failed", failed),
    ...processes.flatMap((one) => [
      ...describeGrowth(one, "heap", ({ heapMb }) => heapMb),
      ...describeGrowth(one, "RSS", ({ rssMb }) => rssMb),
    ]),
  ]);
}

async function begin(role: "serve" | "work"): Promise<SoakedProcess> {
  const [metricsPort, inspectorPort] = [await findFreePort(), await findFreePort()];
  await installation.begin(role, {
    JUNCTOR_METRICS_PORT: String(metricsPort),
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });
  return { role, metricsPort, inspectorPort, samples: [] };
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

async function measure({ metricsPort, inspectorPort }: SoakedProcess, operations: number): Promise<Sample> {
  // What finalizers release is collected by the second one.
  for (let time = 0; time < 2; time++) await collectGarbage(inspectorPort);
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / 1e6;
  return {
    operations,
    heapMb: read("nodejs_heap_size_used_bytes"),
    rssMb: read("process_resident_memory_bytes"),
  };
}

async function collectGarbage(inspectorPort: number): Promise<void> {
  const [target] = await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send('{"id":1,"method":"HeapProfiler.collectGarbage"}');
    socket.onmessage = resolve;
    socket.onerror = reject;
  });
  socket.close();
}

function describeGrowth(
  { role, samples }: SoakedProcess,
  what: string,
  read: (sample: Sample) => number,
): ReturnType<typeof told>[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error("Nothing was measured.");
  const grown = read(last) - read(first);
  const per = Math.round((grown / ((last.operations - first.operations) / 10_000)) * 100) / 100;
  const label = `MB of ${what} of ${role}`;
  return [
    told(`${label} after each quarter`, samples.map((one) => Math.round(read(one))).join(", ")),
    MOST_MB === undefined
      ? atMost(`${label} more per 10,000 operations`, per, MOST_PER_10_000)
      : atMost(`${label} more`, Math.round(grown), MOST_MB),
  ];
}
