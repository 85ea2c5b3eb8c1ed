import {
  Checkbox,
  MultiSelect,
  PasswordInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { ReactNode } from "react";
import { CONFIGS } from "../../../words/configs.ts";
import type { ConfigField } from "./config.ts";
import { type ControlValue, getChoices, getKind, type Pairs } from "./control.ts";
import { PairsInput } from "./pairs-input.tsx";

interface ControlInputProps {
  /** Its key in the form, to find it again if something is wrong with it. */
  readonly name: string;
  readonly field: ConfigField;
  readonly value: ControlValue;
  readonly error: ReactNode;
  /** Shown below its own help. */
  readonly note: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: ControlValue) => void;
}

/** The input of a config's field, by its type. */
export function ControlInput({ name, field, value, error, note, disabled, onChange }: ControlInputProps) {
  const kind = getKind(field);
  const help = [field.help_text, kind === "json" && CONFIGS.asJson, note].filter(Boolean).join(" ");
  const common = { label: field.name, description: help || undefined, error, disabled, "data-path": name };
  const input = { ...common, withAsterisk: field.required, placeholder: placeholderOf(field) };
  const control = { field, value, onChange, input };
  switch (kind) {
    case "password":
      return <PasswordControl {...control} />;
    case "check":
      return (
        <Switch {...common} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      );
    case "select":
      return <SelectControl {...control} />;
    case "list":
    case "lines":
      return <ListControl {...control} />;
    case "pairs":
      return <PairsInput {...input} field={field} value={value as Pairs} onChange={onChange} />;
    case "json":
      return <JsonControl {...control} />;
    default:
      return <TextControl {...control} />;
  }
}

const INPUT_TYPES = ["number", "email", "url", "date"];

interface ControlProps {
  readonly field: ConfigField;
  readonly value: ControlValue;
  readonly onChange: (value: ControlValue) => void;
  readonly input: {
    readonly label: string;
    readonly description: string | undefined;
    readonly error: ReactNode;
    readonly disabled: boolean;
    readonly withAsterisk: boolean;
    readonly placeholder: string | undefined;
  };
}

function SelectControl({ field, value, onChange, input }: ControlProps) {
  return (
    <Select
      {...input}
      placeholder={input.placeholder ?? CONFIGS.choose}
      data={[...getChoices(field)]}
      value={String(value) || null}
      clearable
      searchable={getChoices(field).length > 8}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

function ListControl({ field, value, onChange, input }: ControlProps) {
  const list = { ...input, value: [...(value as readonly string[])], onChange };
  if (getKind(field) === "lines") return <TagsInput {...list} />;
  return <MultiSelect {...list} data={[...getChoices(field)]} searchable clearable />;
}

/** Validated on saving: an error message on blur would move the button under the pointer. */
function JsonControl({ value, onChange, input }: ControlProps) {
  return (
    <Textarea
      {...input}
      autosize
      minRows={3}
      maxRows={20}
      spellCheck={false}
      classNames={{ input: "mono" }}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function TextControl({ field: { field_type: type }, value, onChange, input }: ControlProps) {
  const text = {
    ...input,
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (type === "textarea") return <Textarea {...text} autosize minRows={3} maxRows={16} />;
  // Dates may have a time, which the browser's date input would drop.
  const isDay = type === "date" && /^(\d{4}-\d\d-\d\d)?$/.test(String(value));
  const isOther = type === "date" ? isDay : INPUT_TYPES.includes(type);
  return <TextInput {...text} type={isOther ? type : "text"} step="any" autoComplete="off" />;
}

function PasswordControl({ field, value, onChange, input }: ControlProps) {
  const isKept = field.value !== undefined;
  return (
    <Stack gap="xs">
      <PasswordInput
        {...input}
        description={[input.description, isKept && CONFIGS.kept].filter(Boolean).join(" ") || undefined}
        value={value === null ? "" : String(value)}
        disabled={input.disabled || value === null}
        autoComplete="new-password"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isKept && (
        <Checkbox
          label={CONFIGS.remove}
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : "")}
        />
      )}
    </Stack>
  );
}

function placeholderOf(field: ConfigField): string | undefined {
  const { defaultValue, placeholder } = field;
  if (defaultValue === undefined || defaultValue === null) return placeholder;
  const text = typeof defaultValue === "object" ? JSON.stringify(defaultValue) : String(defaultValue);
  const choice = getChoices(field).find(({ value }) => value === text);
  return CONFIGS.byDefault(choice?.label ?? text);
}
