/** Where browsers reach this server. */
export interface PublicAddress {
  readonly publicUrl: string;
}

/** A cookie to set. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Zero removes it. */
  readonly maxAgeS: number;
}

/**
 * The `set-cookie` line of a cookie that only this host sets and reads, and that is not sent with another site's
 * forms.
 */
export function buildCookieHeader({ publicUrl }: PublicAddress, { name, value, maxAgeS }: Cookie): string {
  const attributes = `Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax`;
  const { protocol, pathname } = new URL(publicUrl);
  // Browsers accept "__Host-" only from this very host, over https: no neighbor under the same domain can set one.
  if (protocol === "https:") return `${nameAt(publicUrl, name)}=${value}; Path=/; ${attributes}; Secure`;
  return `${name}=${value}; Path=${pathname}; ${attributes}`;
}

/** The value of such a cookie in a `cookie` header. */
export function findCookie(
  { publicUrl }: PublicAddress,
  header: string | undefined,
  name: string,
): string | undefined {
  const start = `${nameAt(publicUrl, name)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
}

function nameAt(publicUrl: string, name: string): string {
  return publicUrl.startsWith("https:") ? `__Host-${name}` : name;
}
