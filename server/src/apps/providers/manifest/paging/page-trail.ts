import { createHash } from "node:crypto";
import { ConnectorError } from "../../../connector.ts";
import { toText } from "../request/template.ts";
import type { Position } from "./paging.ts";

/**
 * What a reading remembers of its pages from one call to the next, in constant size: one earlier page, replaced after
 * 1, 2, 4, 8 … pages. A list that leads in a circle comes back to it (Brent's cycle detection).
 */
export type PageTrail = { mark: string; steps: number };

/** The page to read next, and what is remembered of the pages before it. */
export interface NextPage {
  position: Position;
  trail?: PageTrail;
}

/** A list whose pages lead in a circle; the message names the cursor or link that came again. */
export class PageLoopError extends ConnectorError {
  constructor(position: Position) {
    const text = toText(position);
    const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
    super("remote", `The provider's list leads back to the page "${shown}", which was already read.`);
  }
}

const LONGEST_SHOWN = 200;
const NO_TRAIL: PageTrail = { mark: "", steps: 0 };

/** The pages of one call, and what is remembered of the calls before it. */
export function createPageTrail(from: NextPage | undefined) {
  const read = new Set<string>(from === undefined ? [] : [toText(from.position)]);
  let trail = from?.trail ?? NO_TRAIL;
  return {
    /** Throws `PageLoopError` for a page that was read before. */
    refuseRepeated: (next: Position | undefined): void => {
      if (next === undefined) return;
      const text = toText(next);
      if (read.has(text) || fingerprint(text) === trail.mark) throw new PageLoopError(next);
    },
    follow: (next: Position | undefined): NextPage | undefined => {
      if (next === undefined) return undefined;
      const text = toText(next);
      read.add(text);
      const steps = trail.steps + 1;
      const isPowerOfTwo = Number.isInteger(Math.log2(steps));
      trail = { mark: isPowerOfTwo ? fingerprint(text) : trail.mark, steps };
      return { position: next, trail };
    },
  };
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
