import { getSpan, runInSpan, type Span } from "../../platform/tracing/tracing.ts";
import type { LoggedOrigin } from "./cause.ts";
import { describeModelRequest, describeModelResponse } from "./model-call.ts";

const LEAST_ERROR_STATUS = 400;

/** What is known of a call before it is made. */
interface CallTarget {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/** For whom a call is made, as far as that is known. */
type TracedOrigin = Partial<Pick<LoggedOrigin, "slug" | "connectionId" | "cause">>;

/** Makes a call that is not visible to us within a span, if it belongs to a trace. */
export function runCallInSpan<Result>(origin: TracedOrigin, call: () => Promise<Result>): Promise<Result> {
  const span = startCallSpan(origin, undefined, undefined);
  return span ? runInSpan(span, call) : call();
}

/**
 * Sends a request within a span, if it belongs to a trace. Of the address only the host is told: paths and queries may
 * contain secrets, and what customers do (D532). A request to a model also says which, and what it took.
 */
export function sendInSpan<Result extends { readonly status: number; readonly body?: unknown }>(
  origin: TracedOrigin,
  target: CallTarget,
  send: () => Promise<Result>,
): Promise<Result> {
  if (!getSpan()?.isRecorded) return send();
  const model = describeModelRequest(target);
  const span = startCallSpan(origin, target, model);
  if (!span) return send();
  return runInSpan(span, async () => {
    const result = await send();
    recordStatus(result.status);
    if (model && Buffer.isBuffer(result.body)) span.set(describeModelResponse(result.body));
    return result;
  });
}

function startCallSpan(
  { slug, connectionId, cause }: TracedOrigin,
  target: CallTarget | undefined,
  model: ReturnType<typeof describeModelRequest>,
): Span | undefined {
  const around = getSpan();
  if (!around?.isRecorded) return undefined;
  const method = target?.method.toUpperCase();
  const url = target && URL.parse(target.url);
  return around.begin({
    name: model?.name ?? [method ?? "call", slug].filter(Boolean).join(" "),
    kind: "client",
    attributes: {
      "http.request.method": method,
      "server.address": url?.hostname,
      "server.port": url ? Number(url.port || (url.protocol === "https:" ? 443 : 80)) : undefined,
      "junctor.application": slug,
      "junctor.connection.id": connectionId,
      "junctor.call.cause": cause?.kind,
      "junctor.call.subject": cause?.subject,
      ...model?.attributes,
    },
  });
}

/** Says on the span of the call under way what the third party answered. */
export function recordStatus(status: number): void {
  const span = getSpan();
  if (!span) return;
  span.set({ "http.response.status_code": status });
  if (status >= LEAST_ERROR_STATUS) span.fail(String(status));
}

/**
 * A request that says where its receiver continues the trace. Applications are not told: they belong to somebody else,
 * and some sign headers or refuse what they do not know (D532).
 */
export function addTraceparent<Request extends { readonly headers?: Readonly<Record<string, string>> }>(
  { slug }: Pick<LoggedOrigin, "slug">,
  request: Request,
): Request {
  const span = slug === undefined ? getSpan() : undefined;
  if (!span) return request;
  const { headers = {} } = request;
  const isSet = Object.keys(headers).some((name) => name.toLowerCase() === "traceparent");
  return isSet ? request : { ...request, headers: { ...headers, traceparent: span.traceparent } };
}
