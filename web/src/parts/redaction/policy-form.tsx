import type { Environment } from "@junctor/sdk";
import { Group, NativeSelect, NumberInput, Stack, Text } from "@mantine/core";
import type { ComponentProps } from "react";
import type { Role } from "../../api/session.ts";
import { REDACTION } from "../../words/redaction.ts";
import { StoredForm } from "../forms/stored-form.tsx";
import type { Policy } from "./policy.ts";
import { RulesField } from "./rules-field.tsx";

interface PolicyFormProps {
  readonly label: string;
  readonly help: string;
  readonly least: Role;
  /** The environment whose role counts, if not the page's. */
  readonly environment?: Environment;
  readonly stored: Policy;
  readonly save: ComponentProps<typeof StoredForm<Policy>>["save"];
}

const KEEP = toChoices(REDACTION.keepOf);
const ORIGINALS = toChoices(REDACTION.originalsOf);
const ROLES = Object.entries(REDACTION.roleOf).map(([value, label]) => ({ value, label }));
const FIRST_DAYS = 7;
const MOST_DAYS = 30;

/** What one level says about redaction. */
export function PolicyForm({ label, help, least, environment, stored, save }: PolicyFormProps) {
  return (
    <StoredForm
      label={label}
      words={REDACTION.words}
      stored={stored}
      least={least}
      environment={environment}
      save={save}
    >
      {({ keep, rules = [], reveal }, change, readOnly) => (
        <Stack gap="md">
          <Text size="sm" className="muted">
            {help}
          </Text>
          <NativeSelect
            label={REDACTION.keep}
            data={KEEP}
            value={keep ?? ""}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) =>
              change({ keep: (value || undefined) as Policy["keep"] })
            }
          />
          <RulesField
            rules={rules}
            isReadOnly={readOnly}
            onChange={(changed) => change({ rules: changed })}
          />
          <OriginalsField
            reveal={reveal}
            isReadOnly={readOnly}
            onChange={(changed) => change({ reveal: changed })}
          />
        </Stack>
      )}
    </StoredForm>
  );
}

function toChoices(labels: Readonly<Record<string, string>>) {
  const choices = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return [{ value: "", label: REDACTION.notSet }, ...choices];
}

interface OriginalsFieldProps {
  readonly reveal: Policy["reveal"];
  readonly isReadOnly: boolean;
  readonly onChange: (reveal: Policy["reveal"]) => void;
}

/** Whether originals are kept, for how long and for whom. */
function OriginalsField({ reveal, isReadOnly, onChange }: OriginalsFieldProps) {
  const choose = (value: string) => {
    if (value === "keep") onChange({ days: FIRST_DAYS, role: "owner" });
    else onChange(value === "delete" ? null : undefined);
  };
  return (
    <>
      <NativeSelect
        label={REDACTION.originals}
        data={ORIGINALS}
        value={reveal === undefined ? "" : reveal === null ? "delete" : "keep"}
        disabled={isReadOnly}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {reveal && (
        <Group gap="sm" grow align="start">
          <NumberInput
            label={REDACTION.days}
            min={1}
            max={MOST_DAYS}
            clampBehavior="strict"
            allowDecimal={false}
            value={reveal.days}
            readOnly={isReadOnly}
            onChange={(days) => onChange({ ...reveal, days: Number(days) || 1 })}
          />
          <NativeSelect
            label={REDACTION.role}
            data={ROLES}
            value={reveal.role}
            disabled={isReadOnly}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...reveal, role: value as typeof reveal.role })
            }
          />
        </Group>
      )}
    </>
  );
}
