import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { getSpan } from "./tracing/tracing.ts";

export type { Logger } from "pino";
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What an event's name begins with, before its dot. */
export const LOG_AREAS = [
  "alert",
  "application",
  "audit",
  "audit-log",
  "changes",
  "connection",
  "connector",
  "database",
  "files",
  "health",
  "job",
  "key-use",
  "mail",
  "mcp",
  "mcp-oauth",
  "metrics",
  "migration",
  "model",
  "operator",
  "options",
  "piece",
  "portal",
  "queue",
  "redaction",
  "replay",
  "request",
  "retention",
  "run",
  "schedule",
  "schema",
  "server",
  "step",
  "tracing",
  "trigger",
  "usage",
  "webhook",
  "work",
] as const;
export type LogArea = (typeof LOG_AREAS)[number];

/** The least level of what is logged, and those of areas that have their own. */
export interface LogLevels {
  readonly level: LogLevel;
  readonly areas: ReadonlyMap<LogArea, LogLevel>;
}

const SECRET_NAMES = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "token",
  "key",
  "credentials",
  "access_token",
  "refresh_token",
  "client_secret",
  "api_key",
  '"x-api-key"',
];

/**
 * JSON lines on standard output, or to `destination`: one line per event, its name in `msg`; never payloads, never
 * secrets. Lines of what is traced have its `trace_id`.
 */
export function createLog(given: LogLevel | LogLevels, destination?: DestinationStream): Logger {
  const { level, areas }: LogLevels = typeof given === "string" ? { level: given, areas: new Map() } : given;
  const paths = SECRET_NAMES.flatMap((name) => {
    const nested = name.startsWith('"') ? `*[${name}]` : `*.${name}`;
    return [name.startsWith('"') ? `[${name}]` : name, nested];
  });
  const options: LoggerOptions = {
    level: findMostVerbose([level, ...areas.values()]),
    ...(areas.size > 0 && { hooks: { logMethod: createFilter({ level, areas }) } }),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: describeTrace,
    redact: { paths, censor: "[redacted]" },
    // Driver and library errors may contain query values or request headers: name, code and stack are enough.
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A new object each time, because pino adds the line's own members to it. */
function describeTrace(): object {
  const span = getSpan();
  return span ? { trace_id: span.traceId } : {};
}

function findMostVerbose(levels: readonly LogLevel[]): LogLevel {
  return LOG_LEVELS.findLast((level) => levels.includes(level)) ?? "silent";
}

/** Passes on what the level of its area lets through. */
function createFilter({ level, areas }: LogLevels): NonNullable<LoggerOptions["hooks"]>["logMethod"] {
  const leastOf = (one: LogLevel) => pino.levels.values[one] ?? Number.POSITIVE_INFINITY;
  const least = leastOf(level);
  const leastByArea = new Map<string, number>([...areas].map(([area, one]) => [area, leastOf(one)]));
  return function (args, method, value) {
    const [first, second] = args as unknown[];
    const event = typeof first === "string" ? first : second;
    const area = typeof event === "string" ? event.slice(0, event.indexOf(".")) : "";
    if (value >= (leastByArea.get(area) ?? least)) method.apply(this, args);
  };
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const code = "code" in error ? error.code : undefined;
  return { name, message, code, stack };
}
