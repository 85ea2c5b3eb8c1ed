// A React app whose customers connect applications on its own page. `npm run example:react`
//
// Junctor, the applications and the workflows are those of `npm run demo`; the product is `backend.ts` and `src/`.
import { once } from "node:events";
import { createServer as createVite } from "vite";
import { createCleanUp } from "../../demo/clean-up.ts";
import { createScreen } from "../../demo/screen.ts";
import { setUpShop } from "../../demo/shop.ts";
import { LEDGERLY_CUSTOMER } from "../../demo/third-party/third-party.ts";
import { prepareWorld, type World } from "../../demo/world.ts";
import { createServerClient, type ServerClient } from "../../sdk/src/index.ts";
import { findFreePort } from "../../server/test/free-port.ts";
import { createBackend } from "./backend.ts";
import config from "./vite.config.ts";

const screen = createScreen();
const cleanUp = createCleanUp();
const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
try {
  await Promise.race([run(), interrupted]);
} catch (error) {
  screen.verdict(`The example failed: ${error instanceof Error ? error.message : String(error)}`, false);
  process.exitCode = 1;
} finally {
  await cleanUp.run();
}

async function run(): Promise<void> {
  screen.title("A React app that shows <junctor-connect>", [
    "Harbor Tools, a customer of Quayside, connects its applications on Quayside's own page.",
  ]);
  const world = await prepareWorld(screen, cleanUp);
  const { url, apiKey, platform, thirdParty } = world;
  await screen.step("Junctor", platform.start, () => `Junctor at ${url}`);
  const junctor = createServerClient({ baseUrl: url, apiKey });
  await setUpShop(screen, junctor, world);
  const address = await screen.step("Quayside", () => startProduct(world, junctor));
  screen.heading("Open in your browser");
  screen.facts([
    ["Quayside, where Harbor Tools is signed in", address],
    ["key for Stockroom", thirdParty.stockroomKey],
    ["name and password for Ledgerly", Object.values(LEDGERLY_CUSTOMER).join(", ")],
    ["stops everything and removes the folder", "Ctrl-C"],
  ]);
  await platform.failed;
}

/** Serves the product, and returns its address once Junctor lets its pages embed the portal. */
async function startProduct(world: World, junctor: ServerClient): Promise<string> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  await allowFrames(world, address);
  const backend = createBackend({
    junctor,
    junctorUrl: world.url,
    frontend: (request, response) => vite.middlewares(request, response),
  });
  const vite = await createVite({
    ...config,
    configFile: false,
    logLevel: "warn",
    server: { middlewareMode: true, hmr: { server: backend } },
  });
  cleanUp.later(vite.close);
  backend.listen(port, "127.0.0.1");
  await once(backend, "listening");
  cleanUp.later(async () => {
    backend.close();
    backend.closeAllConnections();
  });
  return address;
}

async function allowFrames({ url, productionKey }: World, origin: string): Promise<void> {
  const reply = await fetch(`${url}/api/v2/public/organization`, {
    method: "PUT",
    headers: { "x-api-key": productionKey, "content-type": "application/json" },
    body: JSON.stringify({ frame_origins: [origin] }),
  });
  if (!reply.ok) throw new Error(`The page's origin could not be named: ${await reply.text()}`);
}
