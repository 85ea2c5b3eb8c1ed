import type { ReactNode } from "react";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import { getBlank, getControl, moved, type Schema } from "../schema.ts";
import classes from "../settings.module.css";
import { AddButton } from "./add-button.tsx";
import { RowTools } from "./row-tools.tsx";
import { useRowKeys } from "./use-row-keys.ts";

/** The value of a row; `field` is its dotted path in the node. */
export interface ListRow {
  readonly label: string;
  readonly field: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

interface ListFieldProps {
  readonly label: string;
  readonly field: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: readonly unknown[] | undefined) => void;
  /** Shows the value of a row. */
  readonly children: (row: ListRow) => ReactNode;
}

/** Rows of one shape, to add, remove and sort. */
export function ListField({ label, field, schema, value, onChange, children }: ListFieldProps) {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const keys = useRowKeys(rows.length);
  const { items = {}, maxItems = Number.POSITIVE_INFINITY } = schema;
  const isGroup = getControl(items) === "group";
  const set = (index: number, next: unknown) => onChange(rows.with(index, next ?? getBlank(items)));
  const remove = (index: number) => {
    keys.remove(index);
    const left = rows.toSpliced(index, 1);
    onChange(left.length === 0 ? undefined : left);
  };
  const move = (index: number, by: number) => {
    keys.move(index, by);
    onChange(moved(rows, index, by));
  };
  return (
    <>
      <ul className={classes.rows}>
        {rows.map((row, index) => {
          const what = STEP_SETTINGS.nth({ label, place: index + 1 });
          const tools = (
            <RowTools
              what={what}
              index={index}
              count={rows.length}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          );
          return (
            <li key={keys.of(index)} className={isGroup ? classes.box : classes.row}>
              {isGroup && (
                <div className={classes.boxHead}>
                  <span className={classes.label}>{what}</span>
                  {tools}
                </div>
              )}
              {children({
                label: what,
                field: `${field}.${index}`,
                schema: items,
                value: row,
                onChange: (next) => set(index, next),
              })}
              {!isGroup && tools}
            </li>
          );
        })}
      </ul>
      <AddButton
        label={`${STEP_SETTINGS.addItem}: ${label}`}
        disabled={rows.length >= maxItems}
        onClick={() => onChange([...rows, getBlank(items)])}
      >
        {STEP_SETTINGS.addItem}
      </AddButton>
    </>
  );
}
