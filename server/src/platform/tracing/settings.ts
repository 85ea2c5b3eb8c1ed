const SAMPLERS = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio",
] as const;

/** Where traces go, and which. */
export interface TracingSettings {
  /** Of the collector, without a trailing slash; `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** What else all spans of this process say about it. */
  readonly resource: Readonly<Record<string, string>>;
  /** Which traces are recorded, by the names of OpenTelemetry's specification. */
  readonly sampler: (typeof SAMPLERS)[number];
  /** The share of traces that a sampler by ratio records, 0 to 1. */
  readonly ratio: number;
  /** For how many milliseconds spans are collected before they are sent together. */
  readonly sendEveryMs: number;
}

/**
 * Reads the variables that OpenTelemetry's specification names; undefined without a collector. Throws an Error with a
 * sentence for a bad value.
 */
export function parseTracingSettings(value: (name: string) => string): TracingSettings | undefined {
  const endpoint = value("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (!endpoint) return undefined;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) address without query, not "${endpoint}".`,
    );
  const named = value("OTEL_TRACES_SAMPLER");
  const sampler = SAMPLERS.find((known) => known === named);
  if (!sampler) throw new Error(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(", ")}, not "${named}".`);
  const share = value("OTEL_TRACES_SAMPLER_ARG");
  const ratio = Number(share);
  if (!/^[\d.]+$/.test(share) || !(ratio >= 0 && ratio <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${share}".`);
  const delay = value("OTEL_BSP_SCHEDULE_DELAY");
  const sendEveryMs = Number(delay);
  if (!/^\d+$/.test(delay) || sendEveryMs < 1 || sendEveryMs > 60_000)
    throw new Error(`OTEL_BSP_SCHEDULE_DELAY must be a whole number from 1 to 60000, not "${delay}".`);
  return {
    endpoint: url.href.replace(/\/+$/, ""),
    headers: parsePairs("OTEL_EXPORTER_OTLP_HEADERS", value("OTEL_EXPORTER_OTLP_HEADERS")),
    serviceName: value("OTEL_SERVICE_NAME"),
    resource: parsePairs("OTEL_RESOURCE_ATTRIBUTES", value("OTEL_RESOURCE_ATTRIBUTES")),
    sampler,
    ratio,
    sendEveryMs,
  };
}

/** Reads `name=value,other=value`, with values as in an address; what it cannot read may be a secret. */
function parsePairs(variable: string, text: string): Record<string, string> {
  const pairs = text.split(",").filter((part) => part.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, encoded] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
      try {
        if (name !== undefined && encoded !== undefined) return [name, decodeURIComponent(encoded.trim())];
      } catch {
        // Said below.
      }
      throw new Error(
        `${variable} must look like name=value,other=value, with values encoded as in addresses.`,
      );
    }),
  );
}
