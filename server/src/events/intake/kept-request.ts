import type { IncomingRequest } from "../../apps/connector-events.ts";
import { toStorableValue } from "../../platform/measured-value.ts";
import type { StartRequest } from "../../runs/table.ts";
import { KEY_HEADER } from "./idempotency.ts";

const CREDENTIAL =
  /auth|cookie|credential|hmac|jwt|key|passw|secret|session|signature|signed|(^|[-_])sig($|[-_])|token/i;
// Named like credentials but harmless; Bitbucket puts the type of event into the second.
const NONE = new Set([KEY_HEADER, "x-event-key"]);
// Headers that proxies add.
const ON_THE_WAY = /^(x-)?forwarded|^x-real-ip$|^via$/;

/**
 * What an execution can see of the request that started it, apart from the body: nothing that is or may be a
 * credential, such as the header `proof` in which the sender authenticates. The HTTP server limits it to 16 KB.
 */
export function toStartRequest(
  { method, headers, query }: Pick<IncomingRequest, "method" | "headers" | "query">,
  proof: string | undefined,
): StartRequest {
  const isKept = (name: string) =>
    name !== proof?.toLowerCase() && (NONE.has(name) || !(CREDENTIAL.test(name) || ON_THE_WAY.test(name)));
  const kept = Object.entries(headers).filter(([name]) => isKept(name));
  return toStorableValue({
    method,
    headers: Object.fromEntries(kept.map(([name, text]) => [name, Buffer.from(text, "latin1").toString()])),
    query: Object.fromEntries(Object.entries(query).filter(([name]) => isKept(name))),
  });
}
