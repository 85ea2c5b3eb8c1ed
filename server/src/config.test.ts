import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./environment.ts";
import { SETTINGS } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "junctor-config-"));
const file = join(folder, "file");
writeFileSync(file, "");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const KEY = Buffer.alloc(32, 9).toString("base64");

test("an empty environment gives the documented defaults", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    dataDir: resolve(".junctor"),
    databaseUrl: undefined,
    encryptionKey: undefined,
    testApiKey: undefined,
    productionApiKey: undefined,
    publicUrl: "http://127.0.0.1:3000",
    rateLimitPerMinute: 10,
    connectorsDir: undefined,
    corsOrigins: "*",
    logLevel: "info",
    mcpTokenBudget: 25_000,
    model: undefined,
  });
});

test("mail needs a server and a sender, and the server's address is never shown", () => {
  const both = (url: string, from = "Junctor <junctor@example.com>") =>
    readConfig({ JUNCTOR_SMTP_URL: url, JUNCTOR_MAIL_FROM: from }).mail;
  const from = { name: "Junctor", address: "junctor@example.com" };
  expect(readConfig({}).mail).toBeUndefined();
  expect(both("smtp://mail.example.com")).toEqual({
    host: "mail.example.com",
    port: 587,
    isSecure: false,
    login: undefined,
    from,
  });
  expect(both("smtps://me%40example.com:p%3Aw@[::1]:2465", "junctor@example.com")).toEqual({
    host: "::1",
    port: 2465,
    isSecure: true,
    login: { user: "me@example.com", pass: "p:w" },
    from: { ...from, name: "" },
  });
  expect(both("smtps://mail.example.com")?.port).toBe(465);
  expect(() => readConfig({ JUNCTOR_SMTP_URL: "smtp://a" })).toThrow(
    /belong together: set both or neither\.$/,
  );
  expect(() => readConfig({ JUNCTOR_MAIL_FROM: "a@b" })).toThrow(/belong together/);
  for (const url of [
    "http://a",
    "smtp://me:secret@",
    "smtp://me@a",
    "smtp://me:secret@a/x",
    "smtp://me:%zz@a",
  ])
    expect(() => both(url)).toThrow(/^JUNCTOR_SMTP_URL must look like smtp:\/\/user:password@host:587 or/);
  for (const sender of ["Junctor", "a@b, c@d", "Junctor <a@b> <c@d>", "a@b\nBcc: c@d"])
    expect(() => both("smtp://a", sender)).toThrow(/^JUNCTOR_MAIL_FROM must look like/);
});

test("a model needs an address and a name; its key is optional and never shown", () => {
  const url = "https://models.example.com/v1";
  const both = { JUNCTOR_MODEL_URL: `${url}/`, JUNCTOR_MODEL_NAME: "coder" };
  expect(readConfig(both).model).toEqual({ url, name: "coder", apiKey: undefined });
  expect(readConfig({ ...both, JUNCTOR_MODEL_API_KEY: "sk-1" }).model?.apiKey).toBe("sk-1");
  for (const one of [
    { JUNCTOR_MODEL_URL: url },
    { JUNCTOR_MODEL_NAME: "coder" },
    { JUNCTOR_MODEL_API_KEY: "sk-1" },
  ])
    expect(() => readConfig(one)).toThrow(/JUNCTOR_MODEL_URL and JUNCTOR_MODEL_NAME belong together/);
  expect(() => readConfig({ ...both, JUNCTOR_MODEL_URL: `${url}?a=b` })).toThrow(
    /^JUNCTOR_MODEL_URL must be/,
  );
  expect(() => readConfig({ ...both, JUNCTOR_MODEL_API_KEY: "two words" })).toThrow(
    /ASCII characters only\.$/,
  );
});

