import { getSpan, type Span, type Tracer } from "../../platform/tracing/tracing.ts";
import type { DueDelivery } from "./claim.ts";
import type { Settlement } from "./settle.ts";

/** Begins the span of one attempt at a delivery, in the trace of what caused it. */
export function startDeliverySpan(tracer: Tracer, due: DueDelivery): Span {
  return tracer.begin(
    {
      name: `deliver ${due.event}`,
      kind: "client",
      attributes: {
        "junctor.delivery.id": due.id,
        "junctor.webhook.id": due.webhook_id,
        "junctor.webhook.event": due.event,
        "junctor.environment": due.environment,
        ...(due.tries > 0 && { "http.request.resend_count": due.tries }),
      },
    },
    due.traceparent,
  );
}

/** Says on the span under way how an attempt ended; the address may be a secret, but not its host. */
export function recordAttemptInSpan({ status, attempt }: Pick<Settlement, "status" | "attempt">): void {
  const span = getSpan();
  if (!span) return;
  const { url, method, status_code: statusCode, error } = attempt ?? {};
  span.set({
    "junctor.delivery.status": status,
    "http.request.method": url ? (method ?? "POST") : undefined,
    "server.address": url && URL.canParse(url) ? new URL(url).hostname : undefined,
    "http.response.status_code": statusCode ?? undefined,
  });
  if (error) span.fail(statusCode ? String(statusCode) : "not_answered");
}
