import { once } from "node:events";
import { createServerClient } from "../sdk/src/index.ts";
import { type CleanUp, createCleanUp } from "./clean-up.ts";
import { setUpCustomers } from "./customers.ts";
import { processOrders } from "./process-orders.ts";
import { type Order, readOrders } from "./read-orders.ts";
import { reportResult } from "./report.ts";
import { createScreen, type Screen } from "./screen.ts";
import { setUpShop } from "./shop.ts";
import { stay } from "./stay.ts";
import { prepareWorld, type World } from "./world.ts";

const USAGE = `npm run demo             the main use case end to end, in a temporary folder
npm run demo -- --kill   the same, with a kill -9 of the platform in the middle
npm run demo -- --stay   then breaks some things, and keeps the dashboard open for you to explore`;

// The platform is down for some seconds after a kill; a busy machine needs minutes.
const RETRIES = 40;

process.exit(await main(process.argv.slice(2)));

/** Runs the demo; returns the exit code: 0 if all checks pass, 1 if not, 2 for unknown arguments, 130 after Ctrl-C. */
async function main(argv: string[]): Promise<number> {
  const unknown = argv.filter((argument) => argument !== "--kill" && argument !== "--stay");
  if (unknown.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const screen = createScreen();
  const cleanUp = createCleanUp();
  const stays = argv.includes("--stay");
  const demo = runDemo(screen, cleanUp, { kills: argv.includes("--kill"), stays });
  try {
    return await Promise.race([demo, interruption(screen)]);
  } catch (error) {
    screen.verdict(`The demo failed: ${error instanceof Error ? error.message : String(error)}`, false);
    return 1;
  } finally {
    await cleanUp.run();
  }
}

/** Resolves with 130 at Ctrl-C or SIGTERM; a second one ends the process at once. */
async function interruption(screen: Screen): Promise<number> {
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), once(process, "SIGHUP")]);
  screen.verdict("Interrupted: everything is being stopped, and the temporary folder removed.", false);
  return 130;
}

interface Wishes {
  readonly kills: boolean;
  readonly stays: boolean;
}

async function runDemo(screen: Screen, cleanUp: CleanUp, wishes: Wishes): Promise<number> {
  const startedAt = performance.now();
  const orders = await readOrders();
  screen.title("Junctor: the main use case, end to end", [
    `A shop runs Junctor for its customers. Each of its ${orders.length} orders is an event: it starts`,
    "the workflow that the customer has switched on, which calls the customer's own application",
    "with the customer's own credential. A signed webhook tells the shop how it ended.",
  ]);
  screen.heading("Start");
  const world = await prepareWorld(screen, cleanUp);
  try {
    const { url, dataDir, platform } = world;
    await screen.step("Junctor", platform.start, () => `Junctor at ${url}, its data in ${dataDir}`);
    return await Promise.race([tell(screen, world, { orders, startedAt, ...wishes }), platform.failed]);
  } catch (error) {
    showLog(screen, world);
    throw error;
  }
}

/** Runs the main part, from the shop's set-up to the final check; returns the exit code. */
async function tell(
  screen: Screen,
  world: World,
  { orders, kills, stays, startedAt }: { orders: Order[]; startedAt: number } & Wishes,
): Promise<number> {
  const server = createServerClient({ baseUrl: world.url, apiKey: world.apiKey, retries: RETRIES });
  screen.heading("The shop sets up its integrations");
  await setUpShop(screen, server, world);
  screen.heading("Its customers connect, choose settings and switch on");
  await setUpCustomers(screen, server, world);
  screen.heading(kills ? "Orders, with a kill -9 in the middle" : "Orders");
  const processed = await processOrders(screen, world, { server, orders, kills });
  const good = await reportResult(screen, world, { server, orders, processed });
  if (!good) showLog(screen, world);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const verdict = good
    ? `Every order arrived exactly once, and nothing was lost${kills ? ", through a kill -9" : ""} (${seconds} s).`
    : `Something was lost, duplicated or unsigned: see above (${seconds} s).`;
  if (good && stays) {
    screen.line(`\n${verdict}`);
    await stay(screen, server, world);
  }
  screen.verdict(verdict, good);
  return good ? 0 : 1;
}

function showLog(screen: Screen, { platform }: World): void {
  if (platform.said()) screen.line(`\nThe last lines of Junctor's log:\n${platform.said()}`);
}
