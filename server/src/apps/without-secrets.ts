import type { Json } from "../platform/json.ts";
import { type Connector, ConnectorError, type Credential, type HttpResponse } from "./connector.ts";
import { secretsOf } from "./credential.ts";

/** The spellings to look for: `plain` ones are replaced as they are, `base64` ones with all that they stand in. */
interface Spellings {
  plain: string[];
  base64: string[];
}

const REDACTED = "[redacted]";
const DEEPEST = 500;
/** Shorter ones stand in other texts by chance. */
const SHORTEST_BASE64 = 8;

/**
 * A connector whose answers and errors do not repeat the credential: `[redacted]` stands instead, in whatever spelling.
 * What triggers give stays: their events are cleaned where they are received, cursors and subscriptions are not shown.
 */
export function discreet(connector: Connector, credential: Credential): Connector {
  const { info, request, options } = connector;
  const secrets = secretsOf(info, credential);
  return {
    info,
    check: connector.check?.bind(connector),
    run: async (id, call) => withoutSecrets(await connector.run(id, call), secrets),
    request: request && (async (raw, call) => clean(await request.call(connector, raw, call), secrets)),
    options:
      options &&
      (async (id, call) => {
        const found = await options.call(connector, id, call);
        const hide = hider(secrets);
        return found.map(({ name, value }) => ({ name: hide(name), value: walk(value, hide, 0) }));
      }),
    poll: connector.poll?.bind(connector),
    subscribe: connector.subscribe?.bind(connector),
    unsubscribe: connector.unsubscribe?.bind(connector),
    receive: connector.receive?.bind(connector),
  };
}

/** A failure whose message does not repeat the credential; what is no `ConnectorError` comes back as it is. */
export function discreetError(error: unknown, { info }: Connector, credential: Credential): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const message = hider(secretsOf(info, credential))(error.message);
  return message === error.message ? error : new ConnectorError(error.code, message, error);
}

/**
 * What a provider answered, with `[redacted]` in its texts wherever it repeats one of `secrets`: as it is, encoded for
 * addresses, JSON or in hex, or within base64. Numbers and names of members stay. Throws `ConnectorError` (`remote`) for
 * what is nested deeper than 500 levels, which cannot be written as JSON later either.
 */
export function withoutSecrets(value: Json, secrets: readonly string[]): Json {
  return walk(value, hider(secrets), 0);
}

function walk(value: Json, hide: (text: string) => string, depth: number): Json {
  if (typeof value === "string") return hide(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST) {
    const message = `The answer is nested deeper than ${DEEPEST} levels.`;
    throw new ConnectorError("remote", message, { mayHaveWorked: true });
  }
  if (Array.isArray(value)) return value.map((item) => walk(item, hide, depth + 1));
  // Defines its members, unlike an assignment: one may be called __proto__.
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, hide, depth + 1)]));
}

function clean({ status, headers, body }: HttpResponse, secrets: readonly string[]): HttpResponse {
  const hide = hider(secrets);
  // One character for each byte, so that what is no text stays as it is.
  const bytes = body.toString("latin1");
  const shown = hider(secrets, (text) => Buffer.from(text).toString("latin1"))(bytes);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    body: shown === bytes ? body : Buffer.from(shown, "latin1"),
  };
}

function hider(secrets: readonly string[], spell = (text: string): string => text): (text: string) => string {
  const all = secrets.map(spellingsOf);
  // The longest first: a spelling may stand within another.
  const plain = [...new Set(all.flatMap((one) => one.plain))].map(spell).sort((a, b) => b.length - a.length);
  const base64 = [...new Set(all.flatMap((one) => one.base64))];
  const shortest = Math.min(...plain.concat(base64).map(({ length }) => length));
  return (text) => {
    if (text.length < shortest) return text;
    const left = plain.reduce((rest, one) => rest.replaceAll(one, REDACTED), text);
    return base64.reduce(hideRuns, left);
  };
}

function spellingsOf(secret: string): Spellings {
  const bytes = Buffer.from(secret, "utf8");
  const address = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ a: secret }).toString().slice(2);
  const json = JSON.stringify(secret).slice(1, -1);
  const hex = bytes.toString("hex");
  const lower = [address, form].map((text) => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()));
  const plain = [secret, address, form, ...lower, json, json.replaceAll("/", "\\/"), hex, hex.toUpperCase()];
  // Within a longer text base64 depends on the position: the characters at the borders are left out.
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    return text.slice(shift === 0 ? 0 : 4, Math.floor((bytes.length + shift) / 3) * 4);
  });
  const urlSafe = shifted.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const base64 = [...shifted, ...urlSafe, ...shifted.map(encodeURIComponent)];
  return { plain, base64: base64.filter(({ length }) => length >= SHORTEST_BASE64) };
}

/** Hides the whole of each base64 text that holds `part`: its borders hold the rest of the secret. */
function hideRuns(text: string, part: string): string {
  let shown = "";
  let from = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, from)) {
    let start = at;
    while (start > from && /[\w+/%-]/.test(text.charAt(start - 1))) start -= 1;
    let end = at + part.length;
    while (/[\w+/%=-]/.test(text.charAt(end))) end += 1;
    shown += text.slice(from, start) + REDACTED;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}
