import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useStepForm } from "../step-context.ts";

interface AddButtonProps {
  readonly children: string;
  /** What it adds to, if the same words occur more than once. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Adds a row. */
export function AddButton({ children, label, disabled = false, onClick }: AddButtonProps) {
  const { isReadOnly } = useStepForm();
  if (isReadOnly) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      style={{ alignSelf: "flex-start" }}
    >
      {children}
    </Button>
  );
}
