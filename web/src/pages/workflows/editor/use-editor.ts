import { useCallbackRef } from "@mantine/hooks";
import { useMemo, useRef, useState } from "react";
import { EDITOR } from "../../../words/workflows/editor.ts";
import type { WorkflowDocument } from "./document/document.ts";
import { getHistory, record, redo, undo } from "./document/history.ts";

const NONE: ReadonlySet<string> = new Set();

/** Options of a change. */
interface ChangeOptions {
  /** Changes of one gesture are undone together. */
  readonly gesture?: string;
  /** The announcement for screen readers. */
  readonly said?: string;
  /** The selection afterwards, if it changes. */
  readonly select?: readonly string[];
}

/** The edited document, its selection, and its commands. */
export interface Editor {
  readonly document: WorkflowDocument;
  readonly isReadOnly: boolean;
  /** Ids of nodes and edges. */
  readonly selected: ReadonlySet<string>;
  /** The node to focus; a new object each time. */
  readonly focus: { readonly id: string } | undefined;
  /** The last announcement for screen readers. */
  readonly said: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the document differs from what is saved. */
  readonly isChanged: boolean;
  readonly change: (make: (document: WorkflowDocument) => WorkflowDocument, options?: ChangeOptions) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Selects only these, or the result for the current selection. */
  readonly select: (ids: readonly string[] | ((before: ReadonlySet<string>) => readonly string[])) => void;
  readonly leadTo: (id: string) => void;
  readonly say: (text: string) => void;
  /** Records that the server has a document. */
  readonly keep: (saved: WorkflowDocument) => void;
  /** Continues from another document, such as one that somebody else has saved; this can be undone. */
  readonly replace: (saved: WorkflowDocument) => void;
}

/** Edits a document, starting from what is saved. */
export function useEditor(opened: WorkflowDocument, isReadOnly: boolean, first?: string): Editor {
  const [history, setHistory] = useState(() => getHistory(opened));
  const [saved, setSaved] = useState(opened);
  const [chosen, setChosen] = useState(first === undefined ? NONE : new Set([first]));
  const [focus, setFocus] = useState<Editor["focus"]>();
  const [said, setSaid] = useState("");
  // The state that several changes of one event build on, before a render.
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
    document: present,
    isReadOnly,
    selected,
    focus,
    said,
    change,
    select,
    leadTo,
    replace,
    say: setSaid,
    keep: setSaved,
    isChanged: present !== saved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => step(undo, EDITOR.undone),
    redo: () => step(redo, EDITOR.redone),
  };
}

function stillThere(ids: ReadonlySet<string>, { nodes, edges }: WorkflowDocument): ReadonlySet<string> {
  const there = new Set([...nodes, ...edges].map(({ id }) => id));
  const left = [...ids].filter((id) => there.has(id));
  return left.length === ids.size ? ids : new Set(left);
}

/** The selected node, if it is the only one. */
export function selectedNode({ document, selected }: Pick<Editor, "document" | "selected">) {
  const nodes = document.nodes.filter(({ id }) => selected.has(id));
  return nodes.length === 1 ? nodes[0] : undefined;
}
