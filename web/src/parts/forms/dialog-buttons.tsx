import { Button, type ButtonProps, Group } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";
import { PARTS } from "../../words/parts/parts.ts";

interface DialogButtonsProps
  extends ButtonProps,
    Omit<ComponentPropsWithoutRef<"button">, keyof ButtonProps> {
  readonly onCancel: () => void;
}

/** The end of a dialog: a button for what it is about, with these properties, and one that cancels. */
export function DialogButtons({ onCancel, ...action }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {PARTS.cancel}
      </Button>
      <Button {...action} />
    </Group>
  );
}
