import { NumberInput, Select, Switch, Text } from "@mantine/core";
import { lasting } from "../../../../../parts/time/time-words.ts";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import type { Schema, SettingControl } from "../schema.ts";
import { getChoiceWord } from "../setting-words.ts";
import { useStepForm } from "../step-context.ts";
import type { FrameIds } from "./field-frame.tsx";

interface SimpleControlProps extends FrameIds {
  readonly control: SettingControl;
  /** Dotted path in the node. */
  readonly field: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onFocus: () => void;
}

/** A number, a choice, or yes and no. */
export function SimpleControl({
  control,
  field,
  schema,
  value,
  onChange,
  onFocus,
  labelledBy,
  describedBy,
}: SimpleControlProps) {
  const { type, isReadOnly } = useStepForm();
  const common = { "aria-labelledby": labelledBy, disabled: isReadOnly, onFocus };
  // As a property, Mantine's inputs would replace it with what their own wrapper shows.
  const described = { input: { "aria-describedby": describedBy } };
  const wordOf = (choice: unknown) => getChoiceWord(type, field, String(choice));
  const placeholder =
    schema.default === undefined ? undefined : STEP_SETTINGS.defaultValue({ value: wordOf(schema.default) });
  if (control === "number")
    return (
      <NumberInput
        {...common}
        attributes={described}
        placeholder={placeholder}
        min={schema.minimum}
        max={schema.maximum}
        // A value out of bounds is reported, and not silently changed.
        clampBehavior="none"
        hideControls
        value={typeof value === "number" ? value : ""}
        onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
      />
    );
  if (control === "boolean")
    return (
      <Switch
        {...common}
        aria-describedby={describedBy}
        checked={(value ?? schema.default) === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  return (
    <Select
      {...common}
      attributes={described}
      placeholder={placeholder}
      clearable
      data={(schema.enum ?? []).map((choice) => ({ value: String(choice), label: wordOf(choice) }))}
      value={typeof value === "string" ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** A duration in milliseconds, in words. */
export function Duration({ ms }: { ms: unknown }) {
  if (typeof ms !== "number" || ms < 1000) return null;
  return (
    <Text size="xs" className="muted">
      {lasting(ms)}
    </Text>
  );
}
