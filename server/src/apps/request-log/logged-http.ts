import type { Deps } from "../../deps.ts";
import { createId } from "../../platform/id.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { isStreamedBody } from "../../platform/outbound/streamed-body.ts";
import { createValueRedactor, type RedactionPlan } from "../../redaction/plan.ts";
import { ConnectorError, type HttpRequest, type HttpResponse } from "../connector.ts";
import type { LoggedOrigin, RequestRedaction } from "./cause.ts";
import { createMessageRedactor, type MessageRedactor } from "./redact-message.ts";
import type { NewRequest } from "./store.ts";
import { USAGE_CAUSES } from "./table.ts";
import { addTraceparent, recordStatus, runCallInSpan, sendInSpan } from "./trace-call.ts";

/** What logging requests requires. */
export type RequestLogDeps = Pick<
  Deps,
  "requestLog" | "clock" | "config" | "log" | "redaction" | "takeUsage"
>;

/** What a request logs of itself: everything but where it comes from. */
type LoggedExchange = Pick<NewRequest, "method" | "url" | "status" | "error" | "request" | "response">;

const NOTHING: LoggedExchange = {
  method: null,
  url: null,
  status: null,
  error: null,
  request: null,
  response: null,
};
type SentMessage = Pick<HttpRequest, "method" | "url" | "headers" | "body">;

// Nothing was sent.
const UNSENT = new Set(["blocked", "invalid_url"]);

/**
 * Outgoing HTTP whose requests are logged without `secrets`, which are found in any spelling. Requests that are not
 * sent, because their address is refused or their sender has lost its claim, are not logged. Throws `UsageLimitError`
 * beyond a hard limit of its account.
 */
export function createLoggedHttp<
  Request extends SentMessage,
  Response extends HttpResponse & { url?: string },
>(
  deps: RequestLogDeps,
  origin: LoggedOrigin,
  secrets: () => readonly string[],
  send: (request: Request & { readonly cause: string }) => Promise<Response>,
): (request: Request) => Promise<Response> {
  let redactor: MessageRedactor | undefined;
  const redact = () => {
    redactor ??= createRedactorFor(deps, origin, secrets());
    return redactor;
  };
  const describe = ({ method, url, headers = {}, body }: SentMessage) => ({
    method: method.toUpperCase(),
    url: redact().url(url),
    // What is read while it is sent has no text worth keeping.
    request: redact().message(headers, isStreamedBody(body) ? undefined : body),
  });
  const exchange = async (given: Request) => {
    await takeCall(deps, origin);
    const request = { ...addTraceparent(origin, given), cause: origin.cause.kind };
    const finish = begin(deps, origin);
    try {
      const response = await send(request);
      const { status, headers, body } = response;
      const moved =
        response.url === undefined || isSameUrl(response.url, request.url) ? undefined : response.url;
      finish(() => ({
        ...describe(request),
        status,
        response: {
          ...redact().message(headers, body),
          ...(moved !== undefined && { url: redact().url(moved) }),
        },
      }));
      return response;
    } catch (error) {
      if (isSent(error)) finish(() => ({ ...describe(request), error: redact().text(error.message) }));
      throw error;
    }
  };
  return (request) => sendInSpan(origin, request, () => exchange(request));
}

/** A `fetch` for token endpoints, whose requests are logged without any body (D505). */
export function createTokenFetch(
  deps: RequestLogDeps & Pick<Deps, "outbound">,
  from: Omit<LoggedOrigin, "cause">,
): Outbound["fetch"] {
  const origin: LoggedOrigin = { ...from, cause: { kind: "token" } };
  const { url, text, message } = createRedactorFor(deps, origin, []);
  const exchange: Outbound["fetch"] = async (input, init) => {
    const finish = begin(deps, origin);
    const describe = () => ({
      method: init?.method?.toUpperCase() ?? "GET",
      url: url(String(input)),
      request: message(toRecord(new Headers(init?.headers)), undefined),
    });
    try {
      const response = await deps.outbound.fetch(input, init);
      const { status, headers } = response;
      finish(() => ({
        ...describe(),
        status,
        response: message(toRecord(headers), undefined),
      }));
      return response;
    } catch (error) {
      const reason = error instanceof Error ? error.cause : undefined;
      if (isSent(reason)) finish(() => ({ ...describe(), error: text(reason.message) }));
      throw error;
    }
  };
  return (input, init) => {
    const target = { method: init?.method ?? "GET", url: String(input) };
    return sendInSpan(origin, target, () => exchange(input, init));
  };
}

