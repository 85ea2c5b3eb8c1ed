import { randomFillSync } from "node:crypto";
import type { Logger } from "../log.ts";
import { TraceEncoder } from "./encode-span.ts";
import type { TracingSettings } from "./settings.ts";
import { openSpanSender } from "./span-sender.ts";
import { formatTraceparent, parseTraceparent, type RemoteSpan } from "./traceparent.ts";
import type { Span, SpanAttributes, SpanStart, Tracer } from "./tracing.ts";

const CLOSE_MS = 5000;
const LARGEST_SKEW_MS = 20;

/**
 * Opens a tracer that sends spans to an OTLP collector over HTTP with protobuf (D530). Its failures are only logged, and
 * closing it takes `closeMs` at most.
 */
export function openOtlpTracer(
  settings: TracingSettings,
  version: string,
  log: Logger,
  closeMs = CLOSE_MS,
): Tracer {
  const resource = {
    "service.name": settings.serviceName,
    "service.version": version,
    ...settings.resource,
  };
  const sender = openSpanSender(
    {
      url: `${settings.endpoint}/v1/traces`,
      headers: { "content-type": "application/x-protobuf", ...settings.headers },
      sendEveryMs: settings.sendEveryMs,
      encoder: new TraceEncoder(resource, { name: "junctor", version }),
    },
    log,
  );
  const isSampled = createSampler(settings);
  const recorder: Recorder = {
    now: createClock(),
    createId: createIdSource(),
    add: sender.add,
  };
  return {
    begin: (start, traceparent) => {
      const caller = parseTraceparent(traceparent);
      const traceId = caller?.traceId ?? recorder.createId(16);
      if (isSampled(traceId, caller)) return new RecordedSpan(recorder, start, traceId, caller?.spanId ?? "");
      return new UnrecordedSpan(traceId, caller?.spanId ?? recorder.createId(8));
    },
    close: () => sender.close(closeMs),
  };
}

/** What all spans of a tracer share. */
interface Recorder {
  /** Milliseconds since 1970, with fractions. */
  now(): number;
  /** Random bytes in hex. */
  createId(bytes: number): string;
  add(span: RecordedSpan): void;
}

class RecordedSpan implements Span {
  readonly traceId: string;
  readonly isRecorded = true;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  readonly kind: SpanStart["kind"];
  readonly startMs: number;
  readonly links: readonly RemoteSpan[];
  endMs = 0;
  readonly attributes: SpanAttributes;
  laterAttributes: SpanAttributes | undefined;
  hasFailed = false;
  readonly #recorder: Recorder;

  constructor(recorder: Recorder, start: SpanStart, traceId: string, parentId: string) {
    this.#recorder = recorder;
    this.traceId = traceId;
    this.parentId = parentId;
    this.spanId = start.id ?? recorder.createId(8);
    this.name = start.name;
    this.kind = start.kind;
    this.attributes = start.attributes;
    this.startMs = start.startedAtMs ?? recorder.now();
    this.links = start.links?.flatMap((link) => parseTraceparent(link) ?? []) ?? [];
  }

  get traceparent(): string {
    return formatTraceparent({ traceId: this.traceId, spanId: this.spanId, isSampled: true });
  }

  set(attributes: SpanAttributes): void {
    this.laterAttributes = this.laterAttributes ? { ...this.laterAttributes, ...attributes } : attributes;
  }

  fail(errorType: string): void {
    this.hasFailed = true;
    this.set({ "error.type": errorType });
  }

  end(): void {
    if (this.endMs > 0) return;
    this.endMs = this.#recorder.now();
    this.#recorder.add(this);
  }

  begin(start: SpanStart): Span {
    return new RecordedSpan(this.#recorder, start, this.traceId, this.spanId);
  }
}

/** Stands for all spans of a trace in this process that is not recorded; only tells others so. */
class UnrecordedSpan implements Span {
  readonly traceId: string;
  readonly isRecorded = false;
  readonly #spanId: string;

  constructor(traceId: string, spanId: string) {
    this.traceId = traceId;
    this.#spanId = spanId;
  }

  get traceparent(): string {
    return formatTraceparent({ traceId: this.traceId, spanId: this.#spanId, isSampled: false });
  }

  begin(): Span {
    return this;
  }

  set(): void {}
  fail(): void {}
  end(): void {}
}

/** Decides once for the spans of a trace in this process, by OpenTelemetry's names. */
function createSampler({ sampler, ratio }: TracingSettings) {
  const isParentBased = sampler.startsWith("parentbased_");
  const share = sampler.endsWith("always_on") ? 1 : sampler.endsWith("always_off") ? 0 : ratio;
  return (traceId: string, caller: RemoteSpan | undefined): boolean => {
    if (isParentBased && caller) return caller.isSampled;
    // The last 56 bits are random (W3C Trace Context, level 2), so that all processes decide alike.
    return Number.parseInt(traceId.slice(18), 16) / 2 ** 56 < share;
  };
}

/** The time of day with the precision of the process's own clock, which follows no correction of the former. */
function createClock(): () => number {
  let offsetMs = performance.timeOrigin;
  return () => {
    const nowMs = performance.now();
    const wallMs = Date.now();
    if (Math.abs(offsetMs + nowMs - wallMs) > LARGEST_SKEW_MS) offsetMs = wallMs - nowMs;
    return offsetMs + nowMs;
  };
}

/** Random bytes are cheap only in bulk. */
function createIdSource(): (bytes: number) => string {
  const pool = Buffer.allocUnsafe(4096);
  let at = pool.length;
  return (bytes) => {
    if (at + bytes > pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += bytes;
    return pool.toString("hex", at - bytes, at);
  };
}
