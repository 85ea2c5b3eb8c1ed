const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request may be repeated without harm. */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}

/**
 * Headers, names in lower case, with the key by which a receiver recognizes a repeated request, unless they bring
 * their own or none is needed.
 */
export function withIdempotencyKey(
  method: string,
  headers: Readonly<Record<string, string>>,
  key: string,
): Record<string, string> {
  return isSafe(method) ? { ...headers } : { "idempotency-key": key, ...headers };
}
