import { Fragment } from "react";
import { getProse } from "./get-prose.ts";

/** A description in Markdown: what is between backticks as code, links as their texts. */
export function Prose({ text }: { text: string }) {
  return getProse(text).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
    index % 2 === 1 ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
  );
}
