import { expect, test } from "vitest";
import { getCallerAddress } from "./stranger-limit.ts";

test.each([
  ["a visitor's own address", "8.8.8.8", undefined, "8.8.8.8"],
  ["whatever such a visitor says", "8.8.8.8", "1.1.1.1", "8.8.8.8"],
  ["the same where the server listens on IPv6", "::ffff:8.8.8.8", "1.1.1.1", "8.8.8.8"],
  ["what a proxy on this computer says last", "127.0.0.1", "6.6.6.6, 8.8.8.8", "8.8.8.8"],
  ["what a proxy on the same network says", "10.0.0.7", "8.8.8.8", "8.8.8.8"],
  ["a proxy that says nothing", "10.0.0.7", undefined, "10.0.0.7"],
  ["a proxy that says no address", "10.0.0.7", "unknown", "10.0.0.7"],
  ["a network of IPv6", "2001:4860:4860::8888", undefined, "2001:4860:4860:0"],
  ["the same network", "127.0.0.1", "2001:4860:4860:0:ffff:1:2:3", "2001:4860:4860:0"],
])("a request counts for %s", (_name, ip, told, caller) => {
  expect(getCallerAddress({ ip, headers: { "x-forwarded-for": told } })).toBe(caller);
});
