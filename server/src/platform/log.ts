import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type { Logger } from "pino";
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

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
 * secrets.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const paths = SECRET_NAMES.flatMap((name) => {
    const nested = name.startsWith('"') ? `*[${name}]` : `*.${name}`;
    return [name.startsWith('"') ? `[${name}]` : name, nested];
  });
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: "[redacted]" },
    // Driver and library errors may contain query values or request headers: name, code and stack are enough.
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const code = "code" in error ? error.code : undefined;
  return { name, message, code, stack };
}
