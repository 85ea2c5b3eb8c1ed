import type { Json } from "../../../platform/json.ts";
import { OutboundError, type OutboundErrorCode } from "../../../platform/outbound/outbound-error.ts";
import { type Call, ConnectorError, type ConnectorErrorCode, type HttpRequest } from "../../connector.ts";
import type { AnswerReader } from "./answer.ts";
import type { Scope } from "./template.ts";

const MEANING: Readonly<Record<OutboundErrorCode, ConnectorErrorCode>> = {
  blocked: "blocked",
  invalid_url: "input",
  timeout: "timeout",
  aborted: "timeout",
  too_large: "remote",
  dns: "remote",
  connect: "remote",
  tls: "remote",
  redirect: "remote",
};

const SHORTEST_SECRET = 6;

/**
 * Sends one request and reads the answer; whatever goes wrong is a `ConnectorError` without the credential in its
 * text. `repeatable` says that the same request may be sent again although the provider has carried it out.
 */
export async function sendRequest(
  request: HttpRequest,
  call: Pick<Call, "credential" | "http" | "now" | "signal">,
  { readAnswer, repeatable }: { readAnswer: AnswerReader; repeatable: boolean },
): Promise<Scope> {
  try {
    const response = await call.http({ ...request, signal: call.signal });
    return readAnswer(response, call.now());
  } catch (error) {
    if (error instanceof OutboundError) {
      const mayHaveWorked = error.code === "too_large" && !repeatable;
      throw new ConnectorError(MEANING[error.code], error.message, { mayHaveWorked, cause: error });
    }
    if (!(error instanceof ConnectorError)) throw error;
    const { code, status, retryAfterMs } = error;
    const mayHaveWorked = error.mayHaveWorked && !repeatable;
    const message = redact(error.message, call.credential.values);
    throw new ConnectorError(code, message, { status, retryAfterMs, mayHaveWorked });
  }
}

/** Providers like to repeat the key that they refuse. */
function redact(message: string, values: Readonly<Record<string, Json>>): string {
  return Object.values(values)
    .filter((value): value is string => typeof value === "string" && value.length >= SHORTEST_SECRET)
    .reduce((text, secret) => text.replaceAll(secret, "[redacted]"), message);
}
