import { Code } from "@mantine/core";
import { CopyText } from "./identifier.tsx";
import classes from "./snippet.module.css";

/** A text to copy: a command, an address, a file. */
export function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <section className={classes.snippet} aria-label={label}>
      <Code block className={classes.text}>
        {text}
      </Code>
      <span className={classes.copy}>
        <CopyText text={text} />
      </span>
    </section>
  );
}
