import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";
import type { Logger } from "../platform/log.ts";
import { parseAllowList } from "../platform/outbound/address-guard.ts";
import type { Diversion } from "../platform/outbound/diversion.ts";
import { createOutbound, type Outbound } from "../platform/outbound/outbound.ts";
import { OutboundError } from "../platform/outbound/outbound-error.ts";

// A simulator answers for itself like for a host that it plays.
const ITSELF = "_simulator";
const TIMEOUT_MS = 10_000;

/** The outgoing HTTP of a server: with a simulator, requests to the hosts that it plays now go there (D562). */
export async function openOutbound(config: Config, log: Logger): Promise<Outbound> {
  const { outboundAllow: allow, simulatorUrl } = config;
  if (simulatorUrl === undefined) return createOutbound({ allow, userAgent: "Junctor" });
  const hosts = await readSimulatedHosts(simulatorUrl);
  log.warn({ simulator: simulatorUrl, hosts }, "server.simulating");
  return createOutbound({ allow, userAgent: "Junctor", diversion: { origin: simulatorUrl, hosts } });
}

/** The hosts that a simulator plays; throws StartError with a sentence if none answers at the address. */
async function readSimulatedHosts(origin: string): Promise<Diversion["hosts"]> {
  const outbound = createOutbound({ allow: parseAllowList(""), diversion: { origin, hosts: [ITSELF] } });
  try {
    const url = `https://${ITSELF}/hosts`;
    const { status, body } = await outbound.request({ method: "GET", url, timeoutMs: TIMEOUT_MS });
    const hosts = status === 200 ? parseHosts(body.toString("utf8")) : undefined;
    if (hosts !== undefined) return hosts;
    throw new StartError(`JUNCTOR_SIMULATOR_URL is ${origin}, but what answers there is no simulator.`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new StartError(
      error.code === "blocked"
        ? `JUNCTOR_SIMULATOR_URL is ${origin}, a public address: a simulator gets every credential, so it must be on this machine or in its private network.`
        : `JUNCTOR_SIMULATOR_URL is ${origin}, but no simulator answers there: start one with "npm run junctor -- simulate", or unset the variable.`,
    );
  } finally {
    await outbound.close();
  }
}

function parseHosts(text: string): string[] | undefined {
  try {
    const { hosts } = JSON.parse(text);
    return Array.isArray(hosts) && hosts.every((host) => typeof host === "string") ? hosts : undefined;
  } catch {
    return undefined; // another server's page
  }
}
