import { ApiError } from "../../platform/errors.ts";
import { parseRequestBody } from "../../platform/http/json-body.ts";

const MOST_OPEN = 60;
const MOST_DIGITS = 200;
const LARGE_EXPONENT = /^\+?\d{3}/;

/**
 * What is wrong with a message by the rules of all JSON that comes here (`parseJsonBody`), in a sentence; `text` is
 * JSON. Only the few texts with suspicious content are parsed again.
 */
export function findJsonProblem(text: string): string | undefined {
  if (!isDoubtful(text)) return undefined;
  try {
    parseRequestBody(text);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/**
 * Whether there are many levels, a long number, a large exponent, an escape (which NUL requires), or one of the two
 * keys.
 */
function isDoubtful(text: string): boolean {
  let opened = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits > MOST_DIGITS) return true;
      continue;
    }
    const isExponent = digits > 0 && (code === 0x65 || code === 0x45);
    if (isExponent && LARGE_EXPONENT.test(text.slice(at + 1, at + 5))) return true;
    digits = 0;
    if (code === 0x5c && text.charCodeAt(at + 1) === 0x75) return true;
    if ((code === 0x5b || code === 0x7b) && ++opened > MOST_OPEN) return true;
  }
  return text.includes("__proto__") || text.includes('"constructor"');
}
