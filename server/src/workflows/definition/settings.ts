import { type Static, Type } from "typebox";
import { loadTypeboxValue } from "../../platform/memory/late-packages.ts";
import type { Fields } from "./graph.ts";

const THIRTY_DAYS_S = 30 * 24 * 3600;
const WEEK_MS = 7 * 24 * 3600 * 1000;
/** How long a run's idempotency key is remembered if the workflow does not say (platform-surface 4.6). */
export const DEFAULT_IDEMPOTENCY_MS = 5 * 60 * 1000;

const KNOWN = {
  timeout: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    minimum: 1,
    maximum: THIRTY_DAYS_S,
    description: "Maximum duration of an execution in seconds, including pauses.",
  }),
  concurrency: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    minimum: 1,
    maximum: 10_000,
    description: "Maximum number of active executions of this workflow; others wait.",
  }),
  idempotency: Type.Unsafe<Idempotency | null>({
    type: ["object", "null"],
    properties: {
      header: Type.String({ minLength: 1, maxLength: 255, description: "A header of the request." }),
      path: Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: "^[^.]+(\\.[^.]+)*$",
        "x-form": "names with dots between them, such as order.id",
        description: "A dotted path in the payload.",
      }),
      window_ms: Type.Integer({
        minimum: 1,
        maximum: WEEK_MS,
        description: `How long a key is remembered, in milliseconds. Default: ${DEFAULT_IDEMPOTENCY_MS}.`,
      }),
    },
    // settings-problems says in words which of them are required.
    additionalProperties: true,
    description:
      "Where the idempotency key comes from: a `header` or a `path` in the payload. A second start with the same key starts nothing.",
  }),
  keyless_webhooks: Type.Unsafe<boolean | null>({
    type: ["boolean", "null"],
    description:
      "Whether to accept unsigned webhooks at the URL without its last part, the key, for senders that use the older URL. Anyone who guesses an account's id can then start the workflow for it.",
  }),
  associated_page: Type.Unsafe<string | null>({
    type: ["string", "null"],
    maxLength: 255,
    description: "The form page on which configs show the workflow.",
  }),
};

interface Idempotency {
  header?: string;
  path?: string;
  window_ms?: number;
}

/** The names of the settings that have a meaning here. */
export const KNOWN_SETTINGS: readonly string[] = Object.keys(KNOWN);

/**
 * Settings of a workflow in a request: those that have a meaning here, and others, of which `findSettingsProblems`
 * knows the names.
 */
export const Settings = Type.Unsafe<Fields>({
  type: "object",
  properties: KNOWN,
  additionalProperties: true,
});

/** The settings that have a meaning here, if set. */
export type KnownSettings = { [Name in keyof typeof KNOWN]?: NonNullable<Static<(typeof KNOWN)[Name]>> };

/** Reads stored settings; null counts as unset, and so does a value that is older than its check and does not fit. */
export function parseSettings(settings: Fields): KnownSettings {
  const { Check } = loadTypeboxValue();
  const known = Object.entries(KNOWN).flatMap(([name, schema]) => {
    const value = Object.hasOwn(settings, name) ? settings[name] : null;
    return value !== null && Check(schema, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
}
