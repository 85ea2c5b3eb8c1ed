import { describe, expect, test } from "vitest";
import { createAddressGuard, parseAllowList } from "./address-guard.ts";

function refusal(url: string, allow = ""): string | undefined {
  return createAddressGuard(parseAllowList(allow)).refusal(new URL(url));
}

describe("parseAllowList", () => {
  test("an empty text and stray commas allow nothing", () => {
    for (const text of ["", " ", ",, ,"]) {
      const list = parseAllowList(text);
      expect(list.allows("localhost", 80)).toBe(false);
      expect(list.allowsAddress("127.0.0.1", 80)).toBe(false);
      expect(list.allowsHttp("example.com", 80)).toBe(false);
    }
  });

  test("a host is allowed on every port, in any case and with a final dot, and no other name is", () => {
    const list = parseAllowList("Api.Internal");
    expect(list.allows("api.internal", 1)).toBe(true);
    expect(list.allows("API.internal.", 65_535)).toBe(true);
    expect(list.allows("x.api.internal", 1)).toBe(false);
    expect(list.allowsHttp("api.internal", 80)).toBe(true);
    expect(list.allowsHttp("other.internal", 80)).toBe(false);
  });

  test("host:port allows only that port", () => {
    const list = parseAllowList("localhost:3000, my_service:8080");
    expect(list.allows("localhost", 3000)).toBe(true);
    expect(list.allows("localhost", 3001)).toBe(false);
    expect(list.allows("my_service", 8080)).toBe(true);
  });

  test("an international name is compared in its URL form", () => {
    expect(parseAllowList("bücher.example").allows(new URL("http://bücher.example").hostname, 80)).toBe(true);
  });

  test("addresses and ranges apply to the address, with or without a port", () => {
    const list = parseAllowList("127.0.0.1:3000,10.1.0.0/16,[fd00::1]:8443,[fd00::2],fd00::3,fd01::/32");
    expect(list.allowsAddress("127.0.0.1", 3000)).toBe(true);
    expect(list.allowsAddress("127.0.0.1", 3001)).toBe(false);
    expect(list.allowsAddress("127.0.0.2", 3000)).toBe(false);
    expect(list.allowsAddress("10.1.255.1", 9)).toBe(true);
    expect(list.allowsAddress("10.2.0.1", 9)).toBe(false);
    expect(list.allowsAddress("fd00::1", 8443)).toBe(true);
    expect(list.allowsAddress("fd00::1", 443)).toBe(false);
    expect(list.allowsAddress("fd00:0:0:0::2", 1)).toBe(true);
    expect(list.allowsAddress("fd00::3", 1)).toBe(true);
    expect(list.allowsAddress("fd01:0:5::1", 1)).toBe(true);
    expect(list.allowsAddress("fd01:1::1", 1)).toBe(false);
    expect(list.allowsHttp("[fd00::1]", 8443)).toBe(true);
  });

  test("an unusual spelling of an address is recognized", () => {
    expect(parseAllowList("127.1").allowsAddress("127.0.0.1", 80)).toBe(true);
  });

  test.each([
    "http://localhost:3000",
    "localhost:3000/path",
    "localhost:0",
    "localhost:65536",
    "localhost:port",
    "a:1:2",
    "*.example.com",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8:80",
    "10.0.0/8/9",
    "example.com/8",
    "::1/129",
    "[::1",
    "[::1]:99999",
    "fe80::1%eth0",
    "user@host",
    "two words",
    "256.256.256.256",
    ".",
  ])("%s is rejected in one sentence that names it", (entry) => {
    expect(() => parseAllowList(`example.com,${entry}`)).toThrow(
      `"${entry}" in the list of allowed outgoing hosts is not a host, host:port, IP address, [IPv6]:port or CIDR.`,
    );
  });
});

describe("refusal", () => {
  test.each([
    "https://example.com",
    "https://example.com:8443/x?y=1#z",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
    "https://intranet/",
  ])("%s is allowed", (url) => {
    expect(refusal(url)).toBeUndefined();
  });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://127.0.0.1./",
    "https://１２７.０.０.１/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[fd00:ec2::254]/",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "http://10.0.0.1/",
  ])("%s is a private address", (url) => {
    expect(refusal(url)).toContain("not public");
  });

  test("plain http is refused unless the host or its address is allowed", () => {
    expect(refusal("http://example.com/")).toContain("https://");
    expect(refusal("http://8.8.8.8/")).toContain("https://");
    expect(refusal("http://example.com/", "example.com")).toBeUndefined();
    expect(refusal("http://example.com:81/", "example.com:80")).toContain("https://");
    expect(refusal("http://8.8.8.8/", "8.8.8.8")).toBeUndefined();
    expect(refusal("http://example.com/", "10.0.0.0/8")).toBeUndefined();
  });

  test("an address allowed by the operator is permitted", () => {
    expect(refusal("http://localhost:3000/", "localhost:3000")).toBeUndefined();
    expect(refusal("http://localhost:3000/", "127.0.0.1:3000")).toBeUndefined();
    expect(refusal("http://localhost:3001/", "127.0.0.1:3000")).toContain("not public");
    expect(refusal("http://127.0.0.1:3000/", "127.0.0.1:3000")).toBeUndefined();
    expect(refusal("http://127.0.0.1:3001/", "127.0.0.1:3000")).toContain("not public");
    expect(refusal("https://10.1.2.3/", "10.0.0.0/8")).toBeUndefined();
  });

  test("other schemes and credentials in the URL are refused", () => {
    for (const url of ["ftp://example.com/", "file:///etc/passwd", "data:text/plain,x", "javascript:1"]) {
      expect(refusal(url)).toBe("The URL must begin with https://.");
    }
    expect(refusal("https://user:secret@example.com/")).toContain("user name or password");
    expect(refusal("https://user@example.com/")).not.toContain("user@");
  });
});
