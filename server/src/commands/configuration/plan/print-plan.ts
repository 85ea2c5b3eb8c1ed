import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import type { Json } from "../../../platform/json/json.ts";
import type { Target } from "../../target.ts";
import { formatProblem, type ResourceFile } from "../files/read-folder.ts";
import { isVariable, VARIABLE } from "../files/variables.ts";
import type { ResourceKind } from "../kind.ts";
import type { ConfigurationPlan, PlanStep } from "./build-plan.ts";
import type { MemberChange } from "./compare.ts";
import { compareLines } from "./line-diff.ts";

/** Colors text where a terminal shows it. */
export type Paint = (style: "red" | "green" | "yellow" | "bold" | "dim", text: string) => string;

const SIGNS = { create: ["green", "+"], update: ["yellow", "~"], delete: ["red", "-"] } as const;
const LONGEST_LINE = 160;
/** What is shown of a value in whose place a file has a variable. */
const HIDDEN = "(hidden)";

/** The plan for people. */
export function renderPlan(target: Target, plan: ConfigurationPlan, paint: Paint): string {
  const lines = [
    ...plan.steps.flatMap((step) => [...renderStep(step, paint), ""]),
    ...renderUnmanaged(plan, paint),
    ...plan.skipped.flatMap(({ title }) => [paint("dim", describeSkipped(title)), ""]),
    ...plan.problems.map((problem) => paint("red", formatProblem(problem))),
    ...(plan.problems.length > 0 ? [""] : []),
    paint("bold", summarizePlan(target, plan)),
  ];
  return lines.join("\n");
}

/** The figures of a plan, as a sentence. */
export function summarizePlan({ environment, url }: Target, { steps, unchanged }: ConfigurationPlan): string {
  const where = `${environment} of ${url}`;
  if (steps.length === 0) return `No changes: ${where} is as the files say (${unchanged}).`;
  const count = (action: PlanStep["action"]) => steps.filter((step) => step.action === action).length;
  return `Plan for ${where}: ${count("create")} to create, ${count("update")} to update, ${count("delete")} to delete, ${unchanged} unchanged.`;
}

/** What a step is about: `workflow "order-total" (workflows/order-total.yaml)`. */
export function describeStep(step: PlanStep): string {
  const { kind } = step;
  if (step.action === "delete") return `${kind.title} "${kind.getName(step.record.document)}"`;
  const { path, document } = step.file;
  return kind.isSingle ? `${kind.title} (${path})` : `${kind.title} "${kind.getName(document)}" (${path})`;
}

function renderStep(step: PlanStep, paint: Paint): string[] {
  const [style, sign] = SIGNS[step.action];
  const head = `${paint(style, sign)} ${paint("bold", `${step.action} ${describeStep(step)}`)}`;
  if (step.action !== "update") return [head];
  const notes = step.notes.map((note) => `    ${paint("dim", note)}`);
  const blocked = step.blocked === undefined ? [] : [`    ${paint("red", `Not yet: ${step.blocked}`)}`];
  return [
    head,
    ...step.changes.flatMap((change) => renderChange(change, step.file, paint)),
    ...notes,
    ...blocked,
  ];
}

function renderUnmanaged({ unmanaged }: ConfigurationPlan, paint: Paint): string[] {
  if (unmanaged.length === 0) return [];
  const names = unmanaged.map(({ kind, record }) => `    ${kind.title} "${nameOf(kind, record)}"`);
  return [paint("dim", "  Without a file:"), ...names, ""];
}

function describeSkipped(title: string): string {
  return `  Not compared: the ${title} belongs to both environments, so only a production key changes it.`;
}

function nameOf(kind: ResourceKind, { document }: ConfigurationPlan["unmanaged"][number]["record"]): string {
  return kind.getName(document);
}

function renderChange(change: MemberChange, file: ResourceFile, paint: Paint): string[] {
  const { member, before, after } = redactVariables(change, file);
  const title = `    ${member}: `;
  if (isLong(before) && isLong(after) && typeof before === "string" && typeof after === "string")
    return [title.trimEnd(), ...compareLines(before, after).map((line) => renderLine(line, paint))];
  if (before === undefined) return renderValue(`    ${paint("green", "+")} ${member}: `, after);
  if (after === undefined) return renderValue(`    ${paint("red", "-")} ${member}: `, before);
  if (isLong(before) || isLong(after))
    return [title.trimEnd(), ...renderBlock("-", before, paint), ...renderBlock("+", after, paint)];
  return [`${title}${formatInline(before)} → ${formatInline(after)}`];
}

function renderLine({ sign, text }: { sign: string; text: string }, paint: Paint): string {
  const line = `      ${sign} ${text}`.trimEnd();
  if (sign === "+") return paint("green", line);
  return sign === "-" ? paint("red", line) : line;
}

function renderBlock(sign: string, value: Json | undefined, paint: Paint): string[] {
  return toLines(value).map((text) => renderLine({ sign, text }, paint));
}

function renderValue(lead: string, value: Json | undefined): string[] {
  if (!isLong(value)) return [`${lead}${formatInline(value)}`];
  return [lead.trimEnd(), ...toLines(value).map((line) => `        ${line}`.trimEnd())];
}

function toLines(value: Json | undefined): string[] {
  const text = typeof value === "string" ? value : stringify(value, { lineWidth: 0, blockQuote: "literal" });
  return text.replace(/\n$/, "").split("\n");
}

function isLong(value: Json | undefined): boolean {
  if (value === undefined) return false;
  return typeof value === "string" ? value.includes("\n") : formatInline(value).length > LONGEST_LINE / 2;
}

function formatInline(value: Json | undefined): string {
  if (isVariable(value)) return `$${value[VARIABLE]}`;
  return JSON.stringify(value) ?? "";
}

/** The change without values that come from variables: they may be secrets. */
export function redactVariables(change: MemberChange, { uses }: ResourceFile): MemberChange {
  const own = uses.find(({ path }) => isDeepStrictEqual(path, change.path));
  const { before, after } = change;
  return {
    ...change,
    ...(before !== undefined && { before: own ? HIDDEN : hideIn(before, uses) }),
    ...(after !== undefined && { after: hideIn(after, uses) }),
  };
}

function hideIn(value: Json, uses: ResourceFile["uses"]): Json {
  const use = typeof value === "string" ? uses.find((one) => one.value === value) : undefined;
  if (use) return { [VARIABLE]: use.name };
  if (Array.isArray(value)) return value.map((item) => hideIn(item, uses));
  if (typeof value !== "object" || value === null || value instanceof Number) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hideIn(item, uses)]));
}

/** The plan for programs. */
export function presentPlan(
  { environment, url }: Target,
  { steps, unchanged, unmanaged, skipped, problems }: ConfigurationPlan,
) {
  return {
    url,
    environment,
    changes: steps.map((step) => ({
      action: step.action,
      kind: step.kind.folder,
      name: step.kind.getName(step.action === "delete" ? step.record.document : step.file.document),
      ...(step.action !== "delete" && { file: step.file.path }),
      ...(step.action === "update" && {
        members: step.changes.map((change) => {
          const { member, before, after } = redactVariables(change, step.file);
          return { member, before, after };
        }),
        notes: step.notes,
        ...(step.blocked !== undefined && { blocked: step.blocked }),
      }),
    })),
    unchanged,
    without_file: unmanaged.map(({ kind, record }) => ({
      kind: kind.folder,
      name: kind.getName(record.document),
    })),
    not_compared: skipped.map(({ folder }) => folder),
    problems,
  };
}
