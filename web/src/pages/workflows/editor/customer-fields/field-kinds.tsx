import { Stack, Textarea, TextInput } from "@mantine/core";
import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import type { CustomerField } from "../document/document.ts";
import { isValues, type Values, withMember } from "../settings/schema.ts";
import { getText, getType, getValues } from "./customer-fields.ts";
import { ChoiceLines, ChoicesField } from "./field-choices.tsx";
import { ColumnForm } from "./field-column.tsx";

const FIELDS = ["fields"];
// The values that can be part of a condition's left side.
const WITH_LEFT = ["fields", "lhs"];

interface KindFieldsProps {
  readonly field: CustomerField;
  readonly slug: string;
  readonly isReadOnly: boolean;
  readonly onChange: (changes: CustomerField) => void;
}

/** The settings of certain types: choices, names to map, both sides of a mapping, columns of rules. */
export function KindFields(props: KindFieldsProps) {
  const type = getType(props.field);
  if (type === "select") return <ChoicesOf {...props} label={CUSTOMER_FIELDS.choices} />;
  if (type === "map") return <MapFields {...props} />;
  if (type === "map_v2") return <MappingFields {...props} />;
  return type === "rule_engine" ? <RuleFields {...props} /> : null;
}

function ChoicesOf({ field, label, ...props }: KindFieldsProps & { readonly label: string }) {
  return <ChoicesField holder={field} label={label} roots={FIELDS} {...props} />;
}

/** A value for each of some names: listed here, or given with the config by your product. */
function MapFields(props: KindFieldsProps) {
  const { field, isReadOnly, onChange } = props;
  return (
    <>
      <ChoiceLines
        label={CUSTOMER_FIELDS.labels}
        description={CUSTOMER_FIELDS.labelsHelp}
        choices={field.labels}
        isReadOnly={isReadOnly}
        onChange={(labels) => onChange({ labels } as CustomerField)}
      />
      <TextInput
        label={CUSTOMER_FIELDS.group}
        description={CUSTOMER_FIELDS.groupHelp}
        value={getText(field.dynamic_slot_identifier)}
        maxLength={1000}
        readOnly={isReadOnly}
        onChange={({ currentTarget: { value } }) => onChange({ dynamic_slot_identifier: value || undefined })}
      />
      <ChoicesOf {...props} label={CUSTOMER_FIELDS.rightChoices} />
    </>
  );
}

/** Both sides of a mapping. */
function MappingFields({ field, slug, isReadOnly, onChange }: KindFieldsProps) {
  const mapping = valuesIn(field.mapping);
  const side = (name: "lhs" | "rhs") => ({
    slug,
    isReadOnly,
    roots: FIELDS,
    column: valuesIn(mapping[name]),
    onChange: (next: Values) =>
      onChange({ mapping: { lhs: {}, rhs: {}, ...mapping, [name]: next } } as CustomerField),
  });
  return (
    <Stack gap="sm">
      <ColumnForm title={CUSTOMER_FIELDS.left} {...side("lhs")} />
      <ColumnForm title={CUSTOMER_FIELDS.right} hasMultiple {...side("rhs")} />
    </Stack>
  );
}

/** The columns of conditions. */
function RuleFields({ field, slug, isReadOnly, onChange }: KindFieldsProps) {
  const columns = valuesIn(field.rule_columns);
  const left = valuesIn(columns.lhs);
  const set = (name: string, value: unknown) =>
    onChange({ rule_columns: withMember(columns, name, value) } as CustomerField);
  const column = (name: "lhs" | "operator" | "rhs") => ({
    slug,
    isReadOnly,
    column: valuesIn(columns[name]),
    roots: name === "lhs" ? FIELDS : WITH_LEFT,
    lefts: name === "lhs" ? undefined : getValues(left.options),
    onChange: (next: Values) => set(name, Object.keys(next).length > 0 ? next : undefined),
  });
  return (
    <Stack gap="sm">
      <ColumnForm title={CUSTOMER_FIELDS.ruleLeft} {...column("lhs")} />
      <ColumnForm
        title={CUSTOMER_FIELDS.operator}
        choicesHelp={CUSTOMER_FIELDS.operatorsHelp}
        {...column("operator")}
      />
      <ColumnForm title={CUSTOMER_FIELDS.ruleRight} hasType {...column("rhs")} />
      <Textarea
        label={CUSTOMER_FIELDS.code}
        description={CUSTOMER_FIELDS.codeHelp}
        classNames={{ input: "mono" }}
        autosize
        minRows={2}
        maxRows={16}
        maxLength={20_000}
        spellCheck={false}
        value={getText(columns.conditional_code)}
        readOnly={isReadOnly}
        onChange={({ currentTarget: { value } }) => set("conditional_code", value || undefined)}
      />
    </Stack>
  );
}

function valuesIn(value: unknown): Values {
  return isValues(value) ? value : {};
}
