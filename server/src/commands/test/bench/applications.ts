import { listConnectorFolders } from "../../../apps/catalog/catalog.ts";
import type { Clock } from "../../../platform/clock.ts";
import { parseAllowList } from "../../../platform/outbound/address-guard.ts";
import { createOutbound, type Outbound } from "../../../platform/outbound/outbound.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import type { SimulatedApplication } from "../../../simulator/application.ts";
import type { Simulator } from "../../../simulator/simulator.ts";

/** The applications that tests connect, played on this machine (D572). */
export interface PlayedApplications extends Pick<Simulator, "fault" | "happen" | "reset"> {
  readonly all: readonly SimulatedApplication[];
  /** Sends a request to one of them, as the server does. */
  readonly send: Outbound["request"];
  close(): Promise<void>;
}

interface PlayOptions {
  /** Slugs of connectors. */
  readonly slugs: readonly string[];
  readonly connectorsDir: string | undefined;
  readonly clock: Clock;
  /** Sends what the applications deliver to the server. */
  readonly fetch: typeof fetch;
}

/** Starts applications; nothing else can be reached through them. */
export async function startApplications(options: PlayOptions): Promise<PlayedApplications> {
  const { slugs, connectorsDir, clock } = options;
  const { startSimulator } = await import("../../../simulator/start-simulator.ts");
  const simulator = await startSimulator({
    applications: slugs,
    folders: listConnectorFolders({ connectorsDir }),
    now: () => clock.now().getTime(),
    deliver: async ({ method, url, headers, body }) => {
      const reply = await options.fetch(url, { method, headers, ...(method !== "GET" && { body }) });
      return { status: reply.status, body: await reply.text() };
    },
  });
  const outbound = createOutbound({
    allow: parseAllowList(""),
    diversion: { origin: simulator.url, hosts: simulator.hosts },
    // An application may redirect to another host.
    resolve: (host) => Promise.reject(new OutboundError("dns", `${host} is outside of the test.`)),
  });
  const { applications, fault, happen, reset } = simulator;
  return {
    all: applications,
    ...{ fault, happen, reset },
    send: outbound.request,
    close: async () => {
      await outbound.close();
      await simulator.close();
    },
  };
}
