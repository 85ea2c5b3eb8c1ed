import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../server/test/free-port.ts";
import type { CleanUp } from "./clean-up.ts";
import { createPlatform, type Platform } from "./platform-process.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import type { Screen } from "./screen.ts";
import { startThirdParty, type ThirdParty } from "./third-party/third-party.ts";

/** Everything that runs in the demo: the platform in its own process, the rest in this one. */
export type World = {
  url: string;
  dataDir: string;
  /** Key of the test environment, in which the shop and its customers live. */
  apiKey: string;
  productionKey: string;
  platform: Platform;
  thirdParty: ThirdParty;
  receiver: Receiver;
};

/**
 * Lifetime of Ledgerly's access tokens: short enough that the platform renews some while the orders come in, and long
 * enough that most calls reuse one. It renews in the last fifth of a token's life.
 */
export const ACCESS_TOKEN_SECONDS = 6;

/**
 * Starts everything but the platform, which is prepared on a temporary folder; registers with `cleanUp` how to stop it.
 */
export async function prepareWorld(screen: Screen, cleanUp: CleanUp): Promise<World> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const client = {
    id: "junctor-demo",
    secret: randomBytes(32).toString("base64url"),
    redirectUris: [`${url}/api/v1/ledgerly/callback`],
  };
  const thirdParty = await screen.step(
    "Third party",
    () => startThirdParty({ client, accessTokenSeconds: ACCESS_TOKEN_SECONDS }),
    (started) => `Third party at ${started.url}: Ledgerly (OAuth2) and Stockroom (API key)`,
  );
  cleanUp.later(thirdParty.close);
  const receiver = await screen.step(
    "Receiver of webhooks",
    () => startReceiver(),
    (started) => `The shop's webhook receiver at ${started.url}`,
  );
  cleanUp.later(receiver.close);
  const dataDir = await mkdtemp(join(tmpdir(), "junctor-demo-"));
  cleanUp.later(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const [apiKey, productionKey] = [createKey("tk"), createKey("pk")];
  const platform = createPlatform(url, {
    ...platformSettings({ port, dataDir, apiKey, productionKey }),
    LEDGERLY_URL: thirdParty.url,
    LEDGERLY_CLIENT_ID: client.id,
    LEDGERLY_CLIENT_SECRET: client.secret,
    STOCKROOM_URL: thirdParty.url,
  });
  cleanUp.later(platform.stop);
  return { url, dataDir, apiKey, productionKey, platform, thirdParty, receiver };
}

/** With which the demo's metrics are read. */
export const METRICS_TOKEN = "token-of-the-demo";

function platformSettings({
  port,
  dataDir,
  apiKey,
  productionKey,
}: Pick<World, "dataDir" | "apiKey" | "productionKey"> & { port: number }) {
  return {
    PORT: String(port),
    JUNCTOR_DATA_DIR: dataDir,
    JUNCTOR_TEST_API_KEY: apiKey,
    JUNCTOR_PRODUCTION_API_KEY: productionKey,
    JUNCTOR_OUTBOUND_ALLOW: "127.0.0.1",
    // All orders are for two accounts, far more than the default of 10 requests a minute.
    JUNCTOR_RATE_LIMIT_PER_MINUTE: "0",
    JUNCTOR_CONNECTORS_DIR: fileURLToPath(new URL("connectors", import.meta.url)),
    JUNCTOR_LOG_LEVEL: "warn",
    JUNCTOR_METRICS_TOKEN: METRICS_TOKEN,
  };
}

function createKey(kind: "tk" | "pk"): string {
  return `${kind}_${randomBytes(24).toString("base64url")}`;
}
