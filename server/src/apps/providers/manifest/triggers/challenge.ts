import { createHash, createHmac } from "node:crypto";
import type { Json } from "../../../../platform/json/json.ts";
import { mapTexts } from "../../../../platform/json/map-texts.ts";
import type { JsonObject } from "../../../connector.ts";
import type { IncomingResult } from "../../../connector-events.ts";
import { compileTemplate, findValueAt, type TemplateScope, toText } from "../request/template.ts";
import type { ManifestWebhook } from "../schema/trigger-schema.ts";
import { isEveryConditionMet } from "./incoming.ts";

/** A keyed hash that a reply contains: the paths of its key and of its text. */
export interface ReplyHmac {
  readonly algorithm: string;
  readonly key: string;
  readonly text: string;
  readonly encoding: Encoding;
}

/** A hash of several texts in a row; `parts` are their paths, one of which is our secret. */
export interface ReplyHash {
  readonly algorithm: string;
  readonly parts: readonly string[];
  readonly encoding: Encoding;
}

type Encoding = "hex" | "base64";
type Computed = ReplyHmac | ReplyHash;

/** A reply's template, with `{{ computed.<n> }}` in place of its nth hash. */
export interface ChallengeReply {
  readonly template: Json;
  readonly computed: readonly Computed[];
}

/** What a delivery can be answered with: our secret, our address, and what else `verify` may use. */
type ReplySecrets = TemplateScope & { readonly url: string };

/** The only secret that a plain hash may contain: it proves an address, and opens nothing else (D474). */
export const HOOK_SECRET = "hook.secret";

const PATH = String.raw`[A-Za-z_][\w.$@-]*`;
const HMAC = new RegExp(
  String.raw`\{\{\s*hmac\(\s*"(sha1|sha256|sha512)"\s*,\s*(${PATH})\s*,\s*(${PATH})\s*(?:,\s*"(hex|base64)"\s*)?\)\s*\}\}`,
  "g",
);
const HASH = new RegExp(
  String.raw`\{\{\s*hash\(\s*"(sha1|sha256|sha512)"\s*((?:,\s*${PATH}\s*){2,5})(?:,\s*"(hex|base64)"\s*)?\)\s*\}\}`,
  "g",
);
// Signing what anybody sends would sign forged deliveries, too. No body of a delivery is such a token (D450).
const TOKEN = /^[A-Za-z0-9._~+/-]{1,512}={0,2}$/;

/** Compiles what a challenge is answered: undefined for a delivery that is none, or whose token cannot be signed. */
export function compileChallenge(
  source: ManifestWebhook["challenge"],
): (scope: TemplateScope, secrets: ReplySecrets) => IncomingResult["reply"] {
  if (source === undefined) return () => undefined;
  const { status = 200, text, json } = source.reply;
  const { template, computed: hashes } = readReply((text ?? json ?? "") as Json); // manifests are JSON
  const body = compileTemplate(template);
  return (scope, secrets) => {
    if (!isEveryConditionMet(source.when, scope)) return undefined;
    const computed: JsonObject = {};
    for (const [index, hash] of hashes.entries()) {
      const digest = "key" in hash ? computeHmac(hash, scope, secrets) : computeHash(hash, scope, secrets);
      if (digest === undefined) return undefined;
      computed[index] = digest;
    }
    const value = body.render({ ...scope, computed });
    return text === undefined
      ? { status, type: "application/json; charset=utf-8", body: JSON.stringify(value ?? {}) }
      : { status, type: "text/plain; charset=utf-8", body: toText(value) };
  };
}

/**
 * Finds `{{ hmac("sha256", credentials.secret, body.token, "hex") }}` and `{{ hash("sha256", query.code, hook.secret,
 * url) }}` in all texts of a reply.
 */
export function readReply(reply: Json): ChallengeReply {
  const computed: Computed[] = [];
  const place = (one: Computed) => `{{ computed.${computed.push(one) - 1} }}`;
  const hmac = (_all: string, algorithm: string, key: string, text: string, encoding?: "base64") =>
    place({ algorithm, key, text, encoding: encoding ?? "hex" });
  const hash = (_all: string, algorithm: string, parts: string, encoding?: "base64") =>
    place({
      algorithm,
      parts: parts
        .split(",")
        .slice(1)
        .map((part) => part.trim()),
      encoding: encoding ?? "hex",
    });
  const template = mapTexts(reply, {
    text: (text) => text.replace(HMAC, hmac).replace(HASH, hash),
  }) as Json;
  return { template, computed };
}

function computeHmac(
  { algorithm, key, text, encoding }: ReplyHmac,
  scope: TemplateScope,
  secrets: TemplateScope,
): string | undefined {
  const secret = toText(findValueAt(secrets, key.split(".")));
  const token = findToken(scope, text);
  if (secret === "" || token === undefined) return undefined;
  return createHmac(algorithm, secret).update(token).digest(encoding);
}

function computeHash(
  { algorithm, parts, encoding }: ReplyHash,
  scope: TemplateScope,
  secrets: ReplySecrets,
): string | undefined {
  const hash = createHash(algorithm);
  for (const part of parts) {
    const isOurs = part === "url" || part === HOOK_SECRET;
    const text = isOurs ? toText(findValueAt(secrets, part.split("."))) : findToken(scope, part);
    if (text === undefined || text === "") return undefined;
    hash.update(text);
  }
  return hash.digest(encoding);
}

function findToken(scope: TemplateScope, path: string): string | undefined {
  const token = findValueAt(scope, path.split("."));
  return typeof token === "string" && TOKEN.test(token) ? token : undefined;
}
