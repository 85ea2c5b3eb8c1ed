import { parseAllowList } from "../../src/platform/outbound/address-guard.ts";
import { createOutbound, type Outbound } from "../../src/platform/outbound/outbound.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";

/** The simulator behind the server's outgoing HTTP, so that shipped connectors run unmodified; nothing else is reached. */
export interface Vendors {
  readonly outbound: Outbound;
  /** Forgets what happened in the template before. */
  reset(): void;
  /** What a customer types in to connect an application. */
  typedIn(slug: string): object;
  /** Sends a request to a third party as its own users do, to make something happen there; returns the status. */
  send(slug: string, path: string, sent: { json: object; headers: Record<string, string> }): Promise<number>;
  /** Makes happen what a polled trigger reports. */
  happen(slug: string, trigger: string): Promise<void>;
  /** The bodies of the requests to a third party that match `METHOD /path`, oldest first. */
  received(slug: string, endpoint: RegExp): Record<string, unknown>[];
  close(): Promise<void>;
}

/** Starts all applications, once for a file of tests. */
export async function startVendors(): Promise<Vendors> {
  const simulator = await startSimulator();
  const diversion = { origin: simulator.url, hosts: simulator.hosts };
  const outbound = createOutbound({ allow: parseAllowList(""), diversion });
  const find = (slug: string) => simulator.applications.find((one) => one.slug === slug);
  return {
    // Each server closes its own.
    outbound: { ...outbound, close: async () => undefined },
    reset: simulator.reset,
    typedIn: (slug) => find(slug)?.credentials ?? {},
    send: async (slug, path, { json, headers }) => {
      const url = `${simulator.url}/${find(slug)?.hosts[0]}${path}`;
      const sent = { ...headers, "content-type": "application/json" };
      return (await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(json) })).status;
    },
    happen: async (application, trigger) => {
      await simulator.happen({ application, trigger });
    },
    received: (slug, endpoint) =>
      simulator
        .requests(slug)
        .filter(({ method, url }) => endpoint.test(`${method} ${decodeURIComponent(new URL(url).pathname)}`))
        .map(({ headers, body }) =>
          headers["content-type"]?.includes("json")
            ? JSON.parse(body)
            : Object.fromEntries(new URLSearchParams(body)),
        ),
    close: async () => {
      await outbound.close();
      await simulator.close();
    },
  };
}
