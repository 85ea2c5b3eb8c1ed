import { compileSpellings, isOfRun, REDACTED, type Spellings } from "../../platform/redact/redact-known.ts";

// What stands beside a secret within base64 holds some of its bits.
const BORDER = 4;

/** `redactBytes` for bytes that are still arriving: a secret is found wherever they are cut. */
export async function* redactStream(
  source: AsyncIterable<Buffer>,
  secrets: readonly string[],
): AsyncGenerator<Buffer, void, void> {
  const spellings = compileSpellings(secrets, (text) => Buffer.from(text).toString("latin1"));
  if (spellings.longest === 0) return yield* source;
  const hider = createHider(spellings);
  for await (const chunk of source) {
    const shown = hider.push(chunk.toString("latin1"));
    if (shown !== "") yield Buffer.from(shown, "latin1");
  }
  const rest = hider.end();
  if (rest !== "") yield Buffer.from(rest, "latin1");
}

interface Hider {
  /** What can be shown by now. */
  push(text: string): string;
  end(): string;
}

function createHider(spellings: Spellings): Hider {
  const { longest } = spellings;
  let held = "";
  let isInRun = false;

  function take(isEnd: boolean): string {
    let shown = "";
    let from = isInRun ? skipRun(held, 0) : 0;
    isInRun &&= from === held.length;
    for (;;) {
      const match = spellings.find(held, from);
      const whole = match === undefined ? held.length - longest - BORDER : match.at;
      const isCut = !isEnd && (match === undefined || match.at + longest > held.length);
      if (isCut) {
        const until = Math.max(from, match === undefined ? whole : findRunStart(held, match.at, from));
        shown += held.slice(from, until);
        held = held.slice(until);
        return shown;
      }
      if (match === undefined) break;
      const start = match.isRun ? findRunStart(held, match.at, from) : match.at;
      const end = match.at + match.length;
      shown += held.slice(from, start) + REDACTED;
      from = match.isRun ? skipRun(held, end) : end;
      isInRun = match.isRun && from === held.length;
    }
    shown += held.slice(from);
    held = "";
    return shown;
  }

  return {
    push: (text) => {
      held += text;
      return take(false);
    },
    end: () => take(true),
  };
}

function findRunStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && isOfRun(text.charAt(start - 1))) start -= 1;
  return start;
}

function skipRun(text: string, at: number): number {
  let end = at;
  while (end < text.length && (isOfRun(text.charAt(end)) || text.charAt(end) === "=")) end += 1;
  return end;
}
