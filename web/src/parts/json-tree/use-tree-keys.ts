import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { TreeRow } from "./rows.ts";

interface Tree {
  readonly root: RefObject<HTMLElement | null>;
  readonly rows: readonly TreeRow[];
  readonly onToggle: (row: TreeRow) => void;
  /** Called with the expression of a chosen value. */
  readonly pick: ((expression: string) => void) | undefined;
  /** Scrolls a line into view, which may not be rendered yet. */
  readonly onShow: (index: number) => void;
}

/**
 * The keys of a tree (WAI-ARIA): up, down, Home and End move, right and left expand and collapse; one line is in the
 * tab order.
 */
export function useTreeKeys({ root, rows, onToggle, pick, onShow }: Tree) {
  const [path, setPath] = useState("");
  const takesFocus = useRef(false);
  const hasFocus = useRef(false);
  const found = rows.findIndex((row) => row.path === path);
  const here = Math.max(0, found);
  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    takesFocus.current = true;
    setPath(row.path);
    onShow(rows.indexOf(row));
  };
  useEffect(() => {
    const line = root.current?.querySelector<HTMLElement>(`[data-index="${here}"]`);
    // A line that scrolls out of view is removed, and the focus with it: the tree keeps it until the line is back.
    const active = document.activeElement;
    const isLost = hasFocus.current && (active === document.body || active === root.current);
    if (isLost) (line ?? root.current)?.focus({ preventScroll: true });
    // A line far away is rendered a moment later.
    if (!takesFocus.current || !line) return;
    takesFocus.current = false;
    line.focus();
  });
  const onFocus = () => {
    hasFocus.current = true;
  };
  const onBlur = (event: FocusEvent) => {
    if (event.target.isConnected) hasFocus.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys in the line's buttons belong to the buttons.
    if (!(event.target instanceof Element) || !/^tree(item)?$/.test(event.target.role ?? "")) return;
    const row = rows[here];
    const act = row && actionOf(event.key, row, { here, rows, moveTo, onToggle, pick });
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { here, comeTo: setPath, moveTo, handlers: { onFocus, onBlur, onKeyDown } };
}

interface Reach extends Pick<Tree, "rows" | "onToggle" | "pick"> {
  readonly here: number;
  readonly moveTo: (index: number) => void;
}

function actionOf(
  key: string,
  row: TreeRow,
  { here, rows, moveTo, onToggle, pick }: Reach,
): (() => void) | undefined {
  const isBranch = (row.size ?? 0) > 0;
  switch (key) {
    case "ArrowDown":
      return () => moveTo(here + 1);
    case "ArrowUp":
      return () => moveTo(here - 1);
    case "Home":
      return () => moveTo(0);
    case "End":
      return () => moveTo(rows.length - 1);
    case "ArrowRight":
      if (!isBranch) return undefined;
      return () => (row.isOpen ? moveTo(here + 1) : onToggle(row));
    case "ArrowLeft":
      return () => (row.isOpen ? onToggle(row) : moveTo(parentOf(rows, here)));
    case "Enter":
    case " ":
      if (isBranch) return () => onToggle(row);
      return pick && row.expression ? () => pick(row.expression ?? "") : undefined;
    default:
      return undefined;
  }
}

/** The line of the member's parent; the first line has none, and is its own. */
function parentOf(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.level ?? 1) < level) return at;
  return index;
}
