import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { Role } from "../../api/session.ts";
import { SETTINGS } from "../../words/settings/settings.ts";

const NONE = "none";
const ROLES = ["viewer", "support", "developer", "owner"] as const;

interface RoleChoiceProps {
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly value: Role | null;
  readonly onChange: (role: Role | null) => void;
  /** Whether it may be no role at all. */
  readonly mayBeNone?: boolean;
  readonly disabled?: boolean;
  readonly error?: ReactNode;
}

/** Chooses a role; each describes what it may do. */
export function RoleChoice({
  label,
  isLabelShown = true,
  value,
  onChange,
  mayBeNone = false,
  disabled,
  error,
}: RoleChoiceProps) {
  const data = [
    ...(mayBeNone ? [{ value: NONE, label: SETTINGS.noAccess }] : []),
    ...ROLES.map((role) => ({ value: role, label: SETTINGS.roles[role] })),
  ];
  return (
    <Select
      label={isLabelShown ? label : undefined}
      aria-label={label}
      description={isLabelShown && value ? SETTINGS.rolesHelp[value] : undefined}
      inputWrapperOrder={["label", "input", "description"]}
      data={data}
      renderOption={({ option }) => (
        <div>
          {option.label}
          {option.value in SETTINGS.rolesHelp && (
            <div className="muted">{SETTINGS.rolesHelp[option.value as Role]}</div>
          )}
        </div>
      )}
      maxDropdownHeight={360}
      comboboxProps={{ width: 300, position: "bottom-start" }}
      value={value ?? NONE}
      allowDeselect={false}
      disabled={disabled}
      error={error}
      onChange={(chosen) => onChange(chosen === NONE ? null : (chosen as Role))}
    />
  );
}
