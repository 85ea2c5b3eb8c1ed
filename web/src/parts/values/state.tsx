import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockPause,
  IconPlayerStop,
  IconProgress,
} from "@tabler/icons-react";
import classes from "./state.module.css";

/** What a state means to the reader: each has its color and its icon. */
export type Mood = "good" | "bad" | "warn" | "busy" | "waiting" | "stopped" | "none";

const ICONS = {
  good: IconCircleCheck,
  bad: IconCircleX,
  warn: IconAlertTriangle,
  busy: IconProgress,
  waiting: IconClockPause,
  stopped: IconPlayerStop,
  none: IconCircleDashed,
};

const COLORS: Record<Mood, string> = {
  good: "var(--good)",
  bad: "var(--bad)",
  warn: "var(--warn)",
  busy: "var(--busy)",
  waiting: "var(--busy)",
  stopped: "var(--muted)",
  none: "var(--muted)",
};

/** The color of a mood in texts and lines. */
export function getColor(mood: Mood): string {
  return COLORS[mood];
}

/** The color of a mood in areas of charts and graphs: softer than in texts. */
export function getFill(mood: Mood): string {
  return COLORS[mood].replace(")", "-fill)");
}

/** A state: icon and word, never only color. */
export function State({ mood, word }: { mood: Mood; word: string }) {
  const Icon = ICONS[mood];
  return (
    <span className={classes.state} style={{ color: COLORS[mood] }}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}

/** The icon of a state alone, if there is no room for the word: screen readers still get it. */
export function StateIcon({ mood, label }: { mood: Mood; label: string }) {
  const Icon = ICONS[mood];
  return <Icon size={16} color={COLORS[mood]} role="img" aria-label={label} style={{ flex: "none" }} />;
}
