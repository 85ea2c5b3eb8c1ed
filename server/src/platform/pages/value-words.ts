import type { ValueReason } from "../errors.ts";
import type { Words } from "./words/words.ts";

/** What is wrong with the value of a field, by its label. */
export function describeValueProblem({ t }: Words, label: string, reason: ValueReason): string {
  if (reason.kind === "tooLong") return t("value.tooLong", { label, count: reason.most });
  return t(`value.${reason.kind}`, { label });
}
