import type { JsonObject } from "../connector.ts";
import type { OAuth2Spec } from "../connector-auth.ts";
import { compileAddress, renderAddress } from "../providers/manifest/request/address.ts";

/** The authorization server whose response a flow expects. */
export interface ExpectedIssuer {
  id: string;
  /** Whether a response without `iss` is not its own. */
  required: boolean;
}

/** The issuer of an application's authorization server; null if it is not known. */
export function findIssuer(
  { issuer, issuerRequired = false, choices }: Pick<OAuth2Spec, "issuer" | "issuerRequired" | "choices">,
  settings: JsonObject,
): ExpectedIssuer | null {
  if (issuer === undefined) return null;
  return { id: renderAddress(compileAddress(issuer, choices), { settings }), required: issuerRequired };
}

/**
 * Whether a response can be from the expected server (RFC 9207 2.4): `iss` is compared as it stands. Without a known
 * issuer, any response can.
 */
export function isFromIssuer(expected: ExpectedIssuer | null, iss: string | undefined): boolean {
  if (expected === null) return true;
  return iss === undefined ? !expected.required : iss === expected.id;
}
