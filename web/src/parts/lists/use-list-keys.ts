import { type RefObject, useState } from "react";
import { usePageKeys } from "../page/use-page-keys.ts";

/** The selected rows, by their ids. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  toggle(id: string): void;
  set(ids: readonly string[]): void;
}

/** Keeps track of the selected rows of a list. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    set: (chosen) => setIds(new Set(chosen)),
    toggle: (id) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
  };
}

interface Keys {
  /** The scrolling element: it gets the focus with the first move, so that Enter and the arrows apply to it. */
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly onSelect: (index: number) => void;
}

/** j and k (or the arrows, in the list) move, Enter or o opens, x selects. */
export function useListKeys({ list, count, onMove, onOpen, onSelect }: Keys) {
  const [index, setIndex] = useState(-1);
  const move = (step: number) => {
    const next = Math.max(0, Math.min(count - 1, index + step));
    if (count === 0) return;
    setIndex(next);
    list.current?.focus({ preventScroll: true });
    onMove(next);
  };
  usePageKeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["x", () => index >= 0 && onSelect(index)],
    ["o", () => index >= 0 && onOpen(index)],
  ]);
  return {
    index,
    props: {
      onKeyDown: (event: React.KeyboardEvent) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === "Enter" && index >= 0) onOpen(index);
        else if (event.key === "ArrowDown") move(1);
        else if (event.key === "ArrowUp") move(-1);
        else return;
        event.preventDefault();
      },
    },
  };
}
