import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { OutboundError } from "./outbound-error.ts";

/** All addresses of a host name; rejects with OutboundError `dns` if there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

// getaddrinfo blocks a thread of the pool of four that files and cryptography also use.
const systemLookupsAtOnce = 2;
const systemLookupsWaiting = 200;

function unresolved(hostname: string): OutboundError {
  return new OutboundError("dns", `The host name ${hostname} could not be resolved.`);
}

type SystemLookup = (hostname: string) => Promise<LookupAddress[]>;

function limitSystemLookup(ask: SystemLookup): Resolve {
  let active = 0;
  const waiting: (() => void)[] = [];

  async function enter(hostname: string): Promise<void> {
    if (active < systemLookupsAtOnce) {
      active += 1;
      return;
    }
    if (waiting.length >= systemLookupsWaiting) throw unresolved(hostname);
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  }

  return async (hostname) => {
    await enter(hostname);
    try {
      return await ask(hostname);
    } catch {
      throw unresolved(hostname);
    } finally {
      leave();
    }
  };
}

async function queryDns(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found: LookupAddress[] = [];
  if (four.status === "fulfilled") found.push(...four.value.map((address) => ({ address, family: 4 })));
  if (six.status === "fulfilled") found.push(...six.value.map((address) => ({ address, family: 6 })));
  return found;
}

/** Name servers (`address:port`) that replace the configured ones, and a function that replaces getaddrinfo. */
export interface ResolveOptions {
  servers?: string[];
  askSystem?: SystemLookup;
}

/**
 * Resolves by DNS outside the thread pool, so that slow name servers hold up nothing else; names that DNS does not
 * know (hosts file, search domains) by the system.
 */
export function createResolve(options: ResolveOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (options.servers) resolver.setServers(options.servers);
  const askSystem: SystemLookup = (hostname) => lookup(hostname, { all: true });
  const systemLookup = limitSystemLookup(options.askSystem ?? askSystem);
  const underWay = new Map<string, Promise<LookupAddress[]>>();

  async function resolveOnce(hostname: string): Promise<LookupAddress[]> {
    const bare = hostname.replace(/\.$/, "");
    if (!bare.includes(".") || bare.endsWith(".localhost")) return systemLookup(hostname);
    const found = await queryDns(resolver, hostname);
    return found.length > 0 ? found : systemLookup(hostname);
  }

  return (hostname) => {
    const current = underWay.get(hostname);
    if (current) return current;
    const started = resolveOnce(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, started);
    return started;
  };
}