/** Runs code whose requests are not visible to us, and logs it as one request without its contents. */
export function recordOpaqueCall<Result>(
  deps: RequestLogDeps,
  origin: LoggedOrigin,
  secrets: () => readonly string[],
  call: () => Promise<Result>,
): Promise<Result> {
  return runCallInSpan(origin, () => recordCall(deps, origin, secrets, call));
}

async function recordCall<Result>(
  deps: RequestLogDeps,
  origin: LoggedOrigin,
  secrets: () => readonly string[],
  call: () => Promise<Result>,
): Promise<Result> {
  await takeCall(deps, origin);
  const finish = begin(deps, origin);
  try {
    const result = await call();
    finish(() => ({}), SUCCESS_CLASS);
    return result;
  } catch (error) {
    if (error instanceof ConnectorError) {
      const { status = null, message } = error;
      if (status !== null) recordStatus(status);
      finish(() => ({ status, error: createRedactorFor(deps, origin, secrets()).text(message) }));
    }
    throw error;
  }
}

/** Throws `UsageLimitError` for a customer who may call third parties no more. */
async function takeCall(
  { takeUsage }: Pick<RequestLogDeps, "takeUsage">,
  { scope, cause }: LoggedOrigin,
): Promise<void> {
  if (USAGE_CAUSES.includes(cause.kind)) await takeUsage(scope, "calls");
}

function toRecord(headers: Headers): Record<string, string> {
  const record: Record<string, string> = {};
  headers.forEach((value, name) => {
    record[name] = value;
  });
  return record;
}

function isSameUrl(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}

const SUCCESS_CLASS = 2;

function createRedactorFor(
  { config, redaction }: Pick<Deps, "config" | "redaction">,
  { scope, cause }: Pick<LoggedOrigin, "cause" | "scope">,
  secrets: readonly string[],
): MessageRedactor {
  const { hide, executionId } = cause;
  const plan = executionId === undefined ? redaction.find(scope) : undefined;
  const ruled = cause.redaction ?? (plan && createRequestRedaction(plan, createValueRedactor(plan).redact));
  return createMessageRedactor({ secrets, hide, redaction: ruled }, config.requestBodyBytes);
}

/** What a plan means for the log; `redact` knows what else of the execution was redacted. */
export function createRequestRedaction(
  { policy, redactor }: RedactionPlan,
  redact: (text: string) => string,
): RequestRedaction {
  return { keepsBodies: policy.keep === "everything", hasPlaces: redactor?.hasPlaces === true, redact };
}

function isSent(error: unknown): error is OutboundError {
  return error instanceof OutboundError && !UNSENT.has(error.code);
}

/**
 * Begins a request. What is returned adds it to the log once it has ended; a failure to describe it must not be one of
 * the call.
 */
function begin(
  { requestLog, clock, log }: RequestLogDeps,
  { scope, slug, connectionId, cause }: LoggedOrigin,
): (describe: () => Partial<LoggedExchange>, statusClass?: number) => void {
  const startedAt = clock.now();
  const id = createId(startedAt.getTime());
  const startMs = performance.now();
  return (describe, statusClass) => {
    const duration_ms = Math.round(performance.now() - startMs);
    try {
      const exchange = { ...NOTHING, ...describe() };
      requestLog.add({
        id,
        org_id: scope.orgId,
        environment: scope.environment,
        account_id: scope.account.id,
        slug: slug ?? null,
        connection_id: connectionId ?? null,
        cause: cause.kind,
        subject: cause.subject ?? null,
        run_id: cause.executionId ?? null,
        step_path: cause.stepPath ?? null,
        ...exchange,
        status_class: statusClass ?? Math.floor((exchange.status ?? 0) / 100),
        duration_ms,
        created_at: startedAt,
      });
    } catch (error) {
      log.warn({ err: error, slug }, "request.not-logged");
    }
  };
}
