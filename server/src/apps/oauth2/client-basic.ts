/**
 * The `Authorization` header of an OAuth2 client (RFC 6749 2.3.1): id and secret are form-encoded, so letters, digits
 * and `*-._` stay and a space is `+`. Many servers compare these texts undecoded, so nothing else may be encoded
 * differently.
 */
export function buildBasicAuthorization(id: string, secret: string): string {
  const pair = `${formEncode(id)}:${formEncode(secret)}`;
  return `Basic ${Buffer.from(pair, "ascii").toString("base64")}`;
}

function formEncode(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
