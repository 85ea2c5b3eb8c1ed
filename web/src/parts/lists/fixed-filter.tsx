import { Pill } from "@mantine/core";
import { PARTS } from "../../words/parts/parts.ts";

const ID = /^[0-9a-f]{24}$/;

interface FixedFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onClear: () => void;
}

/** A filter that a link has set: it can be removed. */
export function FixedFilter({ label, value, onClear }: FixedFilterProps) {
  if (value === undefined) return null;
  return (
    <Pill
      withRemoveButton
      // Mantine removes it from the tab order, as in a field that has keys for it.
      removeButtonProps={{ "aria-label": `${PARTS.clear}: ${label}`, "aria-hidden": false, tabIndex: 0 }}
      onRemove={onClear}
    >
      {label}: {ID.test(value) ? `…${value.slice(-8)}` : value}
    </Pill>
  );
}
