import { createHash, timingSafeEqual } from "node:crypto";

/** The SHA-256 under which a token, code or ticket is stored and looked up. Passwords need a slow hash instead. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
