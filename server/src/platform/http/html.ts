/** Markup that is safe to send: every value in it is escaped. */
export interface Html {
  readonly markup: string;
}

/** What a template may contain: markup as it is, anything else escaped; nothing for undefined and false. */
export type HtmlContent = Html | string | number | undefined | false | readonly HtmlContent[];

/** Markup from a template; every value is escaped, for text as for attributes in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  const markup = parts.reduce((left, part, index) => left + render(values[index - 1]) + part);
  return { markup };
}

/** `text` escaped for use between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function render(value: HtmlContent): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(render).join("");
}
