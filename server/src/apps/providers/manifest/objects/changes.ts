import type { JsonObject } from "../../../connector.ts";
import { mergePatch } from "./merge-maps.ts";
import type { ManifestObject, ObjectChange } from "./object-schema.ts";
import type { ObjectWords } from "./words.ts";

const TEXTS: Readonly<Record<ObjectChange, (words: ObjectWords) => { title: string; description: string }>> =
  {
    new: ({ name, one }) => ({ title: `New ${name}`, description: `${capital(one)} was created.` }),
    changed: ({ title, one }) => ({
      title: `${title} created or changed`,
      description: `${capital(one)} was created or changed.`,
    }),
    deleted: ({ title, one }) => ({ title: `${title} deleted`, description: `${capital(one)} was deleted.` }),
  };

/** The trigger of a change: its texts, and what the member named like the change says. */
export function buildTrigger(change: ObjectChange, object: ManifestObject, words: ObjectWords): JsonObject {
  const base: JsonObject = {
    ...TEXTS[change](words),
    input: {
      type: "object",
      additionalProperties: false,
      required: Object.keys(object.within ?? {}),
      properties: (object.within ?? {}) as JsonObject, // manifests are JSON
    },
    ...(object.output === undefined ? {} : { output: object.output as JsonObject }),
  };
  return mergePatch(base, (object[change] ?? {}) as JsonObject) as JsonObject;
}

/** `new_contact`, `contact_changed`, `contact_deleted`. */
export function buildTriggerId(change: ObjectChange, id: string): string {
  return change === "new" ? `new_${id}` : `${id}_${change}`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
