import { hash } from "node:crypto";
import type { Span, Tracer } from "../platform/tracing/tracing.ts";
import type { LoadedRun } from "./store.ts";
import type { RunSource } from "./table.ts";

/**
 * Begins the span of what one process does for a run, from a claim until it ends or rests. All continue the trace of
 * what started the run, and each links to the one before, whose id follows from its claim (D531).
 */
export function startRunSpan(tracer: Tracer, run: LoadedRun): Span {
  const { id, claim, traceparent } = run;
  const before = traceparent && claim > 1 ? [replaceSpanId(traceparent, getSpanId(run, claim - 1))] : [];
  return tracer.begin(
    {
      name: `execute ${run.workflow_name}`,
      kind: "consumer",
      id: getSpanId(run, claim),
      links: before,
      attributes: {
        "junctor.execution.id": id,
        "junctor.execution.source": run.source,
        "junctor.execution.part": claim,
        "junctor.workflow.id": run.workflow_id,
        "junctor.workflow.version": run.workflow_version,
        "junctor.application": run.slug ?? undefined,
        "junctor.organization.id": run.org_id,
        "junctor.environment": run.environment,
        "junctor.account.id": run.account_id,
      },
    },
    traceparent,
  );
}

/** Begins the trace of a run that no request starts: the clock, or an item that a trigger found. */
export function startTraceOfRun(
  tracer: Tracer,
  source: RunSource,
  workflow: { readonly id: string },
): string {
  const attributes = { "junctor.execution.source": source, "junctor.workflow.id": workflow.id };
  const span = tracer.begin({ name: "start execution", kind: "internal", attributes }, null);
  span.end();
  return span.traceparent;
}

function getSpanId({ id }: Pick<LoadedRun, "id">, claim: number): string {
  return hash("sha256", `${id}/${claim}`).slice(0, 16);
}

function replaceSpanId(traceparent: string, spanId: string): string {
  const [version, traceId, , flags] = traceparent.split("-");
  return [version, traceId, spanId, flags].join("-");
}
