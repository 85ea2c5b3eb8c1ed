import type { Json } from "../../platform/json.ts";

const SHORTEST_SECRET = 6;

/** A provider's text without the credential: providers like to repeat the key that they refuse. */
export function redact(message: string, values: Readonly<Record<string, Json>>): string {
  return Object.values(values)
    .filter((value): value is string => typeof value === "string" && value.length >= SHORTEST_SECRET)
    .reduce((text, secret) => text.replaceAll(secret, "[redacted]"), message);
}
