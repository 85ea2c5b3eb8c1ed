import { AsyncLocalStorage } from "node:async_hooks";

/** Facts of a span, by the names of OpenTelemetry's conventions, or below `junctor.`; never payloads, never secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span as it begins. */
export interface SpanStart {
  /** Few different ones: what varies with each execution is an attribute. */
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly attributes: SpanAttributes;
  /** Its id, 16 hex characters, if others must know it without having been told. */
  readonly id?: string;
  /** Traceparents of what else led to it. */
  readonly links?: readonly string[];
  /** Milliseconds since 1970, if it began before now. */
  readonly startedAtMs?: number;
}

/** Something that takes time, as a part of a trace. */
export interface Span {
  /** In 32 hex characters. */
  readonly traceId: string;
  /** False if its trace is not recorded: nothing needs to be found out for it, and its parts are itself. */
  readonly isRecorded: boolean;
  /** How others continue the trace from here: a header of the W3C's Trace Context. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed by an error of a class of which there are few. */
  fail(errorType: string): void;
  end(): void;
  /** Begins a part of it. */
  begin(start: SpanStart): Span;
}

/** Where features say what they do, and how long it takes; a process has one while tracing is on (D530). */
export interface Tracer {
  /** Begins a span that continues the trace of `traceparent`; null begins a new trace. */
  begin(start: SpanStart, traceparent: string | null): Span;
  /** Sends what has ended, for a limited time. */
  close(): Promise<void>;
}

const storage = new AsyncLocalStorage<Span>();

/** The span under way; undefined while tracing is off, and outside of traces. */
export function getSpan(): Span | undefined {
  return storage.getStore();
}

/** Runs `work`, and everything that it awaits, as what `span` measures. */
export function runWithin<Result>(span: Span, work: () => Result): Result {
  return storage.run(span, work);
}

/** Runs `work` outside of traces: what a traced request merely triggers. */
export function runWithoutSpan<Result>(work: () => Result): Result {
  return storage.exit(work);
}

/** Runs `work` within a span that ends with it, and fails with what it throws. */
export async function runInSpan<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await runWithin(span, work);
  } catch (error) {
    span.fail(classifyError(error));
    throw error;
  } finally {
    span.end();
  }
}

function classifyError(error: unknown): string {
  if (!(error instanceof Error)) return "Error";
  return "code" in error && error.code !== undefined ? String(error.code) : error.name;
}
