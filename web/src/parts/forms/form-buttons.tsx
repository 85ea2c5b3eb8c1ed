import { Group, Text } from "@mantine/core";
import { FORMS } from "../../words/parts/forms.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { ButtonLink } from "../links/button-link.tsx";
import type { PageAddress } from "../links/page-link.tsx";
import { RoleButton } from "../page/role-button.tsx";

interface FormButtonsProps {
  readonly action: string;
  /** The page to which the form is left without saving. */
  readonly cancel?: PageAddress;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  /** Set if the form says that it has unsaved changes. */
  readonly isDirty?: boolean;
  readonly onSubmit: () => unknown;
}

/** The end of the form of a record: saves it, or leaves it. */
export function FormButtons(props: FormButtonsProps) {
  const { action, cancel, isPending, isDisabled = false, isDirty = false, onSubmit } = props;
  return (
    <Group gap="sm">
      <RoleButton
        type="submit"
        least="developer"
        variant="filled"
        loading={isPending}
        disabled={isDisabled}
        onClick={onSubmit}
      >
        {action}
      </RoleButton>
      {cancel && (
        <ButtonLink variant="default" {...cancel}>
          {PARTS.cancel}
        </ButtonLink>
      )}
      {isDirty && (
        <Text size="sm" className="muted">
          {FORMS.unsaved}
        </Text>
      )}
    </Group>
  );
}
