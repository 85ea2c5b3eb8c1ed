import { useLocalStorage } from "@mantine/hooks";
import type { KeyboardEvent, PointerEvent } from "react";
import { EDITOR } from "../../../words/workflows/editor.ts";
import classes from "./editor.module.css";

/** The width of the panel beside the canvas, in pixels. */
const WIDTH = { least: 320, first: 400, most: 960, step: 40 };

/** The width of the panel, remembered by the browser. */
export function usePanelWidth() {
  const [width, setWidth] = useLocalStorage({
    key: "junctor.editor-panel",
    defaultValue: WIDTH.first,
    getInitialValueInEffect: false,
  });
  return { width, setWidth: (next: number) => setWidth(Math.min(Math.max(next, WIDTH.least), WIDTH.most)) };
}

/** The line between canvas and panel: dragged, or moved by arrow keys; a double click brings the first width back. */
export function PanelDivider({ width, setWidth }: ReturnType<typeof usePanelWidth>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthAfter(event.key, width);
    if (next === undefined) return;
    event.preventDefault();
    setWidth(next);
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { right } = currentTarget.nextElementSibling?.getBoundingClientRect() ?? {};
    if (right !== undefined) setWidth(Math.round(right - clientX));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={EDITOR.panelWidth}
      aria-valuenow={width}
      aria-valuemin={WIDTH.least}
      aria-valuemax={WIDTH.most}
      tabIndex={0}
      className={classes.divider}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => setWidth(WIDTH.first)}
    />
  );
}

function widthAfter(key: string, width: number): number | undefined {
  if (key === "ArrowLeft") return width + WIDTH.step;
  if (key === "ArrowRight") return width - WIDTH.step;
  if (key === "Home") return WIDTH.least;
  if (key === "End") return WIDTH.most;
  return undefined;
}
