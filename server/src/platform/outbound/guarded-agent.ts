import type { LookupFunction } from "node:net";
import { isIP, Socket } from "node:net";
import { Agent, buildConnector, Pool } from "undici";
import type { AddressGuard, NetworkOrigin } from "./address-guard.ts";
import { toNetworkOrigin } from "./address-guard.ts";
import { OutboundError } from "./outbound-error.ts";
import type { Resolve } from "./resolve.ts";

const connectTimeoutMs = 10_000;
const maxHeaderBytes = 32 * 1024;
const connectionsPerOrigin = 256;

function blocked(target: NetworkOrigin): OutboundError {
  return new OutboundError(
    "blocked",
    `${target.host} is not reached over https at a public address, and the operator has not allowed it.`,
  );
}

function guardedLookup(guard: AddressGuard, resolve: Resolve, target: NetworkOrigin): LookupFunction {
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

interface Dialling {
  guard: AddressGuard;
  resolve: Resolve;
  /** Sockets that are still connecting: undici does not destroy those. */
  pending: Set<Socket>;
}

function guardedConnector(dialling: Dialling, target: NetworkOrigin): buildConnector.connector {
  const { guard, resolve, pending } = dialling;
  const connect = buildConnector({
    lookup: guardedLookup(guard, resolve, target),
    timeout: connectTimeoutMs,
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  });
  return (options, callback) => {
    // The lookup is not called for a literal address.
    if (isIP(options.hostname) !== 0 && !guard.permits(target, options.hostname)) {
      process.nextTick(callback, blocked(target), null);
      return;
    }
    // undici declares no result, but returns the connecting socket.
    const socket: unknown = connect(options, callback);
    if (!(socket instanceof Socket)) return;
    const settled = () => pending.delete(socket);
    pending.add(socket);
    socket.once(target.secure ? "secureConnect" : "connect", settled).once("close", settled);
  };
}

/**
 * An undici Agent (HTTP/1.1, pooled by origin) whose every socket connects to an address that the guard has
 * permitted; `close` ends all of them.
 */
export interface GuardedAgent {
  agent: Agent;
  close(): Promise<void>;
}

/** Creates the agent; nothing is connected before its first request. */
export function createGuardedAgent(guard: AddressGuard, resolve: Resolve): GuardedAgent {
  const pending = new Set<Socket>();
  const agent = new Agent({
    connections: connectionsPerOrigin,
    maxHeaderSize: maxHeaderBytes,
    keepAliveMaxTimeout: 60_000,
    allowH2: false,
    factory: (origin, options) => {
      const connect = guardedConnector({ guard, resolve, pending }, toNetworkOrigin(new URL(origin)));
      return new Pool(origin, { ...options, connect });
    },
  });
  async function close(): Promise<void> {
    const destroyed = agent.destroy();
    for (const socket of pending) socket.destroy();
    await destroyed;
  }
  return { agent, close };
}
