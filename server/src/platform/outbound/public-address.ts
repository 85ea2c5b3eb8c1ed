import { BlockList, isIPv4, isIPv6 } from "node:net";

const refusedIpv4: [string, number][] = [
  ["0.0.0.0", 8], // "this network"
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT, and Alibaba's metadata address
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // Azure's wire server, a public address that is answered by the host
  ["169.254.0.0", 16], // link-local, and the metadata address of most clouds
  ["172.16.0.0", 12],
  ["192.0.0.0", 24], // IETF protocol assignments, and Oracle's metadata address
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

// Everything outside 2000::/3 is refused at once: loopback, mapped and compatible IPv4, NAT64, ULA, link-local, multicast.
const refusedInsideGlobalIpv6: [string, number][] = [
  ["2001::", 23], // Teredo, benchmarking, ORCHID and other protocol assignments
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4 carries any IPv4 address
  ["3ffe::", 16], // the former 6bone
  ["3fff::", 20], // documentation
];

function blockList(subnets: [string, number][], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
  return list;
}

const refused4 = blockList(refusedIpv4, "ipv4");
const refused6 = blockList(refusedInsideGlobalIpv6, "ipv6");
const global6 = blockList([["2000::", 3]], "ipv6");

/** Whether the address (IPv4 or IPv6 text) is on the public internet; unknown ones are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused4.check(address, "ipv4");
  if (!isIPv6(address)) return false;
  return global6.check(address, "ipv6") && !refused6.check(address, "ipv6");
}
