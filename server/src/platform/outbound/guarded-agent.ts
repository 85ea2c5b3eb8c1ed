import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { Agent, buildConnector, Pool } from "undici";
import type { AddressGuard, Target } from "./address-guard.ts";
import { targetOf } from "./address-guard.ts";
import { OutboundError } from "./outbound-error.ts";
import type { Resolve } from "./resolve.ts";

const connectTimeoutMs = 10_000;
const maxHeaderBytes = 32 * 1024;
const connectionsPerOrigin = 256;

function blocked(target: Target): OutboundError {
  return new OutboundError(
    "blocked",
    `${target.host} is not reached over https at a public address, and the operator has not allowed it.`,
  );
}

function guardedLookup(guard: AddressGuard, resolve: Resolve, target: Target): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const permitted = found.filter(({ address }) => guard.permits(target, address));
        const [first] = permitted;
        if (!first) callback(blocked(target), "");
        else if (options.all) callback(null, permitted);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

function guardedConnector(guard: AddressGuard, resolve: Resolve, target: Target): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(guard, resolve, target),
    timeout: connectTimeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  });
  return (options, callback) => {
    // The lookup is not called for a literal address.
    const refused = isIP(options.hostname) !== 0 && !guard.permits(target, options.hostname);
    if (refused) process.nextTick(callback, blocked(target), null);
    else connect(options, callback);
  };
}

/** An undici Agent (HTTP/1.1, pooled by origin) whose every socket goes to an address that the guard has permitted. */
export function createGuardedAgent(guard: AddressGuard, resolve: Resolve): Agent {
  return new Agent({
    connections: connectionsPerOrigin,
    maxHeaderSize: maxHeaderBytes,
    keepAliveMaxTimeout: 60_000,
    allowH2: false,
    factory: (origin, options) =>
      new Pool(origin, { ...options, connect: guardedConnector(guard, resolve, targetOf(new URL(origin))) }),
  });
}
