import { useEffect, useState } from "react";
import type { WorkflowDocument } from "./document/document.ts";
import { type Editor, selectedNode } from "./use-editor.ts";

/** The selected step, if it is new and nobody has been in its settings yet; `touch` is called when somebody was. */
export function useUntouched(editor: Editor, opened: WorkflowDocument) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(
    () => new Set(opened.nodes.map(({ id }) => id)),
  );
  const touch = (id: string | undefined) =>
    setTouched((before) => (id === undefined || before.has(id) ? before : new Set([...before, id])));
  const id = selectedNode(editor)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that was left has been seen
  useEffect(() => () => touch(id), [id]);
  return { untouched: id !== undefined && !touched.has(id) ? id : undefined, touch: () => touch(id) };
}
