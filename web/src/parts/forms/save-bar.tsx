import { Button, Group, Text } from "@mantine/core";
import { SETTINGS } from "../../words/settings/settings.ts";

interface SaveBarProps {
  readonly action: string;
  readonly isDirty: boolean;
  readonly isPending: boolean;
  readonly onDiscard: () => void;
}

/** Saves a form of settings, or discards its unsaved changes. */
export function SaveBar({ action, isDirty, isPending, onDiscard }: SaveBarProps) {
  return (
    <Group gap="md">
      <Button type="submit" loading={isPending} disabled={!isDirty}>
        {action}
      </Button>
      {isDirty && (
        <>
          <Button variant="subtle" color="gray" onClick={onDiscard}>
            {SETTINGS.discard}
          </Button>
          <Text size="sm" className="muted">
            {SETTINGS.unsaved}
          </Text>
        </>
      )}
    </Group>
  );
}
