import { type Html, html } from "../http/html.ts";

// With a value, no text of a page can look like it: quotes in texts are escaped.
const ATTRIBUTE = ' autofocus="autofocus"';

/** Attribute of the element that gets the focus when its page is shown. */
export const FOCUS: Html = html` autofocus="autofocus"`;

/** For a page in a frame, where browsers refuse `autofocus`, and complain, if the page around is of another origin: its script does it. */
export function toScriptedFocus(markup: string): string {
  return markup.replaceAll(ATTRIBUTE, " data-focus");
}
