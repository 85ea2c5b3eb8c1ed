import { statSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { type ClientSettings, readClientSettings } from "./client-settings.ts";
import { ConfigError, openEnvironment } from "./environment.ts";
import { type KeySettings, readKeySettings } from "./key-settings.ts";
import { isId } from "./platform/id.ts";
import { LOG_AREAS, LOG_LEVELS, type LogArea, type LogLevel, type LogLevels } from "./platform/log.ts";
import { parseMailServer } from "./platform/mail/mail-server.ts";
import type { MailServer } from "./platform/mail/smtp.ts";
import { type AllowList, parseAllowList } from "./platform/outbound/address-guard.ts";
import { parseTracingSettings, type TracingSettings } from "./platform/tracing/settings.ts";

/** The environment, checked and frozen; settings.ts lists the variables. */
export interface Config extends KeySettings {
  readonly port: number;
  readonly host: string;
  /** The port of this process's metrics and health checks; undefined: none. */
  readonly metricsPort: number | undefined;
  /** What whoever reads the metrics must send; without it, they are read on the port of metrics alone. */
  readonly metricsToken: string | undefined;
  /** Where traces go; undefined: there are none. */
  readonly tracing: TracingSettings | undefined;
  /** The address of a trace's page, with `{trace_id}`; undefined: none is known. */
  readonly traceUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** 32 bytes; undefined in embedded mode, where it is generated and kept in the data folder. */
  readonly testApiKey: string | undefined;
  readonly productionApiKey: string | undefined;
  readonly publicUrl: string;
  readonly rateLimitPerMinute: number;
  /** The highest limit that an organization may set, never below `rateLimitPerMinute`. */
  readonly rateLimitMaxPerMinute: number;
  /** Requests of one account's agents that a process answers at once. */
  readonly mcpAccountConcurrency: number;
  /** How many executions of one linked account run at a time, over all processes (D441). */
  readonly accountConcurrency: number;
  /** About how many bytes of step results all executions of one process may hold in memory. */
  readonly processResultBytes: number;
  /** About how many bytes of step results one execution may hold in memory. */
  readonly runResultBytes: number;
  /** The most bytes of one file, and of the files that one request sends. */
  readonly fileBytes: number;
  /** About how many bytes the files of one linked account may have. */
  readonly accountFileBytes: number;
  /** The bucket of large files; undefined: there is none. */
  readonly filesBucket: S3Bucket | undefined;
  /** The folder of large files; without it, and without a bucket, they are kept in the database. */
  readonly filesDir: string | undefined;
  readonly outboundAllow: AllowList;
  /** The simulator that plays third-party applications; undefined: they are the real ones (D562). */
  readonly simulatorUrl: string | undefined;
  readonly connectorsDir: string | undefined;
  /** Who installs pieces; undefined: owners while there is one organization (D502). */
  readonly pieces: "owners" | "operator" | undefined;
  readonly corsOrigins: readonly string[] | "*";
  readonly logLevel: LogLevel | LogLevels;
  /** How many bytes of each body the log of requests keeps; 0: no bodies. */
  readonly requestBodyBytes: number;
  /** About how many hours pass between checks of a connection; 0: never. */
  readonly probeHours: number;
  /** How many days ended executions, deliveries and received events are kept; 0: forever. */
  readonly retentionDays: number;
  readonly auditRetentionDays: number;
  /**
   * How many values of an execution's input are searchable; 0: executions cannot be searched by values and
   * errors.
   */
  readonly searchValues: number;
  /**
   * About how many tokens the tool list of an MCP server may cost an agent; a longer one is replaced by
   * search.
   */
  readonly mcpTokenBudget: number;
  /** The model that writes code from prompts; undefined: there is none. */
  readonly model: ModelProvider | undefined;
  /** The server that sends mail; undefined: none is sent. */
  readonly mail: MailServer | undefined;
  /** The identity provider for operators; undefined: they can only sign in here. */
  readonly oidc: OidcProvider | undefined;
  /** Whether npm started this process, with a shell in between. */
  readonly runByNpm: boolean;
  /** The server that `pull`, `plan` and `apply` work on, and where. */
  readonly client: ClientSettings;
  /** Looks up a variable that a connector manifest names as `${NAME}`, or a file of configuration as `{ $env: NAME }`. */
  readonly variable: (name: string) => string | undefined;
}

/** A service with the chat completions of OpenAI's API. */
export interface ModelProvider {
  /** Without a trailing slash; `/chat/completions` is appended. */
  readonly url: string;
  readonly name: string;
  readonly apiKey: string | undefined;
}

/** A bucket of an S3-compatible service, and the credential for it. */
export interface S3Bucket {
  /** Without a trailing slash; the bucket's name is appended. */
  readonly endpoint: string;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** An OpenID Connect provider. */
export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whose operators it signs in by address; the installation's first organization if absent. */
  readonly organization?: string;
}

const MIB = 2 ** 20;
/** Where the address of a trace's page takes the trace's id. */
export const TRACE_ID = "{trace_id}";

/** Reads and validates the environment; throws ConfigError with one sentence about the first bad value. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const value = openEnvironment(environment);
  const port = wholeNumber("PORT", value("PORT"), 65_535);
  const host = readHost(value("HOST"));
  const databaseUrl = readDatabaseUrl(value("DATABASE_URL"));
  const keys = readKeySettings(value, readBaseUrl);
  if (databaseUrl && !keys.encryptionKey) {
    throw new ConfigError(
      "JUNCTOR_ENCRYPTION_KEY is required with DATABASE_URL: 32 bytes in base64, for example from `openssl rand -base64 32`.",
    );
  }
  return Object.freeze({
    port,
    host,
    metricsPort: readMetricsPort(value("JUNCTOR_METRICS_PORT"), port),
    metricsToken: readMetricsToken(value("JUNCTOR_METRICS_TOKEN")),
    tracing: readTracing(value),
    traceUrl: readTraceUrl(value("JUNCTOR_TRACE_URL")),
    dataDir: resolve(value("JUNCTOR_DATA_DIR")),
    databaseUrl,
    ...keys,
    testApiKey: readApiKey("JUNCTOR_TEST_API_KEY", value("JUNCTOR_TEST_API_KEY"), "tk"),
    productionApiKey: readApiKey("JUNCTOR_PRODUCTION_API_KEY", value("JUNCTOR_PRODUCTION_API_KEY"), "pk"),
    publicUrl: readPublicUrl(value("JUNCTOR_PUBLIC_URL"), host, port),
    ...readRateLimits(value("JUNCTOR_RATE_LIMIT_PER_MINUTE"), value("JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE")),
    accountConcurrency:
      wholeNumber("JUNCTOR_ACCOUNT_CONCURRENCY", value("JUNCTOR_ACCOUNT_CONCURRENCY"), 10_000) || 1_000_000,
    mcpAccountConcurrency:
      wholeNumber("JUNCTOR_MCP_ACCOUNT_CONCURRENCY", value("JUNCTOR_MCP_ACCOUNT_CONCURRENCY"), 10_000) ||
      Number.POSITIVE_INFINITY,
    processResultBytes: mebibytes("JUNCTOR_PROCESS_RESULTS_MIB", value("JUNCTOR_PROCESS_RESULTS_MIB")),
    runResultBytes: mebibytes("JUNCTOR_EXECUTION_RESULTS_MIB", value("JUNCTOR_EXECUTION_RESULTS_MIB")),
    fileBytes: readFileBytes(value("JUNCTOR_FILE_MIB")),
    accountFileBytes: mebibytes("JUNCTOR_ACCOUNT_FILES_MIB", value("JUNCTOR_ACCOUNT_FILES_MIB")),
    filesBucket: readBucket(value),
    filesDir: readFilesDir(value("JUNCTOR_FILES_DIR"), value("JUNCTOR_DATA_DIR"), databaseUrl),
    outboundAllow: readAllowList(value("JUNCTOR_OUTBOUND_ALLOW")),
    simulatorUrl: value("JUNCTOR_SIMULATOR_URL")
      ? readBaseUrl("JUNCTOR_SIMULATOR_URL", value("JUNCTOR_SIMULATOR_URL"))
      : undefined,
    connectorsDir: readFolder("JUNCTOR_CONNECTORS_DIR", value("JUNCTOR_CONNECTORS_DIR")),
    pieces: readPiecesBy(value("JUNCTOR_PIECES")),
    corsOrigins: readOrigins(value("JUNCTOR_CORS_ORIGINS")),
    logLevel: readLogLevels(value("JUNCTOR_LOG_LEVEL")),
    requestBodyBytes: wholeNumber("JUNCTOR_REQUEST_BODY_KIB", value("JUNCTOR_REQUEST_BODY_KIB"), 1024) * 1024,
    probeHours: wholeNumber("JUNCTOR_PROBE_HOURS", value("JUNCTOR_PROBE_HOURS"), 8760),
    retentionDays: wholeNumber("JUNCTOR_RETENTION_DAYS", value("JUNCTOR_RETENTION_DAYS"), 36_500),
    auditRetentionDays: wholeNumber(
      "JUNCTOR_AUDIT_RETENTION_DAYS",
      value("JUNCTOR_AUDIT_RETENTION_DAYS"),
      36_500,
    ),
    searchValues: wholeNumber("JUNCTOR_SEARCH_VALUES", value("JUNCTOR_SEARCH_VALUES"), 1000),
    mcpTokenBudget:
      wholeNumber("JUNCTOR_MCP_TOKEN_BUDGET", value("JUNCTOR_MCP_TOKEN_BUDGET"), 1_000_000_000) ||
      Number.POSITIVE_INFINITY,
    model: readModel(value("JUNCTOR_MODEL_URL"), value("JUNCTOR_MODEL_NAME"), value("JUNCTOR_MODEL_API_KEY")),
    mail: withSentence(() => parseMailServer(value("JUNCTOR_SMTP_URL"), value("JUNCTOR_MAIL_FROM"))),
    oidc: readOidc(
      value("JUNCTOR_OIDC_ISSUER"),
      value("JUNCTOR_OIDC_CLIENT_ID"),
      value("JUNCTOR_OIDC_CLIENT_SECRET"),
      value("JUNCTOR_OIDC_ORGANIZATION"),
    ),
    runByNpm:
      environment.npm_package_name === "junctor" &&
      ["start", "junctor"].includes(environment.npm_lifecycle_event ?? ""),
    client: readClientSettings(value, environment, readBaseUrl),
    variable: (name: string) => environment[name],
  });
}

function wholeNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > max) {
    throw new ConfigError(`${name} must be a whole number from 0 to ${max}, not "${text}".`);
  }
  return number;
}

function readMetricsPort(text: string, port: number): number | undefined {
  if (!text) return undefined;
  const metricsPort = wholeNumber("JUNCTOR_METRICS_PORT", text, 65_535);
  if (metricsPort !== 0 && metricsPort === port)
    throw new ConfigError(`JUNCTOR_METRICS_PORT must differ from PORT, and both are ${port}.`);
  return metricsPort;
}

function readMetricsToken(text: string): string | undefined {
  if (!text) return undefined;
  // The token is a secret: never repeat it.
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text;
  throw new ConfigError("JUNCTOR_METRICS_TOKEN must have 16 to 200 visible ASCII characters.");
}

function readTracing(value: (name: string) => string): TracingSettings | undefined {
  try {
    return parseTracingSettings(value);
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError((error as Error).message);
  }
}

function readTraceUrl(text: string): string | undefined {
  if (!text) return undefined;
  if (/^https?:\/\//.test(text) && URL.canParse(text) && text.includes(TRACE_ID)) return text;
  throw new ConfigError(
    `JUNCTOR_TRACE_URL must be an http(s) address with ${TRACE_ID} in it, not "${text}".`,
  );
}

function readRateLimits(perMinute: string, max: string) {
  const rateLimitPerMinute = wholeNumber("JUNCTOR_RATE_LIMIT_PER_MINUTE", perMinute, 1_000_000);
  const most = wholeNumber("JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE", max, 1_000_000);
  return { rateLimitPerMinute, rateLimitMaxPerMinute: Math.max(rateLimitPerMinute, most) };
}

/** Converts MiB to bytes; 0 means no limit. */
function mebibytes(name: string, text: string): number {
  return (wholeNumber(name, text, 1_000_000) || Number.POSITIVE_INFINITY) * MIB;
}

function readBucket(value: (name: string) => string): S3Bucket | undefined {
  const names = ["ENDPOINT", "BUCKET", "KEY", "SECRET"].map((part) => `JUNCTOR_FILES_S3_${part}`);
  const [endpoint = "", name = "", accessKeyId = "", secretAccessKey = ""] = names.map(value);
  if (!endpoint && !name && !accessKeyId && !secretAccessKey) return undefined;
  if (!endpoint || !name || !accessKeyId || !secretAccessKey)
    throw new ConfigError(`${names.join(", ")} belong together: set all or none.`);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i.test(name))
    throw new ConfigError(`JUNCTOR_FILES_S3_BUCKET must be the name of a bucket, not "${name}".`);
  const [address, region] = [readBaseUrl(names[0] ?? "", endpoint), value("JUNCTOR_FILES_S3_REGION")];
  return { endpoint: address, name, region, accessKeyId, secretAccessKey };
}

