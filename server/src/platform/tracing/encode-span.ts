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
  /** Facts that were not known when it began; they replace those of the same name. */
  readonly laterAttributes: SpanAttributes | undefined;
  readonly links: readonly RemoteSpan[];
  readonly hasFailed: boolean;
}

const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;
const LONGEST_TEXT = 1000;
const LINK_BYTES = 2 + 16 + 2 + 8;
const MOST_HEADS_BYTES = 64;
const FIRST_BATCH_BYTES = 64 * 1024;

/** What makes spans. */
interface Scope {
  readonly name: string;
  readonly version: string;
}

/**
 * Encodes spans of one resource and scope, one after the other, as what OTLP calls `ExportTraceServiceRequest`, by
 * opentelemetry-proto 1. A span is copied once, into the body of the request.
 */
export class TraceEncoder {
  readonly #span = new ProtobufWriter(4096);
  readonly #resource: Buffer;
  readonly #scope: Buffer;
  #batch: ProtobufWriter;
  #spans = 0;
  // Names of attributes are few, and come again with each span.
  readonly #keys = new Map<string, Buffer>();

  constructor(resource: SpanAttributes, { name, version }: Scope) {
    this.#writeAttributes(1, resource, undefined);
    this.#resource = Buffer.from(this.#span.take());
    this.#span.text(1, name);
    this.#span.text(2, version);
    this.#scope = Buffer.from(this.#span.take());
    this.#batch = this.#openBatch(FIRST_BATCH_BYTES);
  }

  /** How many spans wait to be taken. */
  get spans(): number {
    return this.#spans;
  }

  add(span: EndedSpan): void {
    this.#encodeSpan(span);
    this.#batch.bytes(2, this.#span.take());
    this.#spans += 1;
  }

  /** The request with all spans since the last one. */
  takeBatch(): { readonly body: Buffer; readonly spans: number } {
    const [spans, batch] = [this.#spans, this.#batch];
    this.#spans = 0;
    // The next one is likely to be about as long.
    this.#batch = this.#openBatch(Math.ceil(1.1 * batch.length));
    return { spans, body: this.#closeBatch(batch) };
  }

  /** Leaves room before the spans for what is known only once they are there: how long they are together. */
  #openBatch(size: number): ProtobufWriter {
    const room = MOST_HEADS_BYTES + this.#resource.length + this.#scope.length;
    return new ProtobufWriter(room + size, room);
  }

  #closeBatch(batch: ProtobufWriter): Buffer {
    const to = this.#span;
    const whole = batch.take();
    const room = MOST_HEADS_BYTES + this.#resource.length + this.#scope.length;
    const sizeOf = (content: number) => 1 + getVarintSize(content) + content;
    const scopeSpans = sizeOf(this.#scope.length) + whole.length - room;
    to.open(1, sizeOf(this.#resource.length) + sizeOf(scopeSpans));
    to.bytes(1, this.#resource);
    to.open(2, scopeSpans);
    to.bytes(1, this.#scope);
    const head = to.take();
    whole.set(head, room - head.length);
    return whole.subarray(room - head.length);
  }

  #encodeSpan(span: EndedSpan): void {
    const to = this.#span;
    to.hex(1, span.traceId);
    to.hex(2, span.spanId);
    if (span.parentId !== "") to.hex(4, span.parentId);
    to.text(5, span.name);
    to.integer(6, KINDS[span.kind]);
    to.time(7, span.startMs);
    to.time(8, span.endMs);
    this.#writeAttributes(9, span.attributes, span.laterAttributes);
    if (span.laterAttributes) this.#writeAttributes(9, span.laterAttributes, undefined);
    for (const { traceId, spanId } of span.links) {
      to.open(13, LINK_BYTES);
      to.hex(1, traceId);
      to.hex(2, spanId);
    }
    if (span.hasFailed) {
      to.open(15, 2);
      to.integer(3, ERROR);
    }
  }

  #writeAttributes(field: number, attributes: SpanAttributes, replaced: SpanAttributes | undefined): void {
    for (const name in attributes) {
      const value = attributes[name];
      if (value === undefined || replaced?.[name] !== undefined) continue;
      if (typeof value === "string") this.#writeText(field, name, value);
      else this.#writeScalar(field, name, value);
    }
  }

  #writeText(field: number, name: string, value: string): void {
    const text = value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
    const size = Buffer.byteLength(text);
    this.#openAttribute(field, name, 1 + getVarintSize(size) + size);
    this.#span.text(1, text, size);
  }

  #writeScalar(field: number, name: string, value: number | boolean): void {
    const to = this.#span;
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
    const to = this.#span;
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
