import type { MockAnswer, MockRequest } from "../../../../connectors/mock-vendor.ts";

/** The fields of a POST to a token endpoint, as a form or, where vendors take it, as JSON; undefined for anything else. */
export function readForm({ method, headers, body }: MockRequest): URLSearchParams | undefined {
  if (method !== "POST") return undefined;
  const type = headers["content-type"] ?? "";
  if (/^application\/x-www-form-urlencoded\b/.test(type)) return new URLSearchParams(body);
  if (!/^application\/json\b/.test(type)) return undefined;
  try {
    const values = Object.entries(JSON.parse(body)).map(([name, value]) => [name, String(value)]);
    return new URLSearchParams(values as [string, string][]); // pairs, as they were made
  } catch {
    return undefined; // vendors refuse broken JSON as they refuse another type
  }
}

/**
 * The refusal of a client that does not authenticate as the vendor documents; the simulator knows every client, so any
 * id with any secret will do, and PKCE in place of a secret.
 */
export function findClientProblem(
  { clientAuth }: { readonly clientAuth: readonly ("post" | "basic")[] },
  { headers }: MockRequest,
  form: URLSearchParams,
): MockAnswer | undefined {
  const basic = /^Basic (\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const pair = basic === undefined ? undefined : Buffer.from(basic, "base64").toString("utf8");
  const isBasic = pair !== undefined && /^[^:]+:[\s\S]+$/.test(pair) && !form.has("client_secret");
  const isPost = pair === undefined && form.get("client_id") && form.get("client_secret");
  const isPublic = pair === undefined && form.get("client_id") && form.get("code_verifier");
  const kind = isBasic ? "basic" : isPost ? "post" : undefined;
  if (isPublic && !isPost) return undefined;
  if (kind !== undefined && clientAuth.includes(kind)) return undefined;
  const description = `The client must authenticate by ${clientAuth.join(" or ")}.`;
  return { status: 401, body: { error: "invalid_client", error_description: description } };
}
