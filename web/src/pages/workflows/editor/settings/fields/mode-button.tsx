import { ActionIcon } from "@mantine/core";
import { IconBraces, IconCursorText, IconMathFunction } from "@tabler/icons-react";

interface ModeButtonProps {
  readonly label: string;
  readonly icon: "expression" | "json" | "value";
  readonly onClick: () => void;
}

const ICONS = { expression: IconMathFunction, json: IconBraces, value: IconCursorText };

/** Changes how a value is edited: with its control, as an expression, or as JSON. */
export function ModeButton({ label, icon, onClick }: ModeButtonProps) {
  const Icon = ICONS[icon];
  return (
    <ActionIcon variant="subtle" color="gray" size={22} title={label} aria-label={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
