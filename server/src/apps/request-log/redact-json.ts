import { isSecretName } from "../../platform/secret-name.ts";

const QUOTED = '"[redacted]"';
// The last text may have lost its end.
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]]|[^\s"{}[\]:,]+/gs;
const COLON = /\s*:/y;
const LONGEST_NAME = 16;
const LITERAL = /^(?:true|false|null)$/;
const PAIR_NAMES = new Set(["name", "key", "header", "field", "param"]);
const PAIR_VALUES = new Set(["value", "values", "val", "content"]);

/** An object or list that the text is in. */
interface JsonContainer {
  /** Everything in it is a secret. */
  readonly isSecret: boolean;
  /** It is a pair whose name is that of a secret. */
  isPair: boolean;
}

/**
 * JSON text with `[redacted]` for values under names of secrets, also in pairs of name and value, and for texts that
 * `hide` changes once they are decoded. Everything else stays as written. The text may be cut anywhere, or be several
 * values.
 */
export function redactJsonText(text: string, hide: (text: string) => string): string {
  const walk = createWalk(hide);
  let shown = "";
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    COLON.lastIndex = end;
    const written = walk(token, COLON.test(text));
    if (written === token) continue;
    shown += text.slice(from, index) + written;
    from = end;
  }
  return shown + text.slice(from);
}

/** What is written for each token in turn; a text before a colon names a member. */
function createWalk(hide: (text: string) => string): (token: string, isName: boolean) => string {
  const containers: JsonContainer[] = [];
  let name: string | undefined;
  const isHidden = (value: unknown): boolean => {
    const around = containers.at(-1);
    if (around?.isSecret) return true;
    if (name === undefined) return false;
    return isSecretName(name, value) || (around?.isPair === true && PAIR_VALUES.has(name));
  };
  const writeText = (token: string): string => {
    const value = decodeToken(token);
    const around = containers.at(-1);
    if (around && name !== undefined && PAIR_NAMES.has(name)) around.isPair = isSecretName(value, "");
    return isHidden("") ? QUOTED : hideToken(token, value, hide);
  };
  const writeBare = (token: string): string => {
    if (token === "{" || token === "[") containers.push({ isSecret: isHidden({}), isPair: false });
    else if (token === "}" || token === "]") containers.pop();
    else if (!LITERAL.test(token) && isHidden(/^-?\d/.test(token) ? 0 : "")) return QUOTED;
    return token;
  };
  return (token, isName) => {
    if (isName && token.startsWith('"')) {
      name = decodeToken(token);
      // A short name is no key; what is known to be secret is also looked for in the whole text.
      return token.length > LONGEST_NAME || token.includes("\\") ? hideToken(token, name, hide) : token;
    }
    const written = token.startsWith('"') ? writeText(token) : writeBare(token);
    name = undefined;
    return written;
  };
}

/** The token as written, unless its text changes. */
function hideToken(token: string, text: string, hide: (text: string) => string): string {
  const shown = hide(text);
  return shown === text ? token : JSON.stringify(shown);
}

function decodeToken(token: string): string {
  const inner = token.replace(/^"|"$/g, "");
  if (!inner.includes("\\")) return inner;
  try {
    return JSON.parse(`"${inner}"`);
  } catch {
    return inner; // cut, or not JSON
  }
}
