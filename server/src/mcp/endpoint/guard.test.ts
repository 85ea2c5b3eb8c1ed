import { expect, test } from "vitest";
import { createOriginGuard } from "./guard.ts";

const HOSTED = createOriginGuard({
  publicUrl: "https://junctor.example.com",
  corsOrigins: ["https://app.example.com"],
});
const LOCAL = createOriginGuard({ publicUrl: "http://127.0.0.1:3000", corsOrigins: "*" });

test.each([
  [{ host: "junctor.example.com" }, true],
  [{ host: "junctor.example.com:443" }, true],
  [{ host: "evil.example" }, false],
  [{ host: "localhost:3000" }, false],
  [{ host: "junctor.example.com", origin: "https://junctor.example.com" }, true],
  [{ host: "junctor.example.com", origin: "https://app.example.com" }, true],
  [{ host: "junctor.example.com", origin: "http://junctor.example.com" }, false],
  [{ host: "junctor.example.com", origin: "https://junctor.example.com:8080" }, false],
  [{ host: "junctor.example.com", origin: "http://localhost:3000" }, false],
  [{ host: "junctor.example.com", origin: "null" }, false],
])("at a public address %j: %s", (headers, allowed) => {
  expect(HOSTED(headers)).toBe(allowed);
});

test.each([
  [{ host: "127.0.0.1:3000" }, true],
  [{ host: "localhost:4000" }, true],
  [{ host: "[::1]:3000", origin: "http://localhost:6274" }, true],
  [{ host: "127.0.0.1:3000", origin: "https://evil.example" }, false],
  [{ host: "rebound.example:3000" }, false],
  [{ host: undefined }, false],
])("at loopback %j: %s", (headers, allowed) => {
  expect(LOCAL(headers)).toBe(allowed);
});
