import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../../../platform/json/json.ts";
import type { ManifestVerify, ManifestWebhook } from "../../manifest/schema/trigger-schema.ts";

/** A condition on a delivery: the value at a path such as `body.type` or `headers.x-event`, compared as text. */
export interface EventFilter {
  readonly field: string;
  readonly value: string;
}

/** What tells one event from another: which ones are meant, and what identifies each. */
export interface EventSettings {
  readonly filter: readonly EventFilter[];
  /** The path of what identifies an event; without it, each delivery is an event of its own. */
  readonly key?: string;
}

/**
 * What proves that deliveries come from the provider, and the path of a challenge that is repeated to it. The secret is
 * generated for each subscription, the provider's that is entered for each, or the organization's `webhook_secret` for
 * all.
 */
export interface WebhookSecurity {
  readonly kind: "address" | "hmac" | "stripe" | "standard-webhooks" | "token" | "basic";
  readonly secret?: "generated" | "entered" | "webhook_secret";
  readonly header?: string;
  readonly prefix?: string;
  readonly algorithm?: "sha1" | "sha256" | "sha512";
  readonly encoding?: "hex" | "base64";
  /** The header with the time since 1970 that is signed before the body. */
  readonly timestamp_header?: string;
  readonly timestamp_unit?: "seconds" | "milliseconds";
  /** What stands between the two. */
  readonly separator?: string;
  readonly tolerance_seconds?: number;
  readonly username?: string;
  readonly challenge?: string;
}

/** By the address alone, which nobody can guess. */
export const ADDRESS_ALONE: WebhookSecurity = { kind: "address" };

const KEYS = {
  generated: "{{ hook.secret }}",
  entered: "{{ hook.entered_secret }}",
  webhook_secret: "{{ application.webhook_secret }}",
};
// A person who opens the address in a browser is no event.
const IS_POST = { path: "method", equals: ["POST"] };

/** The webhook of a manifest with these settings. */
export function buildWebhook({ filter, key }: EventSettings, security: WebhookSecurity): ManifestWebhook {
  const challenge = security.challenge && lowerHeader(security.challenge);
  return {
    verify: buildVerify(security),
    ...(challenge !== undefined && {
      challenge: { when: { path: challenge }, unverified: true, reply: { text: `{{ ${challenge} }}` } },
    }),
    when: [IS_POST, ...filter.map(({ field, value }) => ({ path: field, equals: listSpellings(value) }))],
    ...(key !== undefined && { key: `{{ ${lowerHeader(key)} }}` }),
    optional_key: true,
  };
}

/** The settings of a webhook that was built here; undefined for any other. */
export function readEventSettings(webhook: ManifestWebhook | undefined): EventSettings | undefined {
  const [first, ...others] = [webhook?.when ?? []].flat();
  if (webhook?.optional_key !== true || webhook.subscribe !== undefined || !isDeepStrictEqual(first, IS_POST))
    return undefined;
  const filter = others.map(({ path, equals = [] }) => ({ field: path, value: `${equals[0]}` }));
  const key = /^\{\{ (\S+) \}\}$/.exec(webhook.key ?? "")?.[1];
  return { filter, ...(key !== undefined && { key }) };
}

function buildVerify({ kind, ...security }: WebhookSecurity): ManifestVerify {
  const { secret = "generated", header = "", prefix = "", username = "" } = security;
  const key = KEYS[secret];
  if (kind === "token") return { token: { header, equals: `${prefix}${key}` } };
  if (kind === "basic") return { basic: { username, password: key } };
  if (kind === "address") return { address: {} };
  const { timestamp_header: timestamp, timestamp_unit: unit, tolerance_seconds } = security;
  const tolerance = tolerance_seconds === undefined ? {} : { tolerance_seconds };
  if (kind === "standard-webhooks") return { standard_webhooks: { key, ...tolerance } };
  const time = { ...(unit !== undefined && { unit }), ...tolerance };
  if (kind === "stripe")
    return {
      hmac: {
        header,
        part: "v1",
        algorithm: "sha256",
        key,
        signed: "{{ parts.t }}.{{ raw }}",
        timestamp: { header, part: "t", ...time },
      },
    };
  const { algorithm = "sha256", encoding = "hex", separator = "." } = security;
  return {
    hmac: {
      header,
      algorithm,
      encoding,
      ...(prefix !== "" && { prefix }),
      key,
      ...(timestamp !== undefined && {
        signed: `{{ headers.${timestamp.toLowerCase()} }}${separator}{{ raw }}`,
        timestamp: { header: timestamp, ...time },
      }),
    },
  };
}

function lowerHeader(path: string): string {
  return path.startsWith("headers.") ? path.toLowerCase() : path;
}

/** A text, and the number or truth value that is written like it. */
function listSpellings(value: string): Json[] {
  const number = Number(value);
  if (value.trim() !== "" && String(number) === value) return [value, number];
  return value === "true" || value === "false" ? [value, value === "true"] : [value];
}
