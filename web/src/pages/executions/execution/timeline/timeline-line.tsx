import { Badge, UnstyledButton } from "@mantine/core";
import { lasting } from "../../../../parts/time/time-words.ts";
import { getColor, StateIcon } from "../../../../parts/values/state.tsx";
import { EXECUTION, STEP_STATES } from "../../../../words/execution.ts";
import { STEP_MOODS } from "../step-moods.ts";
import { lastAttempt, type Step } from "../steps.ts";
import { type Bar, getBars, type TypeOf } from "./bars.ts";
import type { Scale } from "./time-scale.ts";
import classes from "./timeline.module.css";

interface StepLineProps {
  readonly step: Step;
  readonly top: number;
  readonly indent: number;
  readonly isSelected: boolean;
  readonly onSelect: (path: string) => void;
  readonly drawing: {
    readonly scale: Scale;
    readonly typeOf: TypeOf;
    readonly now: number;
  };
}

/** A step in the timeline: its state, its attempts, and how long they took. */
export function StepLine({ step, top, indent, isSelected, onSelect, drawing }: StepLineProps) {
  const last = lastAttempt(step);
  const status = last?.status ?? "Ready";
  const isCopied = last?.is_copied === true;
  const bars = isCopied ? [] : getBars(step, drawing.typeOf, drawing.now);
  return (
    <UnstyledButton
      className={classes.line}
      style={{ top, paddingLeft: indent }}
      aria-pressed={isSelected}
      onClick={() => onSelect(step.path)}
    >
      <span className={classes.name}>
        <StateIcon mood={STEP_MOODS[status]} label={STEP_STATES[status]} />
        <span className={classes.text} title={step.name}>
          {step.name}
        </span>
        {step.item !== undefined && (
          <span className="muted" style={{ whiteSpace: "nowrap" }}>
            {EXECUTION.item(step.item)}
          </span>
        )}
        {step.attempts.length > 1 && (
          <Badge size="xs" color="gray">
            {EXECUTION.attempts(step.attempts.length)}
          </Badge>
        )}
      </span>
      <span className={classes.track} aria-hidden>
        {bars.map((bar) => (
          <BarMark key={`${bar.from} ${bar.isWait}`} bar={bar} scale={drawing.scale} />
        ))}
      </span>
      <span className={`${classes.took} number`}>{tookOf(step, drawing.now)}</span>
    </UnstyledButton>
  );
}

function BarMark({ bar, scale }: { bar: Bar; scale: Scale }) {
  const from = scale(bar.from);
  const width = Math.max(0, scale(bar.to) - from);
  const style = {
    left: `${(from * 100).toFixed(2)}%`,
    width: `${(width * 100).toFixed(2)}%`,
    "--bar": getColor(bar.mood),
  };
  return (
    <span
      className={classes.bar}
      data-wait={bar.isWait || undefined}
      style={style as React.CSSProperties}
      title={lasting(bar.to - bar.from)}
    />
  );
}

function tookOf({ attempts }: Step, now: number): string {
  const last = attempts.at(-1);
  if (last === undefined) return "";
  if (last.is_copied) return EXECUTION.kept;
  const waitedMs = last.status === "Waiting" ? now - new Date(last.started_at).getTime() : 0;
  return lasting(attempts.reduce((total, { execution_time: ms }) => total + ms, waitedMs));
}
