import { ActionIcon, CopyButton, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { PARTS } from "../words/parts.ts";
import classes from "./identifier.module.css";

/** An id: short, in mono, copied whole. */
export function Identifier({ id, whole = false }: { id: string; whole?: boolean }) {
  const shown = whole || id.length <= 12 ? id : `…${id.slice(-8)}`;
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex" className={classes.identifier}>
      <Tooltip label={id} disabled={shown === id}>
        <span className="mono">{shown}</span>
      </Tooltip>
      <CopyText text={id} />
    </Group>
  );
}

/** A button that copies a text. */
export function CopyText({ text, label = PARTS.copy }: { text: string; label?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? PARTS.copied : label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={20}
            className={classes.copy}
            aria-label={`${label}: ${text.slice(0, 40)}`}
            onClick={(event) => {
              event.preventDefault();
              event.stopPropagation();
              copy();
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
