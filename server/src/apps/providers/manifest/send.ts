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

/** Sends one request and reads the answer; whatever goes wrong is a `ConnectorError` without the credential in its text. */
export async function sendRequest(
  request: HttpRequest,
  call: Pick<Call, "credential" | "http" | "now" | "signal">,
  readAnswer: AnswerReader,
): Promise<Scope> {
  try {
    const response = await call.http({ ...request, signal: call.signal });
    return readAnswer(response, call.now());
  } catch (error) {
    if (error instanceof OutboundError) {
      throw new ConnectorError(MEANING[error.code], error.message, { cause: error });
    }
    if (!(error instanceof ConnectorError)) throw error;
    const { code, status, retryAfterMs } = error;
    throw new ConnectorError(code, redact(error.message, call.credential.values), { status, retryAfterMs });
  }
}

/** Providers like to repeat the key that they refuse. */
function redact(message: string, values: Readonly<Record<string, Json>>): string {
  return Object.values(values)
    .filter((value): value is string => typeof value === "string" && value.length >= SHORTEST_SECRET)
    .reduce((text, secret) => text.replaceAll(secret, "[redacted]"), message);
}
