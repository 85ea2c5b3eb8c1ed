// Two `serve` and two `work` of an older version under 100 events per second: the newer version migrates the database,
// takes their places one after the other by SIGTERM, and the older one comes back in the same way. From the oldest
// version of the history that can run beside this one, from the one before the rules for migrations, and from this one
// to one that changes the busiest tables. `npm run bench:faults -- upgrade [--short]`; the short form is the last part.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../server/test/free-port.ts";
import { apiOf } from "../api-client.ts";
import { start, untilReady } from "../processes.ts";
import { type BalancedLoad, startBalancedLoad } from "./balanced-load.ts";
import { startCluster } from "./cluster.ts";
import { type CountingSink, startSink } from "./counting-sink.ts";
import { atMost, judge, none, told } from "./figures.ts";
import { conclude, type Installation, killNow, prepareInstallation, publishNodes } from "./installation.ts";
import { buildNextVersion, checkOutBefore, thisVersion, type Version } from "./versions.ts";

const SHORT = process.argv.includes("--short");
const PER_SECOND = 100;
const BETWEEN_MS = SHORT ? 1500 : 4000;
// Longer than a process needs to notice that the schema is too new for it.
const BESIDE_MS = SHORT ? 3000 : 6000;
const END_MS = 120_000;

const CHANGES = {
  "9001-columns": `export const up = [${[
    "runs",
    "run_steps",
    "webhook_deliveries",
    "received_events",
    "linked_accounts",
    "workflows",
    "connections",
    "webhooks",
    "organizations",
  ]
    .map((table) => `"alter table ${table} add column of_tomorrow text"`)
    .join(", ")}];`,
  "9002-indexes": `export const up = ["create index concurrently runs_of_tomorrow on runs (of_tomorrow)"];`,
};

await conclude(async () => {
  const isRight: boolean[] = [];
  if (!SHORT) {
    isRight.push(await upgrade(checkOutBefore("server/migrations/0172-account-choices.ts"), thisVersion));
    isRight.push(
      await upgrade(checkOutBefore("server/src/platform/database/schema/migration-records.ts"), thisVersion),
    );
  }
  isRight.push(await upgrade(thisVersion, buildNextVersion(CHANGES)));
  return isRight.every(Boolean);
}, []);

async function upgrade(from: Version, to: Version): Promise<boolean> {
  const cluster = await startCluster();
  const sink = await startSink(() => 10);
  const receiver = await startReceiver();
  const installation = await prepareInstallation(cluster.url);
  const fleet = await buildFleet(installation);
  let isRight = false;
  await conclude(async () => {
    for (const place of fleet.places) await place.replace(from);
    const key = String(installation.environment.JUNCTOR_TEST_API_KEY);
    await prepareWorkflow({ ...installation, api: apiOf(fleet.urls[0] ?? "", key) }, sink, receiver.url);
    const load = startBalancedLoad(fleet.urls, key, PER_SECOND);
    await sleep(BETWEEN_MS);
    const migrateMs = await migrate(to, installation);
    await sleep(BESIDE_MS);
    for (const version of [to, from])
      for (const place of fleet.places) {
        await place.replace(version);
        await sleep(BETWEEN_MS);
      }
    await load.stop();
    isRight = await report({
      title: `From ${from.title} to ${to.title}, and back`,
      migrateMs,
      load,
      sink,
      receiver,
      installation,
    });
    return isRight;
  }, [fleet.close, receiver.close, sink.close, cluster.remove, from.remove, to.remove]);
  return isRight;
}

/** Runs `junctor migrate` of a version; returns how long it took. */
async function migrate(version: Version, { environment }: Installation): Promise<number> {
  const startedAt = performance.now();
  const child = start([join(version.folder, "server/junctor.mjs"), "migrate"], environment);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The migration ended with ${code}.`);
  return performance.now() - startedAt;
}

/** A process that has its place whatever its version. */
interface Place {
  /** Ends the process by SIGTERM, and starts one of that version in its place. */
  replace(version: Version): Promise<void>;
}

async function buildFleet({ environment, rows }: Installation): Promise<{
  places: Place[];
  urls: string[];
  close(): Promise<void>;
}> {
  const ports = [await findFreePort(), await findFreePort()];
  const running = new Set<ChildProcess>();
  const workers = async () => {
    const [found] = await rows<{ found: boolean }>("select to_regclass('workers') is not null as found");
    return found?.found ? (await rows<{ id: string }>("select id from workers")).map(({ id }) => id) : [];
  };
  const place = (command: "serve" | "work", port: number): Place => {
    let child: ChildProcess | undefined;
    return {
      replace: async (version) => {
        if (child) {
          const ended = once(child, "exit");
          child.kill("SIGTERM");
          const [code] = await ended;
          if (code !== 0) throw new Error(`A ${command} ended with ${code}.`);
          running.delete(child);
        }
        const before = command === "work" ? await workers() : [];
        const args = [join(version.folder, "server/junctor.mjs"), command];
        child = start(args, { ...environment, PORT: String(port) });
        running.add(child);
        if (command === "serve") await untilReady(`http://127.0.0.1:${port}/health/ready`, child);
        else while ((await workers()).every((id) => before.includes(id))) await sleep(50);
      },
    };
  };
  return {
    places: [
      ...ports.map((port) => place("serve", port)),
      place("work", await findFreePort()),
      place("work", await findFreePort()),
    ],
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    close: async () => {
      await Promise.all([...running].map(killNow));
    },
  };
}

