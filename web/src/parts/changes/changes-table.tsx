import { Text } from "@mantine/core";
import { CHANGES } from "../../words/parts/changes.ts";
import { differingLines, type FieldChange } from "./changes.ts";
import classes from "./changes-table.module.css";

const MOST_CHANGES = 100;

/** The values before and after, field by field; for long texts the part that differs. */
export function ChangesTable({ label, fields }: { label: string; fields: readonly FieldChange[] }) {
  return (
    <div className={classes.changes}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th>{CHANGES.field}</th>
            <th>{CHANGES.before}</th>
            <th>{CHANGES.after}</th>
          </tr>
        </thead>
        <tbody>
          {fields.slice(0, MOST_CHANGES).map((field) => {
            const { before, after } = textsOf(field);
            return (
              <tr key={field.path}>
                <th scope="row">{field.path}</th>
                <td>{before !== undefined && <del>{before}</del>}</td>
                <td>{after !== undefined && <ins>{after}</ins>}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {fields.length > MOST_CHANGES && (
        <Text size="sm" className="muted">
          {CHANGES.moreChanges({ count: fields.length - MOST_CHANGES })}
        </Text>
      )}
    </div>
  );
}

function textsOf({ before, after }: FieldChange): { before?: string; after?: string } {
  const areTexts = typeof before === "string" && typeof after === "string";
  return areTexts ? differingLines(before, after) : { before: textOf(before), after: textOf(after) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
