import { createHmac, type KeyObject } from "node:crypto";
import { isSameText } from "./secret-text.ts";

const ID_BYTES = 12;
const MAC_BYTES = 32;

/**
 * A token that names an id of 24 hex digits, and text that belongs to it, and proves that the holder of `key` issued
 * it; `covered` is what its HMAC is over.
 */
export function signId(key: KeyObject, covered: string | Buffer, id: string, tail = ""): string {
  const mac = createHmac("sha256", key).update(covered).digest();
  return Buffer.concat([Buffer.from(id, "hex"), mac, Buffer.from(tail)]).toString("base64url");
}

/** What `token` names; undefined unless it is the very token that `sign` issues for that. */
export function verifySignedId(token: string, sign: (id: string, tail: string) => string) {
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, ID_BYTES).toString("hex");
  const tail = bytes.subarray(ID_BYTES + MAC_BYTES).toString();
  // The texts are compared, because decoding ignores what is not base64, and each id has only one token.
  return isSameText(token, sign(id, tail)) ? { id, tail } : undefined;
}
