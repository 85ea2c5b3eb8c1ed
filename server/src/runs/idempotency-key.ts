import { createHash } from "node:crypto";

/** A run's id, and what `RunSettings.keyRoot` says of it. */
interface KeyedRun {
  readonly id: string;
  readonly keyRoot?: string | null | undefined;
}

/** One idempotency key for a step of a run, whatever process runs it and however often: 32 hex characters. */
export function buildIdempotencyKey({ id, keyRoot }: KeyedRun, path: string): string {
  return createHash("sha256")
    .update(`${keyRoot ?? id}/${path}`)
    .digest("hex")
    .slice(0, 32);
}

/**
 * What the keys of a called run derive from: the calling step. After a restore the called run may start again under
 * another id, and its steps must send the keys that they sent before.
 */
export function buildKeyRoot(caller: KeyedRun, path: string): string {
  return `${buildIdempotencyKey(caller, path)}/called`;
}
