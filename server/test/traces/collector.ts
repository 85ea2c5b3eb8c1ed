import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import protobuf from "protobufjs";
import { startLocalServer } from "../../src/platform/outbound/local-server.ts";
import { parseTracingSettings, type TracingSettings } from "../../src/platform/tracing/settings.ts";
import { eventually } from "../test-server.ts";

/** A span as it came over the wire, ids in hex. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly id: string;
  /** Empty for the first of its trace. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly id: string }[];
  readonly hasFailed: boolean;
  /** Nanoseconds since 1970. */
  readonly startNanos: string;
  readonly endNanos: string;
  /** What its process says of itself. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A collector on 127.0.0.1 that reads OTLP by OpenTelemetry's own definitions of its messages. */
export interface Collector {
  readonly settings: TracingSettings;
  readonly spans: CollectedSpan[];
  /** The headers of each request. */
  readonly requests: Readonly<Record<string, unknown>>[];
  /** Waits for a span of this name, with these attributes. */
  find(name: string, attributes?: Readonly<Record<string, unknown>>): Promise<CollectedSpan>;
  /** Answers from now on; 200 until it is called. */
  answer(reply: (response: ServerResponse) => unknown): void;
  close(): Promise<void>;
}

/** Starts a collector; close it at the end of the test. */
export async function startCollector(variables: Readonly<Record<string, string>> = {}): Promise<Collector> {
  const request = await loadRequest();
  const spans: CollectedSpan[] = [];
  const requests: Readonly<Record<string, unknown>>[] = [];
  let reply = (response: ServerResponse): unknown => response.end();
  const server = await startLocalServer(async (incoming, response) => {
    const bytes = await buffer(incoming);
    requests.push({ ...incoming.headers, path: incoming.url });
    spans.push(
      ...readSpans(request.toObject(request.decode(bytes), { defaults: true, enums: String, longs: String })),
    );
    await reply(response);
  });
  const settings = parseTracingSettings((name) => ({ ...DEFAULTS, ...variables })[name] ?? server.origin);
  if (!settings) throw new Error("There is a collector.");
  return {
    settings,
    spans,
    requests,
    find: (name, attributes = {}) =>
      eventually(async () =>
        spans.find(
          (span) =>
            span.name === name &&
            Object.entries(attributes).every(([key, value]) => span.attributes[key] === value),
        ),
      ),
    answer: (next) => {
      reply = next;
    },
    close: server.close,
  };
}

const DEFAULTS: Readonly<Record<string, string>> = {
  OTEL_EXPORTER_OTLP_HEADERS: "",
  OTEL_SERVICE_NAME: "junctor",
  OTEL_RESOURCE_ATTRIBUTES: "",
  OTEL_TRACES_SAMPLER: "parentbased_always_on",
  OTEL_TRACES_SAMPLER_ARG: "1",
  OTEL_BSP_SCHEDULE_DELAY: "20",
};

async function loadRequest(): Promise<protobuf.Type> {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(import.meta.dirname, target);
  await root.load("opentelemetry/proto/collector/trace/v1/trace_service.proto");
  return root.lookupType("opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest");
}

interface WireAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface WireLink {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
}
interface WireSpan extends WireLink {
  readonly parentSpanId: Uint8Array;
  readonly name: string;
  readonly kind: string;
  readonly attributes: readonly WireAttribute[];
  readonly links: readonly WireLink[];
  readonly status: { readonly code: string } | null;
  readonly startTimeUnixNano: unknown;
  readonly endTimeUnixNano: unknown;
}

// The decoder has read it by its definition.
// biome-ignore lint/suspicious/noExplicitAny: see above
function readSpans({ resourceSpans }: any): CollectedSpan[] {
  const spans: CollectedSpan[] = [];
  for (const { resource, scopeSpans } of resourceSpans)
    for (const { spans: ended } of scopeSpans)
      for (const span of ended as WireSpan[])
        spans.push({
          ...idsOf(span),
          parentId: toHex(span.parentSpanId),
          name: span.name,
          kind: span.kind,
          attributes: readAttributes(span.attributes),
          links: span.links.map(idsOf),
          hasFailed: span.status?.code === "STATUS_CODE_ERROR",
          startNanos: String(span.startTimeUnixNano),
          endNanos: String(span.endTimeUnixNano),
          resource: readAttributes(resource.attributes),
        });
  return spans;
}

function idsOf({ traceId, spanId }: WireLink): { traceId: string; id: string } {
  return { traceId: toHex(traceId), id: toHex(spanId) };
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function readAttributes(attributes: readonly WireAttribute[]): Record<string, unknown> {
  if (new Set(attributes.map(({ key }) => key)).size < attributes.length)
    throw new Error("A span must have each attribute once.");
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [kind = "", of] = Object.entries(value).find(([name]) => name.endsWith("Value")) ?? [];
      return [key, kind === "intValue" ? Number(of) : of];
    }),
  );
}
