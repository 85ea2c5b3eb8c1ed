import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { JsonObject } from "../connector.ts";
import type { OAuth2Spec, OAuthClient } from "../connector-auth.ts";
import { compileAddress, renderAddress } from "../providers/manifest/request/address.ts";
import { buildBasicAuthorization } from "./client-basic.ts";

const REVOKE_TIMEOUT_MS = 5000;

/** Asks the provider to revoke a token (RFC 7009); rejects if it cannot be reached, any response will do. */
export async function revokeToken(
  { request }: Pick<Outbound, "request">,
  {
    spec,
    client,
    settings,
    callback,
    token,
  }: { spec: OAuth2Spec; client: OAuthClient; settings: JsonObject; callback?: JsonObject; token: string },
): Promise<void> {
  if (spec.revokeUrl === undefined) return;
  const form = new URLSearchParams({ token });
  const headers: Record<string, string> = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  };
  if (spec.clientAuth === "basic" && client.secret !== undefined) {
    headers.authorization = buildBasicAuthorization(client.id, client.secret);
  } else {
    form.set("client_id", client.id);
    if (client.secret !== undefined) form.set("client_secret", client.secret);
  }
  const url = renderAddress(compileAddress(spec.revokeUrl, spec.choices), { settings, callback });
  await request({ method: "POST", url, headers, body: form.toString(), timeoutMs: REVOKE_TIMEOUT_MS });
}
