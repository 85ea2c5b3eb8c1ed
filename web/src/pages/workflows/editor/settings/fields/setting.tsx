import { useState } from "react";
import { takesFile } from "../../../../../parts/files/takes-file.ts";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import { CodeField } from "../code/code-field.tsx";
import { getInsertion, hasExpression } from "../code/template.ts";
import { problemAt } from "../problems.ts";
import {
  fitsControl,
  getControl,
  isValues,
  isWrittenAsJson,
  type Schema,
  type SettingControl,
  type Values,
  withMember,
} from "../schema.ts";
import { getSettingWords } from "../setting-words.ts";
import { useStepForm } from "../step-context.ts";
import { AnyField } from "./any-field.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { FileField } from "./file-field.tsx";
import { ListField } from "./list-field.tsx";
import { MapField } from "./map-field.tsx";
import { ModeButton } from "./mode-button.tsx";
import { Duration, SimpleControl } from "./simple-control.tsx";

export interface SettingProps {
  readonly label: string;
  /** Dotted path in the node, beginning with `data`. */
  readonly field: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** Called with undefined to remove the setting. */
  readonly onChange: (value: unknown) => void;
  readonly isRequired?: boolean | undefined;
}

// Longer ones get several lines.
const SHORT = 300;

/** A setting of any shape; each accepts an expression in place of its value. */
export function Setting(props: SettingProps) {
  const { label, field, schema, value, onChange, isRequired } = props;
  const { type } = useStepForm();
  const control = getControl(schema);
  const { description } = getSettingWords(type, field, schema);
  const common = { label, field, description, isRequired };
  if (takesFile(schema)) return <FileField {...common} value={value} onChange={onChange} />;
  // Conditions have their logic next to them, so their owner shows them itself.
  if (control === "any" || control === "conditions")
    return <AnyField {...common} isJson={isWrittenAsJson(schema)} value={value} onChange={onChange} />;
  if (control !== "text") return <TypedSetting {...props} control={control} />;
  const isShort = schema.maxLength !== undefined && schema.maxLength <= SHORT;
  // A value of another type was written through the API.
  if (!fitsControl("text", value)) return <AnyField {...common} value={value} onChange={onChange} />;
  return (
    <CodeField
      {...common}
      isSingleLine={isShort || field.endsWith("url")}
      value={typeof value === "string" ? value : ""}
      onChange={(text) => onChange(text === "" ? undefined : text)}
    />
  );
}

/** A setting that is not a text: its control, or an expression, or JSON if the value fits neither. */
function TypedSetting(props: SettingProps & { readonly control: SettingControl }) {
  const { label, field, schema, value, onChange, isRequired, control } = props;
  const { type, isReadOnly, problems, target } = useStepForm();
  const [isExpression, setIsExpression] = useState(hasExpression(value));
  const [isSwitched, setIsSwitched] = useState(false);
  const { description } = getSettingWords(type, field, schema);
  const common = { label, field, description, isRequired };
  if (!isExpression && !hasExpression(value) && !fitsControl(control, value))
    return <AnyField {...common} value={value} onChange={onChange} />;
  const shown = isExpression || hasExpression(value);
  const change = () => {
    setIsExpression(!shown);
    setIsSwitched(true);
    // Neither can show the other's value.
    if (value !== undefined) onChange(undefined);
  };
  // A picked value replaces what was entered: it can only be an expression.
  const insert = (path: string) => {
    setIsExpression(true);
    setIsSwitched(true);
    onChange(getInsertion("template", "", path));
  };
  const tools = !isReadOnly && (
    <ModeButton
      icon={shown ? "value" : "expression"}
      label={shown ? STEP_SETTINGS.toValue({ label }) : STEP_SETTINGS.toExpression({ label })}
      onClick={change}
    />
  );
  if (shown)
    return (
      <CodeField
        {...common}
        tools={tools}
        takesFocus={isSwitched}
        value={typeof value === "string" ? value : ""}
        onChange={(text) => onChange(text === "" ? undefined : text)}
      />
    );
  const isSimple = control === "number" || control === "boolean" || control === "choice";
  const error = isSimple ? problemAt(problems, field) : problems.get(field);
  return (
    <FieldFrame
      {...common}
      tools={tools}
      error={error}
      below={field.endsWith("_ms") && <Duration ms={value ?? schema.default} />}
    >
      {(ids) => {
        if (isSimple)
          return (
            <SimpleControl
              {...ids}
              control={control}
              field={field}
              schema={schema}
              value={value}
              onChange={onChange}
              onFocus={() => {
                target.current = { insert };
              }}
            />
          );
        if (control === "map")
          return <MapField label={label} field={field} schema={schema} value={value} onChange={onChange} />;
        if (control === "list")
          return (
            <ListField label={label} field={field} schema={schema} value={value} onChange={onChange}>
              {(row) => (getControl(row.schema) === "group" ? <GroupField {...row} /> : <Setting {...row} />)}
            </ListField>
          );
        return <GroupField field={field} schema={schema} value={value} onChange={onChange} />;
      }}
    </FieldFrame>
  );
}

interface GroupFieldProps {
  readonly field: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: Values | undefined) => void;
  /** Only these members, if given. */
  readonly only?: readonly string[];
}

/** The members of an object, each by its own schema. */
export function GroupField({ field, schema, value, onChange, only }: GroupFieldProps) {
  const { type } = useStepForm();
  const values = isValues(value) ? value : {};
  const names = only ?? Object.keys(schema.properties ?? {});
  return names.map((name) => {
    const member = schema.properties?.[name];
    if (!member) return null;
    return (
      <Setting
        key={name}
        label={getSettingWords(type, `${field}.${name}`, member).label}
        field={`${field}.${name}`}
        schema={member}
        isRequired={schema.required?.includes(name)}
        value={values[name]}
        onChange={(next) => onChange(withMember(values, name, next))}
      />
    );
  });
}