test("an identity provider needs all three of its settings, and keeps a trailing slash", () => {
  const all = {
    JUNCTOR_OIDC_ISSUER: "https://id.example.com/o/app/",
    JUNCTOR_OIDC_CLIENT_ID: "junctor",
    JUNCTOR_OIDC_CLIENT_SECRET: "secret",
  };
  expect(readConfig({}).oidc).toBeUndefined();
  expect(readConfig(all).oidc).toEqual({
    issuer: "https://id.example.com/o/app/",
    clientId: "junctor",
    clientSecret: "secret",
  });
  for (const name of Object.keys(all))
    expect(() => readConfig({ ...all, [name]: "" })).toThrow(/belong together: set all or none/);
  expect(() => readConfig({ ...all, JUNCTOR_OIDC_ISSUER: "id.example.com" })).toThrow(
    /^JUNCTOR_OIDC_ISSUER must/,
  );
});

test("large files go beside an embedded database, and into the database with a server of its own", () => {
  const key = Buffer.alloc(32).toString("base64");
  const server = { DATABASE_URL: "postgres://a@127.0.0.1/b", JUNCTOR_ENCRYPTION_KEY: key };
  expect(readConfig({ JUNCTOR_DATA_DIR: "/data" }).filesDir).toBe(resolve("/data/files"));
  expect(readConfig({ ...server, JUNCTOR_DATA_DIR: "/data" }).filesDir).toBeUndefined();
  expect(readConfig({ ...server, JUNCTOR_FILES_DIR: "/shared" }).filesDir).toBe(resolve("/shared"));
});

test("a bucket needs an address, a name and a credential", () => {
  const all = {
    JUNCTOR_FILES_S3_ENDPOINT: "http://10.0.0.1:9000/",
    JUNCTOR_FILES_S3_BUCKET: "junctor-files",
    JUNCTOR_FILES_S3_KEY: "key",
    JUNCTOR_FILES_S3_SECRET: "a+secret/",
  };
  const bucket = {
    endpoint: "http://10.0.0.1:9000",
    name: "junctor-files",
    accessKeyId: "key",
    secretAccessKey: "a+secret/",
  };
  expect(readConfig({}).filesBucket).toBeUndefined();
  expect(readConfig(all).filesBucket).toEqual({ ...bucket, region: "us-east-1" });
  expect(readConfig({ ...all, JUNCTOR_FILES_S3_REGION: "auto" }).filesBucket?.region).toBe("auto");
  for (const name of Object.keys(all))
    expect(() => readConfig({ ...all, [name]: "" })).toThrow(/belong together: set all or none/);
  for (const name of ["a/b", "../a", "a b"])
    expect(() => readConfig({ ...all, JUNCTOR_FILES_S3_BUCKET: name })).toThrow(
      /^JUNCTOR_FILES_S3_BUCKET must/,
    );
  expect(() => readConfig({ ...all, JUNCTOR_FILES_S3_ENDPOINT: "10.0.0.1" })).toThrow(/_S3_ENDPOINT must/);
});

test("a budget of 0 tokens disables it", () => {
  expect(readConfig({ JUNCTOR_MCP_TOKEN_BUDGET: "0" }).mcpTokenBudget).toBe(Number.POSITIVE_INFINITY);
  expect(() => readConfig({ JUNCTOR_MCP_TOKEN_BUDGET: "many" })).toThrow(/^JUNCTOR_MCP_TOKEN_BUDGET must be/);
});

test("an empty value counts as unset, and surrounding blanks are ignored", () => {
  const empty = Object.fromEntries(SETTINGS.map(({ name }) => [name, " "]));
  expect(readConfig(empty)).toMatchObject({ port: 3000, corsOrigins: "*", encryptionKey: undefined });
  expect(readConfig({ PORT: " 8080 " }).port).toBe(8080);
});

test("the configuration is immutable", () => {
  const config = readConfig({});
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
});

test("metrics have a port of their own, a token of some length, or are off", () => {
  expect(readConfig({})).toMatchObject({ metricsPort: undefined, metricsToken: undefined });
  expect(readConfig({ JUNCTOR_METRICS_PORT: "0", PORT: "0" }).metricsPort).toBe(0);
  expect(() => readConfig({ JUNCTOR_METRICS_PORT: "3000" })).toThrow(
    new ConfigError("JUNCTOR_METRICS_PORT must differ from PORT, and both are 3000."),
  );
  const tooShort = "JUNCTOR_METRICS_TOKEN must have 16 to 200 visible ASCII characters.";
  for (const token of ["hunter2", "x".repeat(201), "a token with some spaces"])
    expect(() => readConfig({ JUNCTOR_METRICS_TOKEN: token })).toThrow(new ConfigError(tooShort));
});

