import { createHmac } from "node:crypto";
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
  readonly encoding: "hex" | "base64";
}

/** A reply's template, with `{{ computed.<n> }}` in place of its nth keyed hash. */
export interface ChallengeReply {
  readonly template: Json;
  readonly hmacs: readonly ReplyHmac[];
}

const PATH = String.raw`[A-Za-z_][\w.$@-]*`;
const HMAC = new RegExp(
  String.raw`\{\{\s*hmac\(\s*"(sha1|sha256|sha512)"\s*,\s*(${PATH})\s*,\s*(${PATH})\s*(?:,\s*"(hex|base64)"\s*)?\)\s*\}\}`,
  "g",
);
// Signing what anybody sends would sign forged deliveries, too. No body of a delivery is such a token (D450).
const TOKEN = /^[A-Za-z0-9._~+/-]{1,512}={0,2}$/;

/** Compiles what a challenge is answered: undefined for a delivery that is none, or whose token cannot be signed. */
export function compileChallenge(
  source: ManifestWebhook["challenge"],
): (scope: TemplateScope, secrets: TemplateScope) => IncomingResult["reply"] {
  if (source === undefined) return () => undefined;
  const { status = 200, text, json } = source.reply;
  const { template, hmacs } = readReply((text ?? json ?? "") as Json); // manifests are JSON
  const body = compileTemplate(template);
  return (scope, secrets) => {
    if (!isEveryConditionMet(source.when, scope)) return undefined;
    const computed: JsonObject = {};
    for (const [index, hmac] of hmacs.entries()) {
      const digest = compute(hmac, scope, secrets);
      if (digest === undefined) return undefined;
      computed[index] = digest;
    }
    const value = body.render({ ...scope, computed });
    return text === undefined
      ? { status, type: "application/json; charset=utf-8", body: JSON.stringify(value ?? {}) }
      : { status, type: "text/plain; charset=utf-8", body: toText(value) };
  };
}

/** Finds `{{ hmac("sha256", credentials.secret, body.token, "hex") }}` in all texts of a reply. */
export function readReply(reply: Json): ChallengeReply {
  const hmacs: ReplyHmac[] = [];
  const replace = (_all: string, algorithm: string, key: string, text: string, encoding?: "base64") =>
    `{{ computed.${hmacs.push({ algorithm, key, text, encoding: encoding ?? "hex" }) - 1} }}`;
  const template = mapTexts(reply, { text: (text) => text.replace(HMAC, replace) }) as Json;
  return { template, hmacs };
}

function compute(
  { algorithm, key, text, encoding }: ReplyHmac,
  scope: TemplateScope,
  secrets: TemplateScope,
): string | undefined {
  const secret = toText(findValueAt(secrets, key.split(".")));
  const token = findValueAt(scope, text.split("."));
  if (secret === "" || typeof token !== "string" || !TOKEN.test(token)) return undefined;
  return createHmac(algorithm, secret).update(token).digest(encoding);
}
