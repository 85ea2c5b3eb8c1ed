import { VisuallyHidden } from "@mantine/core";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import classes from "../settings.module.css";
import type { Evaluation } from "../step-context.ts";

interface ValueLineProps {
  readonly evaluation: Evaluation;
  /** Whether it is of what stood there before. */
  readonly isOld: boolean;
}

const SHOWN = 300;

/** What a text comes to on the data at hand, or why it comes to nothing. */
export function ValueLine({ evaluation: { value, excerpt, error, warnings }, isOld }: ValueLineProps) {
  if (error) return <div className={classes.fault}>{error.message}</div>;
  const text = excerpt ?? written(value);
  return (
    <div className={classes.value} data-old={isOld || undefined}>
      <VisuallyHidden>{STEP_SETTINGS.comesTo}: </VisuallyHidden>
      <span aria-hidden>= </span>
      {text.length > SHOWN || excerpt !== undefined ? `${text.slice(0, SHOWN)}…` : text}
      {warnings.map((warning) => (
        <div key={warning} className={classes.warning}>
          {warning}
        </div>
      ))}
    </div>
  );
}

/** A text as it stands, and anything else as JSON, so that "7" and 7 are told apart by their quotes. */
function written(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
