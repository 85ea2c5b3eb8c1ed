import { CopyButton, UnstyledButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { PARTS } from "../../words/parts/parts.ts";
import classes from "./identifier.module.css";

/** An id: shortened, monospaced, copied in full. */
export function Identifier({ id, whole = false }: { id: string; whole?: boolean }) {
  const shown = whole || id.length <= 12 ? id : `…${id.slice(-8)}`;
  return (
    <span className={classes.identifier}>
      <span className="mono" title={shown === id ? undefined : id}>
        {shown}
      </span>
      <CopyText text={id} />
    </span>
  );
}

/** A button that copies a text. */
export function CopyText({ text, label = PARTS.copy }: { text: string; label?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes.copy}
          title={copied ? PARTS.copied : label}
          aria-label={`${copied ? PARTS.copied : label}: ${text.slice(0, 40)}`}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            copy();
          }}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
