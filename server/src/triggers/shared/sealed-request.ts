import type { IncomingRequest } from "../../apps/connector-events.ts";
import type { Vault } from "../../platform/vault.ts";

/** What the vault binds requests in jobs to. */
export const REQUEST_IDENTITY = "trigger_listeners/request";

/** A request, with its tokens and people's data, as a job carries it. */
export function encryptRequest(vault: Vault, { body, ...rest }: IncomingRequest): string {
  return vault
    .seal(JSON.stringify({ ...rest, body: body.toString("base64") }), REQUEST_IDENTITY)
    .toString("base64");
}

/** The request that a job carries. */
export function decryptRequest(vault: Vault, sealed: string): IncomingRequest {
  const { body, ...rest }: Omit<IncomingRequest, "body"> & { body: string } = JSON.parse(
    vault.open(Buffer.from(sealed, "base64"), REQUEST_IDENTITY),
  );
  return { ...rest, body: Buffer.from(body, "base64") };
}
