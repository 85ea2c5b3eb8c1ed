import type { Role } from "../auth/roles.ts";
import { ROLES } from "../auth/roles.ts";
import type { RedactionRule } from "./rules.ts";

/** Which executions keep their data once they have ended, laxest first. */
export const DATA_KEPT = ["everything", "failures", "nothing"] as const;
export type DataKept = (typeof DATA_KEPT)[number];

/** For how many days originals are kept sealed, and who may reveal them. */
export interface RevealSettings {
  readonly days: number;
  readonly role: Role;
}

/** What one level says; what it leaves out is decided by the levels above. */
export interface RedactionPolicy {
  readonly keep?: DataKept | undefined;
  readonly rules?: readonly RedactionRule[] | undefined;
  /** Null: originals are deleted when the execution ends. */
  readonly reveal?: RevealSettings | null | undefined;
}

/** What applies to an execution: the strictest of its levels. */
export interface EffectivePolicy {
  readonly keep: DataKept;
  readonly rules: readonly RedactionRule[];
  readonly reveal: RevealSettings | null;
}

export const MOST_REVEAL_DAYS = 30;

/**
 * The strictest of several levels (D538): the fewest executions kept, all rules, and originals only as short and for
 * as few as each level that says something about them allows. Undefined if they change nothing.
 */
export function mergePolicies(levels: readonly RedactionPolicy[]): EffectivePolicy | undefined {
  const places = levels.map(({ keep = "everything" }) => DATA_KEPT.indexOf(keep));
  const keep = DATA_KEPT[Math.max(0, ...places)] ?? "everything";
  const rules = new Map(
    levels.flatMap(({ rules = [] }) => rules.map((rule) => [JSON.stringify(rule), rule])),
  );
  if (keep === "everything" && rules.size === 0) return undefined;
  return { keep, rules: [...rules.values()], reveal: mergeReveals(levels) };
}

function mergeReveals(levels: readonly RedactionPolicy[]): RevealSettings | null {
  const said = levels.flatMap(({ reveal }) => (reveal === undefined ? [] : [reveal]));
  const allowed = said.flatMap((reveal) => reveal ?? []);
  if (said.length === 0 || allowed.length < said.length) return null;
  return {
    days: Math.min(...allowed.map(({ days }) => days)),
    role: ROLES[Math.max(...allowed.map(({ role }) => ROLES.indexOf(role)))] ?? "owner",
  };
}