/** A workflow that every event starts, which calls the sink, and a webhook that hears of its end. */
async function prepareWorkflow(
  installation: Installation,
  sink: CountingSink,
  receiverUrl: string,
): Promise<void> {
  const { api } = installation;
  for (let account = 0; account < 4; account++)
    await api("PUT", "/api/v2/public/linked-account", { linked_account_id: `acc-${account}` });
  await api("POST", "/api/v2/public/application/event", { name: "order.created" });
  const id = await publishNodes(installation, []);
  await api("PUT", `/api/v2/public/workflow/${id}`, {
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "order.created" }] },
      {
        id: "tell",
        type: "http",
        data: { method: "POST", url: `${sink.url}/tell`, body: { id: "{{ input.n }}" } },
      },
    ],
    edges: [{ source: "start", target: "tell" }],
  });
  await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
  await api("POST", "/api/v2/public/webhook", {
    webhook_url: receiverUrl,
    webhook_events: ["Workflow Completed"],
  });
}

/** Receives webhooks: the executions that they tell of, by their `webhook-id`. */
interface Receiver {
  readonly url: string;
  readonly received: { readonly webhookId: string; readonly execution: string }[];
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const received: { webhookId: string; execution: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { instance_id: execution } = JSON.parse(Buffer.concat(chunks).toString());
      received.push({ webhookId: String(request.headers["webhook-id"]), execution });
      response.end();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Waits until all executions and deliveries have ended. */
async function untilAllEnded({ rows }: Installation): Promise<number> {
  for (const endMs = Date.now() + END_MS; ; await sleep(250)) {
    const [row] = await rows<{ open: number }>(
      `select ((select count(*) from runs where status = 'RUNNING')
        + (select count(*) from webhook_deliveries where status = 'pending'))::int as open`,
    );
    if (row?.open === 0 || Date.now() > endMs) return row?.open ?? -1;
  }
}

interface Outcome {
  readonly title: string;
  readonly migrateMs: number;
  readonly load: BalancedLoad;
  readonly sink: CountingSink;
  readonly receiver: Receiver;
  readonly installation: Installation;
}

async function report({ title, migrateMs, load, sink, receiver, installation }: Outcome): Promise<boolean> {
  const unended = await untilAllEnded(installation);
  const rows = await installation.rows<{ id: string; n: string; event: string; status: string }>(
    "select r.id, r.status, e.id as event, e.payload ->> 'n' as n from runs r join received_events e on e.id = r.event_id",
  );
  const runs = Map.groupBy(rows, ({ n }) => Number(n));
  const calls = Map.groupBy(sink.calls, ({ id }) => Number(id));
  const announced = Map.groupBy(receiver.received, ({ execution }) => execution);
  const accepted = load.events.filter(({ id }) => id !== undefined);
  const isLost = ({ n, id }: { n: number; id?: string }) => {
    const [run] = runs.get(n) ?? [];
    return run?.event !== id || run?.status !== "COMPLETED" || !calls.has(n);
  };
  const latencies = accepted.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const others = [...load.answers].filter(([status]) => ![200, 0, 503].includes(status));
  return judge(title, [
    told("events sent", load.events.length),
    none("events that no server accepted", load.events.length - accepted.length),
    none(
      "accepted events lost, or without a completed execution and its call",
      accepted.filter(isLost).length,
    ),
    none("executions and deliveries that do not end", unended),
    none("events with several executions", [...runs.values()].filter(({ length }) => length > 1).length),
    none("calls made twice", [...calls.values()].filter(({ length }) => length > 1).length),
    none("executions without a webhook", rows.filter(({ id }) => !announced.has(id)).length),
    none("webhooks sent twice", [...announced.values()].filter(({ length }) => length > 1).length),
    none("answers other than 200 and 503", others.length),
    told("answers 503, before the next server was asked", load.answers.get(503) ?? 0),
    told("connections refused or broken, before the next server was asked", load.answers.get(0) ?? 0),
    atMost("seconds with a 503", load.secondsOf503(), 1),
    told("longest time without an accepted event, ms", load.longestGapMs()),
    told(
      "ms until an event was accepted, p99",
      Math.round(latencies[Math.floor(latencies.length * 0.99)] ?? 0),
    ),
    told("ms of the migration, with the start of its process", Math.round(migrateMs)),
  ]);
}