const TRACES = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/base/" };

test("traces go to a collector, by the variables of OpenTelemetry", () => {
  expect(readConfig({ OTEL_SERVICE_NAME: "alone" }).tracing).toBeUndefined();
  expect(readConfig(TRACES).tracing).toEqual({
    endpoint: "http://collector:4318/base",
    headers: {},
    serviceName: "junctor",
    resource: {},
    sampler: "parentbased_always_on",
    ratio: 1,
    sendEveryMs: 1000,
  });
  const headers = join(folder, "headers");
  writeFileSync(headers, "authorization=Basic%20YTpi, x-tenant = 7\n");
  const all = {
    OTEL_EXPORTER_OTLP_HEADERS_FILE: headers,
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
  };
  expect(readConfig({ ...TRACES, ...all }).tracing).toMatchObject({
    headers: { authorization: "Basic YTpi", "x-tenant": "7" },
    sampler: "traceidratio",
    ratio: 0.25,
  });
});

test.each([
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "collector:4318",
    'must be an http(s) address without query, not "collector:4318".',
  ],
  [
    "OTEL_EXPORTER_OTLP_HEADERS",
    "hunter2",
    "must look like name=value,other=value, with values encoded as in addresses.",
  ],
  [
    "OTEL_RESOURCE_ATTRIBUTES",
    "a=%",
    "must look like name=value,other=value, with values encoded as in addresses.",
  ],
  ["OTEL_TRACES_SAMPLER_ARG", "2", 'must be a number from 0 to 1, not "2".'],
  ["OTEL_TRACES_SAMPLER_ARG", ".", 'must be a number from 0 to 1, not ".".'],
  ["OTEL_BSP_SCHEDULE_DELAY", "0", 'must be a whole number from 1 to 60000, not "0".'],
  [
    "JUNCTOR_TRACE_URL",
    "https://traces.example.com",
    'must be an http(s) address with {trace_id} in it, not "https://traces.example.com".',
  ],
])("%s=%s cannot be used", (name, value, problem) => {
  expect(() => readConfig({ ...TRACES, [name]: value })).toThrow(new ConfigError(`${name} ${problem}`));
});

test.each([
  ["PORT", "0", "port", 0],
  ["PORT", "65535", "port", 65_535],
  ["HOST", "::1", "publicUrl", "http://[::1]:3000"],
  ["HOST", "0.0.0.0", "publicUrl", "http://localhost:3000"],
  ["JUNCTOR_PUBLIC_URL", "https://junctor.example.com/", "publicUrl", "https://junctor.example.com"],
  ["JUNCTOR_PUBLIC_URL", "https://example.com/base/", "publicUrl", "https://example.com/base"],
  ["JUNCTOR_ENCRYPTION_KEY", KEY, "encryptionKey", Buffer.alloc(32, 9)],
  ["JUNCTOR_ENCRYPTION_KEY", KEY.slice(0, -1), "encryptionKey", Buffer.alloc(32, 9)],
  ["JUNCTOR_TEST_API_KEY", `tk${"~".repeat(198)}`, "testApiKey", `tk${"~".repeat(198)}`],
  ["JUNCTOR_PRODUCTION_API_KEY", "pk'\"\\$`;<>&|{}[]()*~", "productionApiKey", "pk'\"\\$`;<>&|{}[]()*~"],
  ["JUNCTOR_RATE_LIMIT_PER_MINUTE", "0", "rateLimitPerMinute", 0],
  ["JUNCTOR_CONNECTORS_DIR", folder, "connectorsDir", folder],
  [
    "JUNCTOR_CORS_ORIGINS",
    "https://a.example, http://localhost:5173",
    "corsOrigins",
    ["https://a.example", "http://localhost:5173"],
  ],
  ["JUNCTOR_LOG_LEVEL", "debug", "logLevel", "debug"],
  [
    "JUNCTOR_LOG_LEVEL",
    "warn, queue=debug,audit-log=silent",
    "logLevel",
    {
      level: "warn",
      areas: new Map([
        ["queue", "debug"],
        ["audit-log", "silent"],
      ]),
    },
  ],
] as const)("%s=%s is accepted", (name, value, field, expected) => {
  expect(readConfig({ [name]: value })[field]).toEqual(expected);
});

