import type { WorkflowDocument } from "./document.ts";

/** A document with its undo and redo history. */
export interface DocumentHistory {
  readonly past: readonly WorkflowDocument[];
  readonly present: WorkflowDocument;
  readonly future: readonly WorkflowDocument[];
  /** The gesture of the last change: changes of one gesture are undone together. */
  readonly gesture: string | undefined;
}

const MOST_KEPT = 200;

/** The history of a newly opened document. */
export function getHistory(present: WorkflowDocument): DocumentHistory {
  return { past: [], present, future: [], gesture: undefined };
}

/** Adds a change; one of the same gesture as the last, such as typing in one field, is undone with it. */
export function record(
  history: DocumentHistory,
  present: WorkflowDocument,
  gesture?: string,
): DocumentHistory {
  if (present === history.present) return history;
  const goesOn = gesture !== undefined && gesture === history.gesture;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-MOST_KEPT);
  return { past, present, future: [], gesture };
}

/** Undoes one gesture. */
export function undo(history: DocumentHistory): DocumentHistory {
  const present = history.past.at(-1);
  if (!present) return history;
  const future = [history.present, ...history.future];
  return { past: history.past.slice(0, -1), present, future, gesture: undefined };
}

/** Redoes the last undone gesture. */
export function redo(history: DocumentHistory): DocumentHistory {
  const [present, ...future] = history.future;
  if (!present) return history;
  return { past: [...history.past, history.present], present, future, gesture: undefined };
}
