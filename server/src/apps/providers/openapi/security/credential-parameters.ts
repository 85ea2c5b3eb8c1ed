import type { JsonObject } from "../../../connector.ts";
import { toShortText } from "../read-json.ts";

const LIKELY =
  /^(?:x[-_])?(?:authorization|auth|(?:[a-z]+[-_])*(?:api[-_]?key|app[-_]?key|access[-_]?token|auth[-_]?token)|apikey|token|key)$/i;
const MOST_NAMED = 5;

/** Parameters in header and query that look like a credential, as `X-Api-Key (header)`, the most common first. */
export function listLikelyCredentials(parameters: readonly JsonObject[]): string[] {
  const counts = new Map<string, number>();
  for (const { name, in: place } of parameters) {
    const text = toShortText(name, 100);
    if (text === undefined || (place !== "header" && place !== "query") || !LIKELY.test(text)) continue;
    const label = `${text} (${place})`;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NAMED)
    .map(([label]) => label);
}
