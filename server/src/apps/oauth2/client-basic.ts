/**
 * The `Authorization` header by which an OAuth2 client names itself (RFC 6749 2.3.1): id and secret are form-encoded, so
 * letters, digits and `*-._` stay and a space is `+`. Many servers compare these texts undecoded: more must not change.
 */
export function buildBasicAuthorization(id: string, secret: string): string {
  const pair = `${formEncode(id)}:${formEncode(secret)}`;
  return `Basic ${Buffer.from(pair, "ascii").toString("base64")}`;
}

function formEncode(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
