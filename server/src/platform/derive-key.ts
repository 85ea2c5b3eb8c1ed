import { createHmac } from "node:crypto";

/**
 * A key of 32 bytes for one purpose, the same in every process. Each kind of signature needs a purpose of its own, so
 * that nothing of one kind is valid as another.
 */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return createHmac("sha256", secret).update(`junctor ${purpose}`).digest();
}