/** Several machines have the database in common, but no folder unless the operator names one (D506). */
function readFilesDir(text: string, dataDir: string, databaseUrl: string | undefined): string | undefined {
  if (text) return resolve(text);
  return databaseUrl ? undefined : resolve(dataDir, "files");
}

/** Some ways of sending files need them in memory, so that there is always a limit. */
function readFileBytes(text: string): number {
  const mib = wholeNumber("JUNCTOR_FILE_MIB", text, 100);
  if (mib === 0) throw new ConfigError("JUNCTOR_FILE_MIB must be a whole number from 1 to 100, not 0.");
  return mib * MIB;
}

function readHost(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)) return text;
  throw new ConfigError(`HOST must be an IP address or a host name, not "${text}".`);
}

/** Throws ConfigError unless the text is the address of a PostgreSQL database, or empty. */
export function readDatabaseUrl(text: string): string | undefined {
  if (!text) return undefined;
  // The address may contain a password: never repeat it.
  if (/^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text)) return text;
  throw new ConfigError("DATABASE_URL must look like postgres://user:password@host:5432/database.");
}

function readApiKey(name: string, text: string, prefix: "tk" | "pk"): string | undefined {
  if (!text) return undefined;
  if (/^[\x21-\x7e]{20,200}$/.test(text) && text.startsWith(prefix)) return text;
  throw new ConfigError(`${name} must have 20 to 200 visible ASCII characters and begin with "${prefix}".`);
}

