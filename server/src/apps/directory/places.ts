import type { JsonObject } from "../connector.ts";
import type { DirectoryEntry } from "./entry-schema.ts";

/**
 * The template of a text of the directory: `{shop}` is what a customer enters as the setting `shop`, `{callback.realmId}`
 * a parameter of the redirect after consent.
 */
export function toTemplate(text: string): string {
  return text.replace(/\{([^{}]+)\}/g, (_all, name: string) =>
    name.startsWith("callback.") ? `{{ ${name} }}` : `{{ settings.${name} }}`,
  );
}

/** A path, and the parameters that follow it. */
export function splitQuery(text: string): { path: string; query: JsonObject } {
  const [path = "/", parameters] = text.split("?", 2);
  if (parameters === undefined) return { path, query: {} };
  return { path, query: { query: Object.fromEntries(new URLSearchParams(parameters)) } };
}

/** An entry with any value in place of what customers enter. */
export function resolvePlaces(entry: DirectoryEntry): DirectoryEntry {
  const { oauth2 } = entry;
  return {
    ...entry,
    url: fill(entry.url),
    settings: undefined,
    ...(oauth2 !== undefined && {
      oauth2: {
        ...oauth2,
        ...(oauth2.authorize !== undefined && { authorize: fill(oauth2.authorize) }),
        ...(oauth2.revoke !== undefined && { revoke: fill(oauth2.revoke) }),
        token: fill(oauth2.token),
      },
    }),
  };
}

function fill(text: string): string {
  return text.replace(/^\{[^{}]+\}/, "https://example.com").replace(/\{[^{}]+\}/g, "x");
}
