import { TextInput } from "@mantine/core";
import { useState } from "react";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import { isValues, type Schema, type Values } from "../schema.ts";
import classes from "../settings.module.css";
import { useStepForm } from "../step-context.ts";
import { AddButton } from "./add-button.tsx";
import { AnyField } from "./any-field.tsx";
import { RowTools } from "./row-tools.tsx";
import { useRowKeys } from "./use-row-keys.ts";

interface MapFieldProps {
  readonly label: string;
  readonly field: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: Values | undefined) => void;
}

type Entry = readonly [name: string, value: unknown];

/** Rows of a name and a value. A row with an empty or duplicate name exists only here until it has one of its own. */
export function MapField({ label, field, value, onChange }: MapFieldProps) {
  const given = isValues(value) ? value : {};
  const { isReadOnly } = useStepForm();
  const [entries, setEntries] = useState<readonly Entry[]>(() => Object.entries(given));
  const keys = useRowKeys(entries.length);
  // Changed externally, such as by undo.
  if (!isSame(namedOf(entries), given)) setEntries(Object.entries(given));
  const set = (next: readonly Entry[]) => {
    setEntries(next);
    const named = namedOf(next);
    if (!isSame(named, given)) onChange(Object.keys(named).length === 0 ? undefined : named);
  };
  return (
    <>
      <ul className={classes.rows}>
        {entries.map(([name, member], index) => {
          const what = `${label}: ${name || index + 1}`;
          const isTaken = entries.findIndex(([other]) => other === name) < index && name !== "";
          return (
            <li key={keys.of(index)} className={classes.row}>
              <TextInput
                className={classes.entryName}
                aria-label={`${what}, ${STEP_SETTINGS.entryName}`}
                placeholder={STEP_SETTINGS.entryName}
                spellCheck={false}
                autoComplete="off"
                disabled={isReadOnly}
                error={isTaken ? STEP_SETTINGS.sameName : undefined}
                value={name}
                onChange={({ currentTarget }) => set(entries.with(index, [currentTarget.value, member]))}
              />
              <AnyField
                isBare
                isSingleLine
                label={`${what}, ${STEP_SETTINGS.entryValue}`}
                field={`${field}.${name}`}
                value={member === "" ? undefined : member}
                onChange={(next) => set(entries.with(index, [name, next ?? ""]))}
              />
              <RowTools
                what={what}
                index={index}
                count={entries.length}
                onRemove={() => {
                  keys.remove(index);
                  set(entries.toSpliced(index, 1));
                }}
              />
            </li>
          );
        })}
      </ul>
      <AddButton
        label={`${STEP_SETTINGS.addEntry}: ${label}`}
        onClick={() => setEntries([...entries, ["", ""]])}
      >
        {STEP_SETTINGS.addEntry}
      </AddButton>
    </>
  );
}

/** The rows with a name of their own. */
function namedOf(entries: readonly Entry[]): Values {
  const named = new Map<string, unknown>();
  for (const [name, value] of entries) if (name !== "" && !named.has(name)) named.set(name, value);
  return Object.fromEntries(named);
}

function isSame(one: Values, other: Values): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