function readPublicUrl(text: string, host: string, port: number): string {
  if (!text) {
    const shown = host === "0.0.0.0" || host === "::" ? "localhost" : isIP(host) === 6 ? `[${host}]` : host;
    return `http://${shown}:${port}`;
  }
  return readBaseUrl("JUNCTOR_PUBLIC_URL", text);
}

function readBaseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password)
    return url.href.replace(/\/+$/, "");
  throw new ConfigError(`${name} must be an http(s) address without query, not "${text}".`);
}

function readModel(url: string, name: string, apiKey: string): ModelProvider | undefined {
  if (!url && !name && !apiKey) return undefined;
  if (!url || !name)
    throw new ConfigError(
      "JUNCTOR_MODEL_URL and JUNCTOR_MODEL_NAME belong together: set both, or neither and no JUNCTOR_MODEL_API_KEY.",
    );
  // The key is a secret: never repeat it.
  if (!/^[\x21-\x7e]*$/.test(apiKey))
    throw new ConfigError("JUNCTOR_MODEL_API_KEY must have visible ASCII characters only.");
  return { url: readBaseUrl("JUNCTOR_MODEL_URL", url), name, apiKey: apiKey || undefined };
}

function readOidc(
  issuer: string,
  clientId: string,
  clientSecret: string,
  organization: string,
): OidcProvider | undefined {
  if (!issuer && !clientId && !clientSecret && !organization) return undefined;
  if (issuer && clientId && clientSecret) {
    readBaseUrl("JUNCTOR_OIDC_ISSUER", issuer);
    if (organization && !isId(organization))
      throw new ConfigError(
        "JUNCTOR_OIDC_ORGANIZATION must be the id of an organization: 24 characters 0-9 and a-f.",
      );
    // The issuer unchanged: providers compare it including a trailing slash.
    return { issuer, clientId, clientSecret, ...(organization && { organization }) };
  }
  throw new ConfigError(
    "JUNCTOR_OIDC_ISSUER, JUNCTOR_OIDC_CLIENT_ID and JUNCTOR_OIDC_CLIENT_SECRET belong together: set all or none.",
  );
}

