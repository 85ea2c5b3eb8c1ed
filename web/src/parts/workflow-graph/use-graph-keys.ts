import { type KeyboardEvent, useState } from "react";
import type { Box, Drawing } from "./layout.ts";

/** A step that can be focused, and its position. */
type GraphStep = readonly [id: string, box: Box];

interface Keys {
  readonly drawing: Drawing;
  readonly selected: string | undefined;
  /** Called with the newly focused step, to scroll it into view. */
  readonly onMove: (box: Box) => void;
}

/** Arrow keys move from a step to the nearest one in their direction; one step is in the tab order. */
export function useGraphKeys({ drawing, selected, onMove }: Keys) {
  const [focused, setFocused] = useState<string>();
  const steps = [...drawing.steps];
  const here = [focused, selected].find((id) => id !== undefined && drawing.steps.has(id)) ?? steps[0]?.[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const from = here === undefined ? undefined : drawing.steps.get(here);
    const next = from && nextStep(steps, from, event.key);
    if (!next) return;
    event.preventDefault();
    setFocused(next[0]);
    onMove(next[1]);
  };
  return { here, focused, onKeyDown, forget: () => setFocused(undefined) };
}

/** The nearest step in the direction of a key; Home leads to the first. */
export function nextStep(steps: readonly GraphStep[], from: Box, key: string): GraphStep | undefined {
  if (key === "Home") return steps[0];
  const isAhead: Record<string, (box: Box) => boolean> = {
    ArrowDown: (box) => box.y > from.y,
    ArrowUp: (box) => box.y < from.y,
    ArrowRight: (box) => box.x > from.x && Math.abs(box.y - from.y) < from.height,
    ArrowLeft: (box) => box.x < from.x && Math.abs(box.y - from.y) < from.height,
  };
  const ahead = steps.filter(([, box]) => isAhead[key]?.(box));
  const distance = ([, box]: GraphStep) => Math.abs(box.y - from.y) + Math.abs(box.x - from.x) / 2;
  return ahead.sort((one, other) => distance(one) - distance(other))[0];
}
