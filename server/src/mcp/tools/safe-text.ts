import { redactText } from "../../platform/redact-text.ts";

const HIDDEN = "[address]";
const REDACTED = "[redacted]";
// What a driver or a socket says about where it could not connect to.
const AFTER_CODE =
  /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\s+\S+/g;
const ADDRESS = /\b([a-z][a-z0-9+.-]{0,30}):\/\/[^\s"'`<>]+/gi;
const PRIVATE_IP =
  /\b(?:(?:10|127)(?:\.\d{1,3}){3}|(?:169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2})(?::\d+)?\b/g;
// Anchored at the very beginning: tried from each word, a long text would take minutes.
const PRIVATE_NAME =
  /(?<![\w-]|[\w-]\.)[\w-]+(?:\.[\w-]+)*\.(?:internal|local|localdomain|lan|svc|cluster)(?::\d+)?\b/gi;
const VALUE = String.raw`(\s*=\s*)(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s;&"'<>]+)`;
// As drivers describe their connections: only if a host is named, the rest is about a database as well.
const HOST = new RegExp(
  String.raw`\b(host(?:name|addr)?|server|data source|datasource|network address|addr)${VALUE}`,
  "gi",
);
const BESIDE_HOST = new RegExp(
  String.raw`\b(user(?: ?id|name)?|uid|database|dbname|initial catalog)${VALUE}`,
  "gi",
);

/**
 * A reason as an agent may read it: without addresses of databases and of internal networks, those with a user name
 * and password, and what looks like a secret. Addresses of other applications stay, because they say what went wrong.
 */
export function redactInternals(text: string): string {
  const known = redactText(text)
    .replaceAll(AFTER_CODE, `$1 ${HIDDEN}`)
    .replaceAll(ADDRESS, (address, scheme: string) => (isOpen(scheme, address) ? address : HIDDEN))
    .replaceAll(PRIVATE_IP, HIDDEN)
    .replaceAll(PRIVATE_NAME, HIDDEN);
  if (known.search(HOST) < 0) return known;
  return known.replaceAll(HOST, `$1$2${HIDDEN}`).replaceAll(BESIDE_HOST, `$1$2${REDACTED}`);
}

function isOpen(scheme: string, address: string): boolean {
  return /^https?$/i.test(scheme) && !address.split("/")[2]?.includes("@");
}
