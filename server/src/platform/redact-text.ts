import { isSecretName } from "./secret-name.ts";

const REDACTED = "[redacted]";
// Most texts have nothing that the other patterns need.
const ANY = /[=:_-]|eyJ|AKIA|ASIA|AIza|ya29|SG\.|bearer|basic/i;
// The forms of well-known providers' keys, and our own.
const KEYS = new RegExp(
  [
    /\b[a-z]{2,5}_(?:live|test|prod)_\w{4,}/,
    /\b(?:tk|pk)_[A-Za-z\d]{20,}/,
    /\bmcp_[\w-]{40,}/,
    /\bsk-[\w-]{8,}/,
    /\bgh[pousr]_\w{10,}/,
    /\bgithub_pat_\w{10,}/,
    /\bglpat-[\w-]{10,}/,
    /\bxox[abeprs]-[\w-]{8,}/,
    /\bA[KS]IA[A-Z\d]{12,}/,
    /\bAIza[\w-]{20,}/,
    /\bya29\.[\w-]{8,}/,
    /\bwhsec_[\w+/=]{8,}/,
    /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
    /\bshp[a-z]{2}_[a-f\d]{32,}/,
    /\bnpm_[A-Za-z\d]{30,}/,
    /\blin_(?:api|oauth)_[A-Za-z\d]{20,}/,
    /\bntn_[A-Za-z\d]{30,}/,
    /\bhf_[A-Za-z\d]{30,}/,
    // From the beginning of its run: tried from each `-eyJ`, a long text without a dot would take seconds.
    /(?<![\w-])(?=[\w-]{11,}\.[\w-]{8,}\.)[\w-]*?\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
    // Also with its end cut off.
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
const HEADER = /\b(bearer|basic) +([\w.~+/=-]{6,})/gi;
// "name": "value", also within JSON that is itself a text.
const MEMBER = /(\\?["'])([^"'\\]{1,100})\1(\s*:\s*)(?:(\\?["'])(?:(?!\4).)*\4|[\d.]+)/g;
// From the equals sign, of which there are few, back to the name: tried from each character, long texts take long.
const ASSIGNED =
  /(?<=([\w.%[\]-]{1,100}) {0,2}= {0,2})(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|["']?[^\s&#"'<>,;]+)/g;
// A single word before a colon is more often prose than a name, so what follows must not be a word either.
const NAMED = /(?<![a-z\d]|[a-z\d][-_])([a-z\d]+(?:[-_][a-z\d]+)+)(: *)([^\s"',;]+)/gi;
const WORD =
  /\b((?:password|passwd|passphrase|passcode|pwd|secret|(?:api|secret|access|private) key)s? {0,2}: *)([^\s"',;]{4,})/gi;
const PROSE = /^[a-z]+[.!?)]*$/i;
const USER_INFO = /(\/\/[^\s/:@]*:)[^\s/@]+@/g;

/** A text without what looks like a secret: keys of known forms, headers, and values under names of secrets. */
export function redactText(text: string): string {
  if (text.length < 6 || !ANY.test(text)) return text;
  return text
    .replace(KEYS, REDACTED)
    .replace(HEADER, (all, kind: string, value: string) =>
      /\d|=$/.test(value) || value.length >= 20 ? `${kind} ${REDACTED}` : all,
    )
    .replace(MEMBER, (all, quote: string, name: string, between: string) =>
      isSecretName(name, "") ? `${quote}${name}${quote}${between}${quote}${REDACTED}${quote}` : all,
    )
    .replace(ASSIGNED, (all, name: string) => (isSecretName(name, "") ? REDACTED : all))
    .replace(NAMED, (all, name: string, colon: string) =>
      isSecretName(name, "") ? `${name}${colon}${REDACTED}` : all,
    )
    .replace(WORD, (all, name: string, value: string) => (PROSE.test(value) ? all : `${name}${REDACTED}`))
    .replace(USER_INFO, `$1${REDACTED}@`);
}
