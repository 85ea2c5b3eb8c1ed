import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction, Socket, type TcpSocketConnectOpts } from "node:net";
import { TLSSocket } from "node:tls";
import {
  type AddressGuard,
  createAddressGuard,
  type NetworkOrigin,
  normalizeHost,
  parseAllowList,
} from "../../../../platform/outbound/address-guard.ts";

/** An address that the guard refuses; `code` reaches the piece's caller. */
export class BlockedError extends Error {
  override readonly name = "BlockedError";
  readonly code = "JUNCTOR_BLOCKED";
}

type Connect = typeof Socket.prototype.connect;

/**
 * Applies the rules of Junctor's own outgoing requests to every socket of this process: TLS to public addresses,
 * anything else only if the operator allows it. All HTTP libraries connect through here; the address that was checked
 * is the one that is dialled.
 */
export function restrictSockets(allowList: string): void {
  const guard = createAddressGuard(parseAllowList(allowList));
  const original: Connect = Socket.prototype.connect;
  const connect = function (this: Socket, ...args: unknown[]): Socket {
    // `net.connect` and `tls.connect` pass on the list that they made of their arguments.
    const [first, second] = Array.isArray(args[0]) ? args[0] : args;
    const options = optionsOf(first, second);
    const callback = [...args.flat()].find((one) => typeof one === "function");
    const refusal = guardOptions(guard, options, this instanceof TLSSocket);
    if (refusal !== undefined) {
      process.nextTick(() => this.destroy(refusal));
      return this;
    }
    return Reflect.apply(original, this, callback === undefined ? [options] : [options, callback]);
  };
  // One method with the library's many signatures.
  Socket.prototype.connect = connect as Connect;
}

type Options = TcpSocketConnectOpts & { path?: string };

function optionsOf(first: unknown, second: unknown): Options {
  if (typeof first === "object" && first !== null) return first as Options; // the type that Node documents
  if (typeof first === "string" && Number.isNaN(Number(first))) return { path: first, port: 0 };
  return { port: Number(first), host: typeof second === "string" ? second : "localhost" };
}

/** Checks a literal address at once, and wraps the lookup of a name with the guard. */
function guardOptions(guard: AddressGuard, options: Options, secure: boolean): BlockedError | undefined {
  if (typeof options.path === "string") return new BlockedError("Local sockets must not be called.");
  const host = normalizeHost(options.host ?? "localhost");
  const target: NetworkOrigin = { host, port: Number(options.port), secure };
  if (isIP(host) !== 0) return guard.permits(target, host) ? undefined : blocked(target);
  options.lookup = guardedLookup(guard, target);
  return undefined;
}

function guardedLookup(guard: AddressGuard, target: NetworkOrigin): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, "");
      const permitted = found.filter(({ address }) => guard.permits(target, address));
      const [first] = permitted;
      if (first === undefined) return callback(blocked(target), "");
      if (options.all) return callback(null, permitted);
      callback(null, first.address, first.family);
    });
  };
}

function blocked({ host }: NetworkOrigin): BlockedError {
  return new BlockedError(
    `${host} is not reached over TLS at a public address, and the operator has not allowed it.`,
  );
}
