/** What is said of a path that cannot be decoded. */
export const UNREADABLE =
  "The address cannot be read: a % in its path must begin a character in UTF-8, such as %20.";

/** Whether the path of an address holds escapes that stand for no character. */
export function isUnreadable(url: string): boolean {
  const path = pathOf(url);
  if (!path.includes("%")) return false;
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/**
 * Fastify's `rewriteUrl`: the address as it can be routed, so that a path that cannot be read comes to its route, too, and
 * whoever has no credential learns nothing from it.
 */
export function toRoutableUrl({ url = "/" }: { url?: string | undefined }): string {
  if (!isUnreadable(url)) return url;
  const path = pathOf(url);
  return path.replaceAll("%", "%25") + url.slice(path.length);
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}
