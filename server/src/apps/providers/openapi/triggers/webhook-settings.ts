import type { ManifestVerify, ManifestWebhook } from "../../manifest/schema/trigger-schema.ts";

/** A condition on a delivery: the value at a path such as `body.type` or `headers.x-event`, compared as text. */
export interface EventFilter {
  readonly field: string;
  readonly value: string;
}

/** What proves that a delivery comes from the provider. */
export type Verification = { readonly kind: "address" };

/** What an author chooses of a webhook to which nobody subscribes by a request. */
export interface WebhookSettings {
  readonly verification: Verification;
  readonly filter: readonly EventFilter[];
  /** The path of what identifies an event; without it, each delivery is an event of its own. */
  readonly key?: string;
}

// A person who opens the address in a browser is no event.
const IS_POST = { path: "method", equals: ["POST"] };

/** The webhook of a manifest with these settings. */
export function buildWebhook({ filter, key }: WebhookSettings): ManifestWebhook {
  return {
    verify: { address: {} } satisfies ManifestVerify,
    when: [IS_POST, ...filter.map(({ field, value }) => ({ path: field, equals: listSpellings(value) }))],
    ...(key !== undefined && { key: `{{ ${key} }}` }),
    optional_key: true,
  };
}

/** A text, and the number or truth value that is written like it. */
function listSpellings(value: string): unknown[] {
  const number = Number(value);
  if (value.trim() !== "" && String(number) === value) return [value, number];
  return value === "true" || value === "false" ? [value, value === "true"] : [value];
}
