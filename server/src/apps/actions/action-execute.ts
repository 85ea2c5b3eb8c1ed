import type { AccountScope } from "../../auth/scope.ts";
import type { Json } from "../../platform/json/json.ts";
import { isCallersMistake, toActionApiError } from "../action-error.ts";
import { ConnectorError, canRetry, type JsonObject } from "../connector.ts";
import { createObservedHttp, type LastResponse } from "../health/health.ts";
import { type ActionCall, type InvokeDeps, withConnection } from "./with-connection.ts";

/** The result of an action; `http_status` is the provider's last one, if it responded over HTTP. */
export interface ActionEnd {
  node_status: "Success" | "Errored";
  http_status?: number;
  data: Json;
}

const LONGEST_CALL_MS = 100_000;
const LARGEST_RESULT_BYTES = 10 * 1024 * 1024;

/**
 * Executes one action without a workflow and returns its result, also for failures at the provider. Takes at most 100
 * s; a result larger than 10 MiB is `Errored`. Throws 400 for input that was never sent to the provider.
 */
export async function executeAction(
  deps: InvokeDeps,
  scope: AccountScope,
  action: Omit<ActionCall, "signal" | "cause">,
): Promise<ActionEnd> {
  const { slug, connectionId, actionId, input, idempotencyKey } = action;
  const seen: LastResponse = {};
  const cause = { kind: "action", subject: actionId } as const;
  const target = { slug, connectionId, signal: AbortSignal.timeout(LONGEST_CALL_MS), cause };
  try {
    const data = await withConnection(deps, scope, target, (connector, call) => {
      const http = createObservedHttp(call.http, seen);
      return connector.run(actionId, { ...call, http, input, idempotencyKey });
    });
    if (isReturnable(data)) {
      return { node_status: "Success", http_status: seen.status, data };
    }
    const message = "The result is larger than 10 MiB: request less at a time.";
    return errored(new ConnectorError("remote", message, { mayHaveWorked: true }), seen);
  } catch (error) {
    if (!(error instanceof ConnectorError) || isCallersMistake(error)) throw toActionApiError(error);
    return errored(error, seen);
  }
}

/**
 * Whether a result is at most 10 MiB of JSON. If it contains more text than that it is never serialized, because the
 * JSON may exceed the maximum length of a string.
 */
export function isReturnable(data: Json): boolean {
  let held = 0;
  const left: Json[] = [data];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    held += typeof value === "string" ? value.length : 1;
    if (held > LARGEST_RESULT_BYTES) return false;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, one] of Object.entries(value)) {
      held += name.length;
      left.push(one);
    }
  }
  return Buffer.byteLength(JSON.stringify(data)) <= LARGEST_RESULT_BYTES;
}

function errored(error: ConnectorError, seen: LastResponse): ActionEnd {
  const { code, message, status, retryAfterMs } = error;
  const data: JsonObject = { code, message, may_retry: canRetry(error) };
  if (retryAfterMs !== undefined) data.retry_after_ms = Math.ceil(retryAfterMs);
  return { node_status: "Errored", http_status: status ?? seen.status, data };
}
