import type { Dispatcher } from "undici";
import type { AddressGuard } from "./address-guard.ts";
import { createGuardedAgent, type GuardedAgent } from "./guarded-agent.ts";
import { isPublicAddress } from "./public-address.ts";
import type { Resolve } from "./resolve.ts";

/** Requests to `hosts` go to the server at `origin` instead (D562). */
export interface Diversion {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Hosts as in addresses; `*.example.com` stands for all subdomains. */
  readonly hosts: readonly string[];
}

/** Whether one of `hosts` names `host`, which is written as in addresses. */
export function isHostNamed(hosts: readonly string[], host: string): boolean {
  return hosts.some((name) => (name.startsWith("*.") ? host.endsWith(name.slice(1)) : name === host));
}

/** The address to which a request for `url` is diverted: its host becomes the first part of the path. */
export function toDivertedUrl({ origin, hosts }: Diversion, url: URL): URL | undefined {
  if (!isHostNamed(hosts, url.host)) return undefined;
  return new URL(`${origin}/${url.host}${url.pathname}${url.search}`);
}

/** Credentials of whoever tests go to the server: it has to be on this machine or in its private network. */
const PRIVATE_ONLY: AddressGuard = {
  refusal: () => undefined,
  permits: (_target, address) => !isPublicAddress(address),
};

/** The agent with diverted requests on connections of their own; callers see their own addresses. */
export function createDivertedAgent(
  { agent, close }: GuardedAgent,
  diversion: Diversion,
  resolve: Resolve,
): { agent: Dispatcher; close(): Promise<void> } {
  const inside = createGuardedAgent(PRIVATE_ONLY, resolve);
  return {
    agent: agent.compose((dispatch) => (options, handler) => {
      const target = toDivertedUrl(diversion, new URL(options.path, String(options.origin)));
      if (target === undefined) return dispatch(options, handler);
      const { origin, pathname, search } = target;
      return inside.agent.dispatch({ ...options, origin, path: pathname + search }, handler);
    }),
    close: async () => {
      await Promise.all([close(), inside.close()]);
    },
  };
}
