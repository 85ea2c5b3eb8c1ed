import { toFile } from "../../../../parts/files/shown-files.ts";
import { hasMembers, memberExpression } from "../../../../parts/json-tree/rows.ts";

/** A file in the data of expressions, and what reads it. */
export interface FileAtHand {
  readonly name: string;
  readonly expression: string;
}

const MOST_FILES = 10;
const MOST_VALUES = 20_000;

/** The files in the data of expressions, those nearest to the roots first. */
export function findFileExpressions(roots: unknown): FileAtHand[] {
  const found: FileAtHand[] = [];
  const open: { readonly value: unknown; readonly expression: string }[] = [{ value: roots, expression: "" }];
  for (const { value, expression } of open) {
    if (found.length >= MOST_FILES || open.length > MOST_VALUES) break;
    if (!hasMembers(value)) continue;
    const file = toFile(value);
    if (file) found.push({ name: file.name, expression });
    else
      for (const [name, member] of Object.entries(value))
        open.push({
          value: member,
          expression: memberExpression(expression, Array.isArray(value) ? Number(name) : name),
        });
  }
  return found;
}
