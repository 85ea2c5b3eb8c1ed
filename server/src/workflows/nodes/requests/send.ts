import { createLoggedHttp } from "../../../apps/request-log/logged-http.ts";
import type { Deps } from "../../../deps.ts";
import type { OutboundRequest, OutboundResponse } from "../../../platform/outbound/outbound.ts";
import { isSecretName } from "../../../platform/secret-name.ts";
import type { NodeCall } from "../node.ts";

const CREDENTIAL = /^(proxy-)?authorization$|^cookie$|(^|[-_])(api)?(auth|key|password|secret|token)$/i;
/** Shorter ones occur in other texts by chance. */
const SHORTEST_SECRET = 6;

/** Whether a header carries a credential, by its name. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL.test(name) && name.toLowerCase() !== "idempotency-key";
}

/** Sends a request of a node without a connection, and logs it; rejects with OutboundError. */
export function sendRequest(
  deps: Deps,
  { scope, cause }: Pick<NodeCall, "scope" | "cause">,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  const origin = { scope, slug: undefined, connectionId: undefined, cause };
  return createLoggedHttp(deps, origin, () => listSentSecrets(request), deps.outbound.request)(request);
}

/** The credentials that the workflow's author has put into a request, which its response may repeat. */
function listSentSecrets({ url, headers = {} }: OutboundRequest): string[] {
  const ofHeaders = Object.entries(headers)
    .filter(([name]) => isCredentialHeader(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+ +/, "")]);
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  const ofQuery = query.filter(([name]) => isSecretName(name, "")).map(([, value]) => value);
  return [...ofHeaders, ...ofQuery].filter(({ length }) => length >= SHORTEST_SECRET);
}
