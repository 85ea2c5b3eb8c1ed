// Kills the serving process (kill -9) repeatedly while eight clients create accounts and start runs: everything that
// was answered with 2xx must exist afterwards, exactly once. `npm run bench:faults -- api [--short] [--seed N]`.
import { setTimeout as sleep } from "node:timers/promises";
import { ApiFailure } from "../api-client.ts";
import { startCluster } from "./cluster.ts";
import { judge, none, told } from "./figures.ts";
import { conclude, killNow, prepareInstallation, publishNodes } from "./installation.ts";
import { createRandom } from "./random.ts";

const SHORT = process.argv.includes("--short");
const KILLS = SHORT ? 4 : 50;
const CLIENTS = 8;

const random = createRandom(process.argv);
const cluster = await startCluster();
const installation = await prepareInstallation(cluster.url);
await conclude(test, [installation.close, cluster.remove]);

interface Acknowledged {
  readonly accounts: Set<string>;
  readonly events: Map<string, string>;
  tries: number;
  odd: number;
}

async function test(): Promise<boolean> {
  let server = await installation.begin("serve");
  await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "shared" });
  await installation.api("POST", "/api/v2/public/application/event", { name: "order.created" });
  const workflowId = await publishNodes(installation, []);
  await installation.api("PUT", `/api/v2/public/workflow/${workflowId}`, {
    nodes: [{ id: "start", type: "start", triggers: [{ application: "Junctor", event: "order.created" }] }],
  });
  await installation.api("PUT", `/api/v2/public/workflow/${workflowId}/publish`, { published: true });
  const acknowledged: Acknowledged = { accounts: new Set(), events: new Map(), tries: 0, odd: 0 };
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, client) => load(client, acknowledged, () => isOver));
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(400 + 1200 * random());
    await killNow(server);
    server = await installation.begin("serve");
  }
  isOver = true;
  await Promise.all(clients);
  return report(acknowledged);
}

/** Creates an account, then sends an event, each under a unique name, and repeats both until they are answered. */
async function load(client: number, acknowledged: Acknowledged, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const name = `${client}-${n}`;
    await untilAnswered(acknowledged, isOver, async () => {
      await installation.api("PUT", "/api/v2/public/linked-account", { linked_account_id: `acc-${name}` });
      acknowledged.accounts.add(`acc-${name}`);
    });
    await untilAnswered(acknowledged, isOver, async () => {
      const { event_id: id } = await installation.api(
        "POST",
        "/api/v2/public/event",
        { event: "order.created", payload: { name } },
        { linked_account_id: "shared", "idempotency-key": name },
      );
      acknowledged.events.set(name, id);
    });
    await sleep(5);
  }
}

async function untilAnswered(
  acknowledged: Acknowledged,
  isOver: () => boolean,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    acknowledged.tries += 1;
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiFailure && error.status !== 503) acknowledged.odd += 1;
      if (isOver()) return;
      await sleep(20);
    }
  }
}

async function report({ accounts, events, tries, odd }: Acknowledged): Promise<boolean> {
  const stored = await installation.rows<{ account_id: string; count: number }>(
    "select account_id, count(*)::int from linked_accounts group by account_id",
  );
  const received = await installation.rows<{ id: string; name: string; runs: number }>(
    `select e.id, e.payload ->> 'name' as name, (select count(*)::int from runs r where r.event_id = e.id) as runs
      from received_events e`,
  );
  const present = new Set(stored.map(({ account_id }) => account_id));
  const byName = Map.groupBy(received, ({ name }) => name);
  const lostAccounts = [...accounts].filter((id) => !present.has(id)).length;
  const lostEvents = [...events].filter(([name, id]) => byName.get(name)?.[0]?.id !== id).length;
  const doubled =
    [...byName.values()].filter(({ length }) => length > 1).length +
    stored.filter(({ count }) => count > 1).length;
  const unbalanced = received.filter(({ runs }) => runs !== 1).length;
  return judge("The server is killed", [
    told("times the server was killed", KILLS),
    told("requests tried", tries),
    { what: "accounts acknowledged", is: accounts.size, must: "> 0", ok: accounts.size > 0 },
    none("of these missing", lostAccounts),
    { what: "events acknowledged", is: events.size, must: "> 0", ok: events.size > 0 },
    none("of these missing", lostEvents),
    none("accounts or events created twice", doubled),
    none("events with another number of runs than one", unbalanced),
    none("answers other than 2xx and 503", odd),
  ]);
}
