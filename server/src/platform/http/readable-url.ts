/** The message for a path that cannot be decoded. */
export const UNREADABLE =
  "The address cannot be read: a % in its path must begin a character in UTF-8, such as %20.";

/** Whether the path of a URL has escapes that are not valid characters. */
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
 * Fastify's `rewriteUrl`: a URL that can be routed, so that an undecodable path reaches its route as well, and a
 * caller without a credential learns nothing from it.
 */
export function toRoutableUrl({ url = "/" }: { url?: string | undefined }): string {
  if (!isUnreadable(url)) return url;
  const path = pathOf(url);
  return path.replaceAll("%", "%25") + url.slice(path.length);
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}