test.each([
  ["PORT", ["-1", "65536", "80.5", "http", "0x50", "1e3"]],
  ["HOST", ["two words", "http://x", "a_b!", "-x"]],
  ["DATABASE_URL", ["mysql://u:hunter2@h/d", "localhost:5432", "postgres://u:hunter2@h:99999/d"]],
  ["JUNCTOR_ENCRYPTION_KEY", ["short", KEY.slice(4), `${KEY}AAAA`, "*".repeat(44), "0".repeat(64)]],
  [
    "JUNCTOR_TEST_API_KEY",
    [
      "tk_short",
      `pk${"x".repeat(30)}`,
      `tk${"x".repeat(199)}`,
      `tk_with space_${"x".repeat(20)}`,
      `tk_é${"x".repeat(20)}`,
    ],
  ],
  ["JUNCTOR_PRODUCTION_API_KEY", ["pk_short", `tk${"x".repeat(30)}`]],
  [
    "JUNCTOR_PUBLIC_URL",
    ["example.com", "ftp://x", "https://x/?a=1", "https://x/#a", "https://u:p@x", "https://:p@x"],
  ],
  ["JUNCTOR_RATE_LIMIT_PER_MINUTE", ["-1", "ten", "1.5", "1000001"]],
  ["JUNCTOR_OUTBOUND_ALLOW", ["http://x", "10.0.0.0/99", "host:port"]],
  ["JUNCTOR_CONNECTORS_DIR", [join(folder, "missing"), file]],
  ["JUNCTOR_CORS_ORIGINS", ["example.com", "https://x/path", "*, https://x", ","]],
  [
    "JUNCTOR_LOG_LEVEL",
    [
      "verbose",
      "INFO",
      "queue=debug",
      "info,",
      "info,queue",
      "info,queue=loud",
      "info,queu=debug",
      "info,queue=debug=info",
    ],
  ],
])("a bad %s is reported in one sentence that shows no secret", (name, values) => {
  for (const value of values) {
    const read = () => readConfig({ JUNCTOR_ENCRYPTION_KEY: KEY, [name]: value });
    expect(read, value).toThrow(ConfigError);
    expect(read, value).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
    if (/KEY|DATABASE/.test(name)) expect(read, value).not.toThrow(value);
    expect(read).not.toThrow("hunter2");
  }
});

test("DATABASE_URL requires an encryption key, because all processes must share it", () => {
  const DATABASE_URL = "postgres://user:secret@db.example:5432/junctor?sslmode=require";
  expect(() => readConfig({ DATABASE_URL })).toThrow(/^JUNCTOR_ENCRYPTION_KEY is required with DATABASE_URL/);
  expect(readConfig({ DATABASE_URL, JUNCTOR_ENCRYPTION_KEY: KEY }).databaseUrl).toBe(DATABASE_URL);
});

test("a secret is read from the file that its variable with _FILE names", () => {
  const path = join(folder, "key");
  writeFileSync(path, `${KEY}\n`);
  const { encryptionKey } = readConfig({ JUNCTOR_ENCRYPTION_KEY_FILE: path });
  expect(encryptionKey?.toString("base64")).toBe(KEY);
  writeFileSync(path, "postgres://user:secret@db.example:5432/junctor\n");
  expect(readConfig({ DATABASE_URL_FILE: path, JUNCTOR_ENCRYPTION_KEY: KEY }).databaseUrl).toBe(
    "postgres://user:secret@db.example:5432/junctor",
  );
});

