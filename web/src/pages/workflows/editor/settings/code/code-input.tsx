import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useCallbackRef } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { type Fault, getExtensions, getFaults } from "./code-extensions.ts";
import classes from "./code-input.module.css";
import { type CodeLanguage, getInsertion } from "./template.ts";

/** A field into which a picked value can be inserted. */
export interface InsertTarget {
  /** Inserts the expression of a path at the cursor. */
  insert(path: string): void;
}

export interface CodeInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly language: CodeLanguage;
  readonly isSingleLine?: boolean;
  readonly isReadOnly?: boolean;
  readonly takesFocus?: boolean;
  /** Ids of its label and of what describes it. */
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly fault?: Fault | undefined;
  readonly hasError: boolean;
  /** The data of expressions, read for completion. */
  readonly readData: () => unknown;
  readonly onFocus: (target: InsertTarget) => void;
}

/** A text with expressions, JSON or JavaScript, in CodeMirror; loaded by `code-field.tsx` on first use. */
export function CodeInput(props: CodeInputProps) {
  const { value, language, isSingleLine = false, isReadOnly = false, labelledBy, describedBy, fault } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const faults = useRef(new Compartment());
  const takesFocus = useRef(props.takesFocus);
  const onChange = useCallbackRef(props.onChange);
  const onFocus = useCallbackRef(props.onFocus);
  const readData = useCallbackRef(props.readData);
  const readValue = useCallbackRef(() => value);
  useEffect(() => {
    const target = { insert: (path: string) => insertPath(view.current, language, path) };
    const attributes = {
      "aria-labelledby": labelledBy,
      "aria-describedby": describedBy,
      "aria-multiline": String(!isSingleLine),
      ...(isReadOnly && { "aria-readonly": "true", tabindex: "0" }),
    };
    const options = { language, isSingleLine, isReadOnly, attributes, readData, onChange };
    const extensions = [getExtensions({ ...options, onFocus: () => onFocus(target) }), faults.current.of([])];
    const made = new EditorView({
      parent: host.current ?? undefined,
      state: EditorState.create({ doc: readValue(), extensions }),
    });
    view.current = made;
    if (takesFocus.current) made.focus();
    takesFocus.current = false;
    return () => made.destroy();
  }, [language, isSingleLine, isReadOnly, labelledBy, describedBy, onChange, onFocus, readData, readValue]);
  useEffect(() => takeValue(view.current, value), [value]);
  const { expression, line } = fault ?? {};
  useEffect(() => {
    view.current?.dispatch({ effects: faults.current.reconfigure(getFaults({ expression, line })) });
  }, [expression, line]);
  return (
    <div
      ref={host}
      className={classes.input}
      data-language={language}
      data-single-line={isSingleLine || undefined}
      data-error={props.hasError || undefined}
      data-read-only={isReadOnly || undefined}
    />
  );
}

/** Shows an external change, such as undo; typed text is already there. */
function takeValue(view: EditorView | null, value: string): void {
  if (!view || view.state.doc.toString() === value) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: value },
    annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
  });
}

function insertPath(view: EditorView | null, language: CodeLanguage, path: string): void {
  if (!view || view.state.readOnly) return;
  const { from, to } = view.state.selection.main;
  const insert = getInsertion(language, view.state.sliceDoc(0, from), path);
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
  view.focus();
}
