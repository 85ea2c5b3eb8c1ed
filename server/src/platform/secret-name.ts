import { isNumber } from "./json/json.ts";

// Anywhere in a name, unless it ends in a word that only describes something about them.
const STRONG = new Set([
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "pwd",
  "secret",
  "credential",
  "authorization",
]);
const ABOUT = new Set([
  "id",
  "hint",
  "policy",
  "type",
  "length",
  "expiry",
  "expires",
  "at",
  "url",
  "uri",
  "enabled",
  "required",
  "strength",
  "count",
  "name",
  "date",
  "reset",
  "age",
  "changed",
]);
// As the last word.
const ALWAYS = new Set(["pass", "otp", "pin", "cvc", "cvv", "cookie"]);
const OF_TEXTS = new Set(["token", "auth", "jwt", "bearer", "apikey"]);
const OF_KEYS = new Set([
  "api",
  "secret",
  "access",
  "private",
  "signing",
  "encryption",
  "master",
  "ssh",
  "shared",
  "auth",
  "webhook",
]);
// Such a token marks a position to continue from.
const OF_PAGES = new Set(["page", "next", "prev", "previous", "continuation", "cursor", "sync"]);
// Written as one word.
const JOINED = /(password|passphrase|passwd|secret|token|apikey|secretkey|accesskey|privatekey)$/;

type SecretValueKind = "none" | "text" | "any";

// The same names recur.
const known = new Map<string, SecretValueKind>();
const MOST_KNOWN = 10_000;
const LONGEST_NAME = 200;

/**
 * Whether the value under a name is a secret: by its words, so that `secretAccessKey` is one and `compass` is not.
 */
export function isSecretName(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === "boolean") return false;
  const kind = kindOf(name);
  return kind === "any" || (kind === "text" && !isNumber(value));
}

function kindOf(name: string): SecretValueKind {
  if (name.length > LONGEST_NAME) return judge(name.slice(-LONGEST_NAME));
  const found = known.get(name) ?? judge(name);
  if (known.size < MOST_KNOWN) known.set(name, found);
  return found;
}

function judge(name: string): SecretValueKind {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (words.some((word) => STRONG.has(word))) return ABOUT.has(last) ? "none" : "any";
  if (ALWAYS.has(last)) return "any";
  const rest = words.slice(0, -1);
  if (last === "token" && rest.some((word) => OF_PAGES.has(word))) return "none";
  if (OF_TEXTS.has(last)) return "text";
  if (last === "key" && rest.some((word) => OF_KEYS.has(word))) return "text";
  return JOINED.test(last) ? "text" : "none";
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .map((word) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word));
}
