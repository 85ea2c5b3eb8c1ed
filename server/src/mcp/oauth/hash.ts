import { createHash } from "node:crypto";

/** What is stored of a token, a code or a ticket: none of them can be recovered from it. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
