import { VisuallyHidden } from "@mantine/core";
import { STEP_SETTINGS } from "../../../../../words/workflows/step-settings.ts";
import classes from "../settings.module.css";
import type { Evaluation } from "../step-context.ts";

interface ValueLineProps {
  readonly evaluation: Evaluation;
  /** Whether it belongs to the previous text. */
  readonly isOld: boolean;
}

const SHOWN = 300;

/** The value of a text with the current data, or why it has none. */
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

/** A text unquoted inside longer ones, otherwise as JSON, so that "7" and 7 are distinguished by their quotes. */
function written(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
