import { useCallbackRef } from "@mantine/hooks";
import { useMemo, useRef, useState } from "react";
import { EDITOR } from "../../../words/workflows/editor.ts";
import type { WorkflowDocument } from "./document/document.ts";
import { historyOf, record, redo, undo } from "./document/history.ts";

const NONE: ReadonlySet<string> = new Set();

/** How a change is made. */
interface ChangeOptions {
  /** Changes of one gesture are undone together. */
  readonly gesture?: string;
  /** What those hear of it who do not see it. */
  readonly said?: string;
  /** What is selected afterwards, if that changes. */
  readonly select?: readonly string[];
}

/** The document that is edited, what is selected in it, and what may be done with it. */
export interface Editor {
  readonly document: WorkflowDocument;
  readonly isReadOnly: boolean;
  /** Ids of nodes and edges. */
  readonly selected: ReadonlySet<string>;
  /** The node that the keyboard is led to; a new object each time. */
  readonly focus: { readonly id: string } | undefined;
  /** What was said last to those who do not see the canvas. */
  readonly said: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the document differs from what is saved. */
  readonly isChanged: boolean;
  readonly change: (make: (document: WorkflowDocument) => WorkflowDocument, options?: ChangeOptions) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Selects these alone, or what is made of those that are selected. */
  readonly select: (ids: readonly string[] | ((before: ReadonlySet<string>) => readonly string[])) => void;
  readonly leadTo: (id: string) => void;
  readonly say: (text: string) => void;
  /** Notes that a document is what the server has. */
  readonly keep: (saved: WorkflowDocument) => void;
  /** Goes on from another document, such as another's that was saved meanwhile; it can be undone. */
  readonly replace: (saved: WorkflowDocument) => void;
}

/** Edits a document, beginning with what is saved. */
export function useEditor(opened: WorkflowDocument, isReadOnly: boolean, first?: string): Editor {
  const [history, setHistory] = useState(() => historyOf(opened));
  const [saved, setSaved] = useState(opened);
  const [chosen, setChosen] = useState(first === undefined ? NONE : new Set([first]));
  const [focus, setFocus] = useState<Editor["focus"]>();
  const [said, setSaid] = useState("");
  // What several changes of one event build on, before anything is drawn.
  const latest = useRef(history);
  const { present } = history;
  const go = (next: typeof history) => {
    latest.current = next;
    setHistory(next);
  };
  const change: Editor["change"] = useCallbackRef((make, { gesture, said: text, select } = {}) => {
    if (isReadOnly) return;
    const before = latest.current;
    const next = record(before, make(before.present), gesture);
    if (next === before) return;
    go(next);
    if (text !== undefined) setSaid(text);
    if (select) setChosen(new Set(select));
  });
  const step = useCallbackRef((move: typeof undo, text: string) => {
    const next = move(latest.current);
    if (isReadOnly || next === latest.current) return;
    go(next);
    setSaid(text);
  });
  const select: Editor["select"] = useCallbackRef((ids) =>
    setChosen((before) => new Set(typeof ids === "function" ? ids(before) : ids)),
  );
  const leadTo = useCallbackRef((id: string) => setFocus({ id }));
  const replace = useCallbackRef((next: WorkflowDocument) => {
    go(record(latest.current, next));
    setSaved(next);
  });
  const selected = useMemo(() => stillThere(chosen, present), [chosen, present]);
  return {
    ...{ document: present, isReadOnly, selected, focus, said, change, select, leadTo, replace },
    ...{ say: setSaid, keep: setSaved, isChanged: present !== saved },
    ...{ canUndo: history.past.length > 0, canRedo: history.future.length > 0 },
    undo: () => step(undo, EDITOR.undone),
    redo: () => step(redo, EDITOR.redone),
  };
}

function stillThere(ids: ReadonlySet<string>, { nodes, edges }: WorkflowDocument): ReadonlySet<string> {
  const there = new Set([...nodes, ...edges].map(({ id }) => id));
  const left = [...ids].filter((id) => there.has(id));
  return left.length === ids.size ? ids : new Set(left);
}

/** The one node that is selected, where it is one alone. */
export function selectedNode({ document, selected }: Pick<Editor, "document" | "selected">) {
  const nodes = document.nodes.filter(({ id }) => selected.has(id));
  return nodes.length === 1 ? nodes[0] : undefined;
}
