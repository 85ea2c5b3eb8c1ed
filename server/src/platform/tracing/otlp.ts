import {
  type Tracer as OtelTracer,
  type Span as RecordedSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";
import { within } from "../time-limit.ts";
import type { TracingSettings } from "./settings.ts";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";
import type { Span, SpanStart, Tracer } from "./tracing.ts";

// A burst of executions ends thousands of spans before any is sent; what does not fit is dropped, never waited for.
const MOST_QUEUED = 8192;
const SEND_TIMEOUT_MS = 10_000;
const CLOSE_MS = 5000;
const LONGEST_VALUE = 1000;

/**
 * Opens a tracer that sends spans to an OTLP collector over HTTP with protobuf. Its failures are only logged, and
 * closing it takes `closeMs` at most.
 */
export function openOtlpTracer(
  settings: TracingSettings,
  version: string,
  log: Logger,
  closeMs = CLOSE_MS,
): Tracer {
  const ids = createIds();
  const { endpoint, headers } = settings;
  const sender = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    sampler: createSampler(settings),
    idGenerator: ids,
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.version": version,
      ...settings.resource,
    }),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellFailures(sender, log),
        maxQueueSize: MOST_QUEUED,
        scheduledDelayMillis: settings.sendEveryMs,
        exportTimeoutMillis: SEND_TIMEOUT_MS + 1000,
      }),
    ],
  });
  const begin = createBegin(provider.getTracer("junctor", version), ids);
  return {
    begin: (start, traceparent) => begin(start, toSpanContext(traceparent)),
    close: () =>
      within(
        closeMs,
        // Whether the last spans arrived has been logged.
        () => provider.shutdown().catch(() => {}),
        () => log.warn({ afterMs: closeMs }, "tracing.not-flushed"),
      ),
  };
}

/** Random ids, unless the next span has one of its own. */
function createIds() {
  const random = new RandomIdGenerator();
  let own: string | undefined;
  return {
    setNext: (id: string | undefined) => {
      own = id;
    },
    generateTraceId: () => random.generateTraceId(),
    generateSpanId: () => own ?? random.generateSpanId(),
  };
}

type Begin = (start: SpanStart, parent: SpanContext | undefined) => Span;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

function createBegin(tracer: OtelTracer, ids: ReturnType<typeof createIds>): Begin {
  const begin: Begin = ({ name, kind, attributes, id, links = [], startedAtMs }, parent) => {
    const options = {
      kind: KINDS[kind],
      attributes,
      ...(startedAtMs !== undefined && { startTime: startedAtMs }),
      ...(links.length > 0 && { links: links.flatMap((link) => toLinks(link)) }),
    };
    ids.setNext(id);
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const recorded = tracer.startSpan(name, options, context);
    ids.setNext(undefined);
    return toSpan(recorded, begin);
  };
  return begin;
}

function toSpan(recorded: RecordedSpan, begin: Begin): Span {
  const context = recorded.spanContext();
  const { traceId, spanId, traceFlags } = context;
  return {
    traceId,
    get traceparent() {
      return formatTraceparent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
    },
    set: (attributes) => {
      recorded.setAttributes(attributes);
    },
    fail: (errorType) => {
      recorded.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => recorded.end(),
    begin: (start) => begin(start, context),
  };
}

function toSpanContext(traceparent: string | null): SpanContext | undefined {
  const remote = parseTraceparent(traceparent);
  if (!remote) return undefined;
  const { isSampled, ...ids } = remote;
  return { ...ids, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

function toLinks(traceparent: string): { context: SpanContext }[] {
  const context = toSpanContext(traceparent);
  return context ? [{ context }] : [];
}

function createSampler({ sampler, ratio }: TracingSettings): Sampler {
  const [name = "", isParentBased] = sampler.startsWith("parentbased_")
    ? [sampler.slice("parentbased_".length), true]
    : [sampler, false];
  const root =
    name === "always_on"
      ? new AlwaysOnSampler()
      : name === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** Says once that a collector does not take spans, and once that it does again. */
function tellFailures(sender: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      sender.export(spans, (result) => {
        const { code, error } = result;
        const hasFailed = code !== 0;
        if (hasFailed && !isFailing) log.warn({ err: error, spans: spans.length }, "tracing.not-sent");
        else if (isFailing && !hasFailed) log.info("tracing.sent-again");
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => sender.shutdown(),
  };
}
