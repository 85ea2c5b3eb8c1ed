import type { Deps } from "../../deps.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import type { SandboxError } from "../../platform/sandbox/sandbox.ts";
import {
  type Column,
  type Field,
  type FieldOption,
  getColumn,
  getRuleColumns,
  readColumn,
} from "../../workflows/definition/field.ts";
import type { FieldValues } from "../../workflows/definition/stored-values.ts";
import type { AskSource } from "./fill-options.ts";

// The code only decides what a form shows.
const CODE_LIMITS = { cpuMs: 1000, wallMs: 5000 };

/** A column of a condition as a form shows it (platform-surface 3.4). */
export interface RuleColumn {
  name: string;
  type: "text" | "select";
  options: FieldOption[];
}

/** The parts of a condition for one left side. */
export interface RuleOptions {
  rule_column: { rhs: RuleColumn; operator: RuleColumn };
  /** Choices of the left side. */
  options: FieldOption[];
  conditional_code_stdout: string[];
  error?: { message: string; stack: string };
}

/** The columns of a condition for one left side, with their choices, and any error on the way. */
export interface ConditionColumns {
  readonly lhs: Column;
  readonly operator: Column;
  readonly rhs: Column;
  /** What the field's code printed. */
  readonly logs: string[];
  readonly error?: RuleOptions["error"];
}

interface LeftSide {
  readonly field: Field;
  readonly values: FieldValues;
  readonly lhs: string;
}

/**
 * Right side and operator of a condition of `field` for the left side `lhs` (platform-surface 3.4): as declared, then
 * as declared for this left side, then from their data sources, then from the field's code. Failures are reported as
 * `error`, and the rest stays.
 */
export async function fetchRuleOptions(
  deps: Pick<Deps, "sandbox">,
  ask: AskSource,
  left: LeftSide,
): Promise<RuleOptions> {
  const { lhs, operator, rhs, logs, error } = await fetchConditionColumns(deps, ask, left);
  return {
    rule_column: {
      rhs: present(rhs, { name: "RHS" }),
      operator: present(operator, { name: "Operator", type: "select" }),
    },
    options: lhs.options ?? [],
    conditional_code_stdout: logs,
    error,
  };
}

/** The same as columns; unset names and types are left out. */
export async function fetchConditionColumns(
  { sandbox }: Pick<Deps, "sandbox">,
  ask: AskSource,
  { field, values, lhs }: LeftSide,
): Promise<ConditionColumns> {
  const columns = getRuleColumns(field);
  const problems: string[] = [];
  const fill = async (column: Column): Promise<Column> => {
    if (column.source === undefined) return column;
    const answer = await ask({ field: field.id, source: column.source, values, lhs });
    if (answer && "problem" in answer) problems.push(answer.problem);
    return { ...column, options: answer && "options" in answer ? answer.options : [] };
  };
  const [left, rhs, operator] = await Promise.all([
    fill(columns.lhs),
    fill(getColumn(columns.rhs, lhs)),
    fill(getColumn(columns.operator, lhs)),
  ]);
  const decided =
    columns.code === undefined ? undefined : await runCode(sandbox, columns.code, { lhs, fields: values });
  const [problem] = problems;
  return {
    lhs: left,
    rhs: { ...rhs, ...decided?.rhs },
    operator: { ...operator, ...decided?.operator },
    logs: decided?.logs ?? [],
    error: decided?.error ?? (problem === undefined ? undefined : { message: problem, stack: "" }),
  };
}

interface ColumnOverrides {
  readonly rhs?: Partial<Column>;
  readonly operator?: Partial<Column>;
  readonly logs: string[];
  readonly error?: RuleOptions["error"];
}

/** Runs the code with `lhs` and `fields`; it may return `{rhs, operator}`, each with `name`, `type` and `options`. */
async function runCode(
  sandbox: Deps["sandbox"],
  code: string,
  globals: { lhs: string; fields: FieldValues },
): Promise<ColumnOverrides> {
  const result = await sandbox.run({ code, globals, limits: CODE_LIMITS });
  const { logs } = result;
  if (!result.ok) return { logs, error: describe(result.error) };
  const value = isObject(result.value) ? result.value : {};
  return { logs, rhs: given(value.rhs), operator: given(value.operator) };
}

/** The members that the code returned; what it omitted stays as declared. */
function given(value: Json | undefined): Partial<Column> | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(readColumn(value)).filter(([, member]) => member !== undefined));
}

function describe({ message, line }: SandboxError): { message: string; stack: string } {
  return {
    message,
    stack: line === undefined ? message : `${message}\n    at line ${line} of conditional_code`,
  };
}

function present(
  { name, type, options = [] }: Column,
  defaults: { name: string; type?: "select" },
): RuleColumn {
  const shown = defaults.type ?? (options.length > 0 ? "select" : "text");
  return { name: name ?? defaults.name, type: type ?? shown, options };
}
