import { type Html, html } from "../platform/http/html.ts";

// With a value, no text on a page can look like it: quotes in texts are escaped.
const ATTRIBUTE = ' autofocus="autofocus"';

/** Attribute of the element to focus when its page is shown. */
export const FOCUS: Html = html` autofocus="autofocus"`;

/**
 * For a page in a frame, where browsers refuse `autofocus` with a warning if the host page has another origin: its
 * script does it.
 */
export function toScriptedFocus(markup: string): string {
  return markup.replaceAll(ATTRIBUTE, " data-focus");
}
