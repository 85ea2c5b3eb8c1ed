import { BlockList, isIP, isIPv6 } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Hosts that the operator allows although they are private, also over plain http. */
export interface AllowList {
  /** The list as the operator wrote it. */
  readonly text: string;
  /** The name itself is listed, so it may resolve to any address. */
  allows(host: string, port: number): boolean;
  /** The address is listed, by itself or in a range. */
  allowsAddress(address: string, port: number): boolean;
  /** Plain http to the host may be allowed; false is certain, true for a name may still depend on its address. */
  allowsHttp(host: string, port: number): boolean;
}

/** One origin as the guard sees it: host without brackets, and whether TLS is spoken. */
export interface NetworkOrigin {
  host: string;
  port: number;
  secure: boolean;
}

/** Decides where outgoing requests may go; `refusal` before DNS, `permits` for the address to connect to. */
export interface AddressGuard {
  refusal(url: URL): string | undefined;
  permits(target: NetworkOrigin, address: string): boolean;
}

interface HostRule {
  host: string;
  port: number | undefined;
}

interface AddressRule {
  addresses: BlockList;
  port: number | undefined;
}

type Rule = HostRule | AddressRule;

/** The canonical spelling of a host for comparison: no brackets, no final dot, lower case. */
export function normalizeHost(host: string): string {
  const bare = host.startsWith("[") ? host.slice(1, -1) : host;
  return bare.replace(/\.$/, "").toLowerCase();
}

function badEntry(entry: string): Error {
  return new Error(
    `"${entry}" in the list of allowed outgoing hosts is not a host, host:port, IP address, [IPv6]:port or CIDR.`,
  );
}

function family(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

function addressRule(address: string, port: number | undefined): AddressRule {
  const addresses = new BlockList();
  addresses.addAddress(address, family(address));
  return { addresses, port };
}

function parseRange(entry: string): AddressRule {
  const [address = "", prefix = "", ...rest] = entry.split("/");
  const longest = isIPv6(address) ? 128 : 32;
  const valid = isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest;
  if (!valid || address.includes("%") || rest.length > 0) throw badEntry(entry);
  const addresses = new BlockList();
  addresses.addSubnet(address, Number(prefix), family(address));
  return { addresses, port: undefined };
}

function parsePort(text: string | undefined, entry: string): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (port < 1 || port > 65_535) throw badEntry(entry);
  return port;
}

function parseName(name: string, port: number | undefined, entry: string): Rule {
  if (!/^[^\s@/?#\\%*[\]:]+$/.test(name) || !URL.canParse(`http://${name}`)) throw badEntry(entry);
  // The URL parser spells names (IDN) and unusual numeric addresses as they will appear in request URLs.
  const host = normalizeHost(new URL(`http://${name}`).hostname);
  if (host === "") throw badEntry(entry);
  return isIP(host) ? addressRule(host, port) : { host, port };
}

function parseEntry(entry: string): Rule {
  if (entry.includes("/")) return parseRange(entry);
  const bracketed = /^\[([^\]%]+)\](?::(\d{1,5}))?$/.exec(entry);
  const address = bracketed ? bracketed[1] : entry;
  if (address !== undefined && isIPv6(address) && !address.includes("%")) {
    return addressRule(address, parsePort(bracketed?.[2], entry));
  }
  const named = /^([^:]+)(?::(\d{1,5}))?$/.exec(entry);
  if (!named?.[1]) throw badEntry(entry);
  return parseName(named[1], parsePort(named[2], entry), entry);
}

/**
 * Parses a comma-separated list of `host`, `host:port`, IP, `[v6]:port` or CIDR; throws an Error with one sentence on
 * an invalid entry.
 */
export function parseAllowList(text: string): AllowList {
  const entries = text.split(",").map((entry) => entry.trim());
  const rules = entries.filter((entry) => entry !== "").map(parseEntry);
  const hostRules = rules.filter((rule) => "host" in rule);
  const addressRules = rules.filter((rule) => "addresses" in rule);
  const onPort = (rule: Rule, port: number) => rule.port === undefined || rule.port === port;

  function allows(host: string, port: number): boolean {
    if (hostRules.length === 0) return false;
    const wanted = normalizeHost(host);
    return hostRules.some((rule) => rule.host === wanted && onPort(rule, port));
  }

  function allowsAddress(address: string, port: number): boolean {
    return addressRules.some((rule) => onPort(rule, port) && rule.addresses.check(address, family(address)));
  }

  function allowsHttp(host: string, port: number): boolean {
    const wanted = normalizeHost(host);
    if (isIP(wanted)) return allowsAddress(wanted, port);
    return allows(wanted, port) || addressRules.some((rule) => onPort(rule, port));
  }

  return { text, allows, allowsAddress, allowsHttp };
}

/** The origin of an http or https URL. */
export function toNetworkOrigin(url: URL): NetworkOrigin {
  const secure = url.protocol === "https:";
  return { host: normalizeHost(url.hostname), port: Number(url.port) || (secure ? 443 : 80), secure };
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** The guard for an allow list: https to public addresses, anything else only if listed. */
export function createAddressGuard(allow: AllowList): AddressGuard {
  function permits(target: NetworkOrigin, address: string): boolean {
    if (allow.allows(target.host, target.port) || allow.allowsAddress(address, target.port)) return true;
    return target.secure && isPublicAddress(address);
  }

  function certainlyInside(target: NetworkOrigin): boolean {
    if (isIP(target.host)) return !isPublicAddress(target.host) && !permits(target, target.host);
    return isLocalName(target.host) && !["127.0.0.1", "::1"].some((address) => permits(target, address));
  }

  function refusal(url: URL): string | undefined {
    if (url.protocol !== "https:" && url.protocol !== "http:") return "The URL must begin with https://.";
    if (url.username || url.password) return "The URL must not contain a user name or password.";
    const target = toNetworkOrigin(url);
    if (certainlyInside(target)) {
      return "The URL points to an address that is not public, and the operator has not allowed it.";
    }
    if (
      !target.secure &&
      !allow.allowsHttp(target.host, target.port) &&
      !allow.allows(target.host, target.port)
    ) {
      return "The URL must begin with https://; the operator has not allowed plain http to this host.";
    }
    return undefined;
  }

  return { refusal, permits };
}
