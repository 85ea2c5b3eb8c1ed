import { Autocomplete, Button, Checkbox, Group, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import { isValues, type Values, withMember } from "../settings/schema.ts";
import { getText } from "./customer-fields.ts";
import { ChoicesField } from "./field-choices.tsx";
import classes from "./fields-dialog.module.css";

const KINDS = Object.entries(CUSTOMER_FIELDS.columnTypes).map(([value, label]) => ({ value, label }));

interface ColumnFormProps {
  readonly title: string;
  readonly column: Values;
  readonly slug: string;
  readonly isReadOnly: boolean;
  /** What its data source may refer to. */
  readonly roots: readonly string[];
  readonly choicesHelp?: string;
  /** Whether free text is allowed although there are choices. */
  readonly hasType?: boolean;
  /** Whether several values may be chosen. */
  readonly hasMultiple?: boolean;
  /** Left sides for each of which it may differ; none if it is the same for all. */
  readonly lefts?: readonly string[] | undefined;
  readonly onChange: (column: Values) => void;
}

/** One side of a mapping, or one column of rules: its heading and its choices. */
export function ColumnForm({ lefts, ...props }: ColumnFormProps) {
  return (
    <fieldset className={classes.column} aria-label={props.title}>
      <legend>{props.title}</legend>
      <Stack gap="sm">
        <ColumnFields {...props} />
        {lefts && <ByLeft lefts={lefts} {...props} />}
      </Stack>
    </fieldset>
  );
}

function ColumnFields(props: Omit<ColumnFormProps, "lefts">) {
  const { column, slug, isReadOnly, roots, choicesHelp, hasType, hasMultiple, onChange } = props;
  return (
    <>
      <TextInput
        label={CUSTOMER_FIELDS.heading}
        value={getText(column.name)}
        maxLength={1000}
        readOnly={isReadOnly}
        onChange={({ currentTarget: { value } }) => onChange(withMember(column, "name", value || undefined))}
      />
      <ChoicesField
        holder={column}
        label={CUSTOMER_FIELDS.choices}
        help={choicesHelp}
        slug={slug}
        isReadOnly={isReadOnly}
        roots={roots}
        onChange={(changes) =>
          onChange(
            Object.entries(changes).reduce((next, [name, value]) => withMember(next, name, value), column),
          )
        }
      />
      {hasType && (
        <Select
          label={CUSTOMER_FIELDS.columnType}
          placeholder={CUSTOMER_FIELDS.byChoices}
          data={KINDS}
          value={getText(column.type) || null}
          readOnly={isReadOnly}
          clearable={!isReadOnly}
          onChange={(type) => onChange(withMember(column, "type", type ?? undefined))}
        />
      )}
      {hasMultiple && (
        <Checkbox
          label={CUSTOMER_FIELDS.multiple}
          checked={column.multiple === true}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked } }) =>
            onChange(withMember(column, "multiple", checked || undefined))
          }
        />
      )}
    </>
  );
}

/** The differences for one value of the left side, which is chosen first. */
function ByLeft({ lefts, ...props }: ColumnFormProps & { readonly lefts: readonly string[] }) {
  const { title, column, isReadOnly, onChange } = props;
  const [left, setLeft] = useState("");
  const byLeft = isValues(column.by_lhs) ? column.by_lhs : {};
  const own = Object.hasOwn(byLeft, left) ? byLeft[left] : undefined;
  const set = (next: Values | undefined) => {
    const after = withMember(byLeft, left, next);
    onChange(withMember(column, "by_lhs", Object.keys(after).length > 0 ? after : undefined));
  };
  const different = Object.keys(byLeft);
  return (
    <>
      <Autocomplete
        label={CUSTOMER_FIELDS.differentFor}
        description={CUSTOMER_FIELDS.differentNow(different)}
        data={[...new Set([...lefts, ...different])]}
        value={left}
        maxLength={1000}
        onChange={setLeft}
      />
      {left !== "" && (
        <ColumnForm
          key={left}
          {...props}
          title={CUSTOMER_FIELDS.columnFor(title, left)}
          column={isValues(own) ? own : {}}
          onChange={set}
        />
      )}
      {own !== undefined && !isReadOnly && (
        <Group>
          <Button variant="default" onClick={() => set(undefined)}>
            {CUSTOMER_FIELDS.sameAsOthers}
          </Button>
        </Group>
      )}
    </>
  );
}
