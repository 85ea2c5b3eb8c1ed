import type { AccountScope } from "../../auth/scope.ts";
import { parseRetryAfterMs } from "../../platform/http/retry-after.ts";
import { type Connector, ConnectorError, type HttpResponse, type RawRequest } from "../connector.ts";
import { type InvokeDeps, withConnection } from "./with-connection.ts";

/** A raw request to send for a linked account. */
export interface ProxyCall {
  slug: string;
  /** Undefined: the default connection. */
  connectionId?: string;
  request: RawRequest;
}

const LONGEST_CALL_MS = 100_000;

/**
 * Sends a raw request with the account's own credential to the hosts that the connector declares, within 100 s. Any
 * response of the provider is a result; `[redacted]` replaces the credential in it. Throws `ConnectorError`.
 */
export async function sendRaw(
  deps: InvokeDeps,
  scope: AccountScope,
  { slug, connectionId, request }: ProxyCall,
): Promise<HttpResponse> {
  let answer: HttpResponse | undefined;
  try {
    return await withConnection(
      deps,
      scope,
      { slug, connectionId, signal: AbortSignal.timeout(LONGEST_CALL_MS), cause: { kind: "raw" } },
      async (connector, call) => {
        const { info } = connector;
        if (connector.request === undefined) {
          throw new ConnectorError("input", `${info.name} does not accept raw requests.`);
        }
        answer = undefined;
        answer = await connector.request(request, call);
        throwRefusal(connector, answer, call.now());
        return answer;
      },
    );
  } catch (error) {
    // The provider's own words, for errors that nothing here can fix.
    if (answer !== undefined && error instanceof ConnectorError && error.status === answer.status)
      return answer;
    throw error;
  }
}

/** As for actions, a refused token is renewed and a reached limit is kept. */
function throwRefusal(connector: Connector, answer: HttpResponse, nowMs: number): void {
  const { status, headers } = answer;
  const message = `${connector.info.name} responded with ${status}.`;
  if (connector.refusesToken?.(answer) ?? status === 401)
    throw new ConnectorError("auth", message, { status, refusesToken: true });
  if (status !== 429) return;
  throw new ConnectorError("rateLimit", message, {
    status,
    retryAfterMs: parseRetryAfterMs(headers["retry-after"], nowMs),
  });
}
