import type { Json } from "../../platform/json/json.ts";

// Trailing spaces are trimmed afterwards: a pattern that can match them in several places takes cubic time if there
// is no end.
const PLACE = /\{\{([^{}]*)\}\}/g;
const ROOTS = ["event", "workflow_response"] as const;

/** What templates may name: the payload of the delivery, and the workflow's response. */
export type TemplateValues = Readonly<Record<(typeof ROOTS)[number], Json>>;

/**
 * Text between the placeholders that a delivery fills in: `{{event}}`, `{{event.<key>}}`, and the same for
 * `workflow_response`.
 */
export type PayloadTemplate = readonly (string | TemplatePlaceholder)[];

/** How many bytes templates may still produce; templates that share a budget produce no more than it together. */
export interface TextBudget {
  leftBytes: number;
  /** What the budget is for, as part of the error message. */
  readonly whole: string;
}

/** Templates produced more from an event than their budget allows. */
export class TextTooLongError extends Error {
  override readonly name = "TextTooLongError";
  constructor({ whole }: TextBudget) {
    super(`For this event the webhook's templates produce ${whole}, so it was not sent.`);
  }
}

interface TemplatePlaceholder {
  readonly root: (typeof ROOTS)[number];
  readonly keys: readonly string[];
  /** The placeholder is within a JSON string. */
  readonly isQuoted: boolean;
}

/** Parses a template; throws an Error with one sentence for an unknown placeholder. */
export function parsePayloadTemplate(text: string): PayloadTemplate {
  const parts: (string | TemplatePlaceholder)[] = [];
  let isQuoted = false;
  let end = 0;
  for (const match of text.matchAll(PLACE)) {
    const literal = text.slice(end, match.index);
    isQuoted = endsQuoted(literal, isQuoted);
    parts.push(literal, { ...readPlace(match[0], (match[1] ?? "").trim()), isQuoted });
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

function readPlace(place: string, path: string): Pick<TemplatePlaceholder, "root" | "keys"> {
  const [name, ...keys] = path.split(".");
  const root = ROOTS.find((known) => known === name);
  if (root && keys.every((key) => key !== "")) return { root, keys };
  throw new Error(
    `${place} is not one of {{event}}, {{event.<key>}}, {{workflow_response}} and {{workflow_response.<key>}}.`,
  );
}

/** Whether a JSON string is open after `literal`. */
function endsQuoted(literal: string, isQuoted: boolean): boolean {
  let open = isQuoted;
  for (let i = 0; i < literal.length; i++) {
    if (open && literal[i] === "\\") i += 1;
    else if (literal[i] === '"') open = !open;
  }
  return open;
}

/**
 * The template filled in so that JSON stays valid: within a string as its text, elsewhere as a value. Throws
 * TextTooLongError.
 */
export function renderJson(template: PayloadTemplate, values: TemplateValues, room: TextBudget): string {
  return fill(template, room, ({ isQuoted, ...place }) => {
    const value = lookUp(place, values);
    return isQuoted ? JSON.stringify(asText(value)).slice(1, -1) : JSON.stringify(value);
  });
}

/** The template filled in as plain text; what is missing is empty. Throws TextTooLongError. */
export function renderText(template: PayloadTemplate, values: TemplateValues, room: TextBudget): string {
  return fill(template, room, (place) => asText(lookUp(place, values)));
}

/** Counted while it is filled in: a short template can name a long value thousands of times. */
function fill(
  template: PayloadTemplate,
  room: TextBudget,
  write: (place: TemplatePlaceholder) => string,
): string {
  const parts: string[] = [];
  for (const part of template) {
    const text = typeof part === "string" ? part : write(part);
    room.leftBytes -= Buffer.byteLength(text);
    if (room.leftBytes < 0) throw new TextTooLongError(room);
    parts.push(text);
  }
  return parts.join("");
}

function asText(value: Json): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function lookUp({ root, keys }: Pick<TemplatePlaceholder, "root" | "keys">, values: TemplateValues): Json {
  let value: Json | undefined = values[root];
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, Json>)[key];
  }
  return value ?? null;
}
