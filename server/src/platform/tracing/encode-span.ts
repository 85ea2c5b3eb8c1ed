import { getVarintSize, ProtobufWriter } from "./protobuf-writer.ts";
import type { RemoteSpan } from "./traceparent.ts";
import type { SpanAttributes, SpanStart } from "./tracing.ts";

/** A span that has ended. */
export interface EndedSpan extends Pick<SpanStart, "name" | "kind"> {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of its trace. */
  readonly parentId: string;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
  readonly links: readonly RemoteSpan[];
  readonly hasFailed: boolean;
}

const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;
const LONGEST_TEXT = 1000;
const LINK_BYTES = 2 + 16 + 2 + 8;

/** Encodes what OTLP calls `Span`, `Resource` and `ExportTraceServiceRequest`, by opentelemetry-proto 1. */
export class TraceEncoder {
  readonly #writer = new ProtobufWriter();
  // Names of attributes are few, and come again with each span.
  readonly #keys = new Map<string, Buffer>();

  /** The fields of a span. */
  encodeSpan(span: EndedSpan): Buffer {
    const to = this.#writer;
    to.hex(1, span.traceId);
    to.hex(2, span.spanId);
    if (span.parentId !== "") to.hex(4, span.parentId);
    to.text(5, span.name);
    to.integer(6, KINDS[span.kind]);
    to.time(7, span.startMs);
    to.time(8, span.endMs);
    this.#writeAttributes(9, span.attributes);
    for (const { traceId, spanId } of span.links) {
      to.open(13, LINK_BYTES);
      to.hex(1, traceId);
      to.hex(2, spanId);
    }
    if (span.hasFailed) {
      to.open(15, 2);
      to.integer(3, ERROR);
    }
    return to.take();
  }

  /** The fields of a resource. */
  encodeResource(attributes: SpanAttributes): Buffer {
    this.#writeAttributes(1, attributes);
    return this.#writer.take();
  }

  /** A request with spans of one resource. */
  encodeRequest(resource: Buffer, { name, version }: Scope, spans: readonly Buffer[]): Buffer<ArrayBuffer> {
    const to = this.#writer;
    to.text(1, name);
    to.text(2, version);
    const scope = to.take();
    to.bytes(1, scope);
    for (const span of spans) to.bytes(2, span);
    const scopeSpans = to.take();
    to.bytes(1, resource);
    to.bytes(2, scopeSpans);
    const resourceSpans = to.take();
    to.bytes(1, resourceSpans);
    return to.take();
  }

  #writeAttributes(field: number, attributes: SpanAttributes): void {
    for (const name in attributes) {
      const value = attributes[name];
      if (typeof value === "string") this.#writeText(field, name, value);
      else if (value !== undefined) this.#writeScalar(field, name, value);
    }
  }

  #writeText(field: number, name: string, value: string): void {
    const text = value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
    const size = Buffer.byteLength(text);
    this.#openAttribute(field, name, 1 + getVarintSize(size) + size);
    this.#writer.text(1, text, size);
  }

  #writeScalar(field: number, name: string, value: number | boolean): void {
    const to = this.#writer;
    if (typeof value === "boolean") {
      this.#openAttribute(field, name, 2);
      to.integer(2, Number(value));
    } else if (Number.isSafeInteger(value)) {
      this.#openAttribute(field, name, 1 + getVarintSize(value));
      to.integer(3, value);
    } else {
      this.#openAttribute(field, name, 9);
      to.double(4, value);
    }
  }

  /** Its name, and the head of its value, which has `size` bytes. */
  #openAttribute(field: number, name: string, size: number): void {
    const to = this.#writer;
    const key = this.#findKey(name);
    to.open(field, key.length + 1 + getVarintSize(size) + size);
    to.raw(key);
    to.open(2, size);
  }

  #findKey(name: string): Buffer {
    const known = this.#keys.get(name);
    if (known) return known;
    const text = Buffer.from(name);
    const key = Buffer.concat([Buffer.from([0x0a, text.length]), text]);
    this.#keys.set(name, key);
    return key;
  }
}

/** What makes spans. */
interface Scope {
  readonly name: string;
  readonly version: string;
}
