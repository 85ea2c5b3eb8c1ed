import type { Config } from "../src/config.ts";
import { parseAllowList } from "../src/platform/outbound/address-guard.ts";

/** A configuration for tests: no rate limit, calls to loopback allowed, a fixed encryption key. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    port: 0,
    host: "127.0.0.1",
    metricsPort: undefined,
    metricsToken: undefined,
    dataDir: "",
    databaseUrl: undefined,
    encryptionKey: Buffer.alloc(32, 7),
    testApiKey: undefined,
    productionApiKey: undefined,
    publicUrl: "http://127.0.0.1:3000",
    rateLimitPerMinute: 0,
    rateLimitMaxPerMinute: 6000,
    accountConcurrency: 50,
    mcpAccountConcurrency: Number.POSITIVE_INFINITY,
    fileBytes: 10 * 2 ** 20,
    accountFileBytes: 1024 * 2 ** 20,
    filesBucket: undefined,
    filesDir: undefined,
    processResultBytes: 256 * 2 ** 20,
    runResultBytes: 64 * 2 ** 20,
    outboundAllow: parseAllowList("127.0.0.1,localhost"),
    connectorsDir: undefined,
    pieces: undefined,
    corsOrigins: "*",
    logLevel: "warn",
    requestBodyBytes: 16 * 1024,
    probeHours: 6,
    retentionDays: 30,
    auditRetentionDays: 365,
    searchValues: 100,
    mcpTokenBudget: 25_000,
    model: undefined,
    oidc: undefined,
    runByNpm: false,
    variable: () => undefined,
    ...changes,
  };
}