test.each([
  ["is missing", undefined, /^DATABASE_URL_FILE must name a file that can be read, not ".*" \(ENOENT\)\.$/],
  ["is empty", " \n", /^DATABASE_URL_FILE names ".*", which is empty\.$/],
  [
    "is far too large",
    "x".repeat(2 ** 16 + 1),
    /^DATABASE_URL_FILE names ".*", which has more than 64 KiB\.$/,
  ],
  [
    "is no text",
    Buffer.from([0xff, 0xfe, 0x70, 0]),
    /^DATABASE_URL_FILE names ".*", which is not UTF-8 text\.$/,
  ],
  ["has a bad value", "mysql://u:hunter2@h/d", /^DATABASE_URL (?!.*hunter2).*\.$/],
])("a file of a secret that %s prevents the start", (_what, text, sentence) => {
  const path = join(folder, "url");
  rmSync(path, { force: true });
  if (text !== undefined) writeFileSync(path, text);
  expect(() => readConfig({ DATABASE_URL_FILE: path, JUNCTOR_ENCRYPTION_KEY: KEY })).toThrow(sentence);
});

test("a secret in a variable and in a file, and a file for what is no secret, prevent the start", () => {
  expect(() => readConfig({ JUNCTOR_ENCRYPTION_KEY: KEY, JUNCTOR_ENCRYPTION_KEY_FILE: "/key" })).toThrow(
    "JUNCTOR_ENCRYPTION_KEY and JUNCTOR_ENCRYPTION_KEY_FILE are both set: keep one.",
  );
  expect(() => readConfig({ JUNCTOR_PUBLIC_URL_FILE: "/url" })).toThrow(/is not a Junctor setting/);
});

test.each([
  ["JUNCTOR_RATE_LIMIT", "JUNCTOR_RATE_LIMIT is not a Junctor setting: docs/configuration.md lists all."],
  [
    "JUNCTOR_OUTBOUND_ALOW",
    "JUNCTOR_OUTBOUND_ALOW is not a Junctor setting: did you mean JUNCTOR_OUTBOUND_ALLOW?",
  ],
  ["JUNCTOR_PORT", "JUNCTOR_PORT is not a Junctor setting: did you mean PORT?"],
  ["JUNCTOR_DATABASE_URL", "JUNCTOR_DATABASE_URL is not a Junctor setting: did you mean DATABASE_URL?"],
  ["JUNCTOR_TEST_APIKEY", "JUNCTOR_TEST_APIKEY is not a Junctor setting: did you mean JUNCTOR_TEST_API_KEY?"],
])("the unknown setting %s prevents the start, and its value is not shown", (name, sentence) => {
  expect(() => readConfig({ [name]: "hunter2" })).toThrow(new ConfigError(sentence));
  expect(() => readConfig({ [name]: "" })).toThrow(ConfigError);
});

test("variables of tests, of Kubernetes for a service called junctor, and of others are ignored", () => {
  const fine = {
    JUNCTOR_TEST_CHROMIUM: "/usr/bin/chromium",
    JUNCTOR_PORT: "tcp://10.0.0.7:3000",
    JUNCTOR_PORT_3000_TCP: "tcp://10.0.0.7:3000",
    JUNCTOR_PORT_3000_TCP_ADDR: "10.0.0.7",
    JUNCTOR_PORT_3000_TCP_PROTO: "tcp",
    JUNCTOR_SERVICE_HOST: "10.0.0.7",
    JUNCTOR_SERVICE_PORT: "3000",
    JUNCTOR_WORK_SERVICE_PORT_HTTP: "3000",
    MY_JUNCTOR_THING: "1",
    PORT: "8080",
  };
  expect(readConfig(fine).port).toBe(8080);
});

test("an organization's bound is never lower than the operator's own limit", () => {
  expect(
    readConfig({ JUNCTOR_RATE_LIMIT_PER_MINUTE: "90", JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE: "60" }),
  ).toMatchObject({
    rateLimitPerMinute: 90,
    rateLimitMaxPerMinute: 90,
  });
  expect(readConfig({}).rateLimitMaxPerMinute).toBe(6000);
});
