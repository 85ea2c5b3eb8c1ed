/** The identity of a span in another process, or in another system. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether its trace is recorded. */
  readonly isSampled: boolean;
}

// Later versions may append fields, which are ignored; ff is no version, and ids of zeros are none.
const TRACEPARENT =
  /^(?!ff)(?<version>[0-9a-f]{2})-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/** Reads a `traceparent` (W3C Trace Context, 3.2); undefined for anything else, which is no error. */
export function parseTraceparent(text: unknown): RemoteSpan | undefined {
  if (typeof text !== "string" || text.length > 200) return undefined;
  const { version, traceId, spanId, flags, rest } = TRACEPARENT.exec(text.trim())?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "00" && rest !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a `traceparent` of version 00. */
export function formatTraceparent({ traceId, spanId, isSampled }: RemoteSpan): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