function readFolder(name: string, text: string): string | undefined {
  if (!text) return undefined;
  const folder = resolve(text);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new ConfigError(`${name} must be a folder, but there is no folder at ${folder}.`);
}

function readAllowList(text: string): AllowList {
  return withSentence(() => parseAllowList(text), "JUNCTOR_OUTBOUND_ALLOW: ");
}

/** What `parse` returns; the message of its error becomes the sentence. */
function withSentence<Value>(parse: () => Value, before = ""): Value {
  try {
    return parse();
  } catch (error) {
    throw new ConfigError(`${before}${error instanceof Error ? error.message : "It cannot be read."}`);
  }
}

function readOrigins(text: string): readonly string[] | "*" {
  if (text === "*") return "*";
  const origins = text
    .split(",")
    .map((origin) => origin.trim())
    .filter(Boolean);
  const bad = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (bad === undefined && origins.length > 0) return origins;
  throw new ConfigError(
    `JUNCTOR_CORS_ORIGINS must be "*" or a comma-separated list of origins such as https://app.example.com, not "${bad ?? text}".`,
  );
}

function readPiecesBy(text: string): Config["pieces"] {
  if (text === "") return undefined;
  if (text === "owners" || text === "operator") return text;
  throw new ConfigError(`JUNCTOR_PIECES must be owners or operator, not "${text}".`);
}

/** Reads `info`, for example, or `info,queue=debug,webhook=warn`. */
function readLogLevels(text: string): LogLevel | LogLevels {
  const [level, ...rest] = text.split(",").map((part) => part.trim());
  const areas = new Map<LogArea, LogLevel>();
  for (const part of rest) {
    const [name, of, ...more] = part.split("=");
    const area = LOG_AREAS.find((known) => known === name);
    if (!area || of === undefined || more.length > 0) {
      throw new ConfigError(
        `JUNCTOR_LOG_LEVEL has "${part}" where "area=level" is expected; areas are ${LOG_AREAS.join(", ")}.`,
      );
    }
    areas.set(area, readLogLevel(of));
  }
  const least = readLogLevel(level ?? "");
  return areas.size === 0 ? least : { level: least, areas };
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level) return level;
  throw new ConfigError(`JUNCTOR_LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}, not "${text}".`);
}
