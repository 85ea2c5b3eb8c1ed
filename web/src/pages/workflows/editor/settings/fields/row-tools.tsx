import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconTrash } from "@tabler/icons-react";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import classes from "../settings.module.css";
import { useStepForm } from "../step-context.ts";

interface RowToolsProps {
  /** What the row is, in words that distinguish it from the others. */
  readonly what: string;
  readonly index: number;
  readonly count: number;
  /** Moves the row by so many positions; absent if the order has no meaning. */
  readonly onMove?: (by: number) => void;
  readonly onRemove: () => void;
}

/** Commands for one of several rows. */
export function RowTools({ what, index, count, onMove, onRemove }: RowToolsProps) {
  const { isReadOnly } = useStepForm();
  if (isReadOnly) return null;
  const moves = [
    { icon: IconChevronUp, label: STEP_SETTINGS.up({ what }), by: -1, isLast: index === 0 },
    { icon: IconChevronDown, label: STEP_SETTINGS.down({ what }), by: 1, isLast: index === count - 1 },
  ];
  return (
    <span className={classes.rowTools}>
      {onMove &&
        count > 1 &&
        moves.map(({ icon: Icon, label, by, isLast }) => (
          <ActionIcon
            key={by}
            variant="subtle"
            color="gray"
            size={22}
            disabled={isLast}
            title={label}
            aria-label={label}
            onClick={() => onMove(by)}
          >
            <Icon size={14} aria-hidden />
          </ActionIcon>
        ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        title={STEP_SETTINGS.remove({ what })}
        aria-label={STEP_SETTINGS.remove({ what })}
        onClick={onRemove}
      >
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
