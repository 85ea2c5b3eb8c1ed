import type { MockVendor } from "../../../../connectors/mock-vendor.ts";

/** The hosts of a vendor: what it documents for its API, its consent and its tokens. */
export interface VendorHosts {
  /** As the server diverts them. */
  readonly names: readonly string[];
  /** The vendor's own host in place of a customer's, such as that of another shop. */
  toDocumented(host: string): string;
  /** The address at the documented base in place of one that a chosen account has of its own. */
  toDocumentedAddress(address: string): string;
}

/** Reads a vendor's hosts; where customers type a part of one, all others with that part stand for it. */
export function readVendorHosts(vendor: MockVendor): VendorHosts {
  const { hosts, oauth, accounts } = vendor;
  const bases = Object.keys(readAccountBases(vendor));
  const addresses = [oauth?.authorize, oauth?.token, oauth?.revoke, accounts?.sends.split(" ")[1], ...bases];
  const documented = new Set([
    ...hosts,
    ...addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).host])),
  ]);
  const wildcards = findWildcards(vendor);
  return {
    names: [...documented, ...Object.keys(wildcards)],
    toDocumented: (host) => {
      if (documented.has(host)) return host;
      const [, own] = Object.entries(wildcards).find(([name]) => host.endsWith(name.slice(1))) ?? [];
      return own ?? host;
    },
    toDocumentedAddress: (address) => {
      const [base, own] =
        Object.entries(readAccountBases(vendor)).find(([start]) => address.startsWith(start)) ?? [];
      return base === undefined ? address : `${own}${address.slice(base.length)}`;
    },
  };
}

/** `*.myshopify.com` for the documented `my-shop.myshopify.com`, where `my-shop` is what a customer types. */
function findWildcards({ hosts, settings = {} }: MockVendor): Record<string, string> {
  const pairs = hosts.flatMap((host) => {
    const typed = Object.values(settings).find((value) => host.startsWith(`${value}.`));
    return typed === undefined ? [] : [[`*${host.slice(typed.length)}`, host]];
  });
  return Object.fromEntries(pairs);
}

/** The base addresses of the accounts of a consent, where they differ from the documented one. */
function readAccountBases({ accounts, settings = {} }: MockVendor): Record<string, string> {
  const found = accounts?.expected.flatMap((account) => Object.entries(account.settings)) ?? [];
  const pairs = found.flatMap(([name, value]) => {
    const own = settings[name];
    return typeof value === "string" && URL.canParse(value) && own !== undefined && own !== value
      ? [[value, own]]
      : [];
  });
  return Object.fromEntries(pairs);
}
