import type { KeyboardEvent } from "react";
import type { Box } from "../../../../parts/workflow-graph/layout.ts";
import { nextStep } from "../../../../parts/workflow-graph/use-graph-keys.ts";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import { move } from "../document/document.ts";
import type { Editor } from "../use-editor.ts";

const NUDGE = 20;
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -NUDGE],
  ArrowDown: [0, NUDGE],
  ArrowLeft: [-NUDGE, 0],
  ArrowRight: [NUDGE, 0],
};

interface CanvasKeys {
  readonly editor: Editor;
  readonly steps: ReadonlyMap<string, Box>;
  /** The step with the keyboard focus. */
  readonly here: string | undefined;
  readonly show: (box: Box) => void;
  readonly onOpen: () => void;
}

/** Keys on the canvas itself: arrows move between steps, with Alt they move the selection, Enter opens. */
export function useCanvasKeys({ editor, steps, here, show, onOpen }: CanvasKeys) {
  return (event: KeyboardEvent) => {
    const isAtStep = event.target instanceof HTMLElement && event.target.dataset.step !== undefined;
    if (!isAtStep || event.ctrlKey || event.metaKey) return;
    const { key, altKey, shiftKey } = event;
    if (key === "Enter" && here !== undefined) {
      event.preventDefault();
      editor.select([here]);
      return onOpen();
    }
    const direction = DIRECTIONS[key];
    if (altKey && direction) {
      event.preventDefault();
      return nudge(editor, direction);
    }
    const from = here === undefined ? undefined : steps.get(here);
    const next = from && nextStep([...steps], from, key);
    if (!next) return;
    event.preventDefault();
    const [id, box] = next;
    editor.select(shiftKey ? [...editor.selected, id] : [id]);
    editor.leadTo(id);
    show(box);
  };
}

function nudge({ document, selected, change }: Editor, [x, y]: readonly [x: number, y: number]): void {
  const moved = document.nodes.filter(({ id }) => selected.has(id));
  const positions = new Map(
    moved.map(({ id, position }) => [id, { x: position.x + x, y: position.y + y }] as const),
  );
  change((before) => move(before, positions), {
    gesture: "nudge",
    said: EDITOR.moved({ count: moved.length }),
  });
}
