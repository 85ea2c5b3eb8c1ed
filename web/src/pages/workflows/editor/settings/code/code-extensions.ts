import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension, RangeSetBuilder, Transaction } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { type CodeLanguage, findExpressions, getCompletions, openExpression, pathAtEnd } from "./template.ts";

/** A problem of a text: of one of its expressions, or of a line, from 1. */
export interface Fault {
  readonly expression?: string | null | undefined;
  readonly line?: number | undefined;
}

interface ExtensionOptions {
  readonly language: CodeLanguage;
  readonly isSingleLine: boolean;
  readonly isReadOnly: boolean;
  /** Attributes of the editable element. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The data of expressions, read for completion. */
  readonly readData: () => unknown;
  readonly onChange: (text: string) => void;
  readonly onFocus: () => void;
}

/** The extensions of an editor for one language. Tab moves to the next field, as everywhere. */
export function getExtensions(options: ExtensionOptions): Extension[] {
  const { language, isSingleLine, isReadOnly, attributes, onChange, onFocus } = options;
  return [
    isSingleLine ? singleLine : [],
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    history(),
    EditorView.lineWrapping,
    closeBrackets(),
    bracketMatching(),
    syntaxHighlighting(classHighlighter),
    languageOf(options),
    language === "javascript" ? lineNumbers() : expressionMarks,
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    EditorView.contentAttributes.of({ ...attributes }),
    EditorView.updateListener.of((update) => {
      // External changes, such as undo, are already known.
      const isOwn = !update.transactions.some((one) => one.annotation(Transaction.remote));
      if (update.docChanged && isOwn) onChange(update.state.doc.toString());
      if (update.focusChanged && update.view.hasFocus) onFocus();
    }),
  ];
}

function languageOf({ language, readData }: ExtensionOptions): Extension {
  const complete = (context: CompletionContext) => completePath(context, language, readData());
  if (language === "javascript")
    return [
      javascript(),
      autocompletion({ icons: false }),
      javascriptLanguage.data.of({ autocomplete: complete }),
    ];
  const completion = autocompletion({ override: [complete], icons: false });
  return language === "json" ? [json(), completion] : completion;
}

// Enter does not change the text, and pasted text becomes one line.
const singleLine: Extension = [
  keymap.of([{ key: "Enter", run: ({ state }) => state.readOnly || true }]),
  EditorView.clipboardInputFilter.of((text) => text.replace(/\s*\n\s*/g, " ")),
];

function completePath(
  context: CompletionContext,
  language: CodeLanguage,
  data: unknown,
): CompletionResult | null {
  const { state, pos, explicit } = context;
  const before = state.sliceDoc(0, pos);
  const code = language === "javascript" ? before : openExpression(before);
  const path = code === undefined ? undefined : pathAtEnd(code);
  if (!path || (!explicit && path.typed === "" && path.base.length === 0 && !/\{\{\s*$/.test(before)))
    return null;
  const options = getCompletions(data, path).map(({ label, insert, replacesDot, detail }) => ({
    label,
    detail,
    apply: replacesDot
      ? (view: EditorView, _completion: unknown, from: number, to: number) => {
          const start = from - 1;
          view.dispatch({
            changes: { from: start, to, insert },
            selection: { anchor: start + insert.length },
          });
        }
      : insert,
  }));
  return options.length === 0 ? null : { from: pos - path.typed.length, options, validFor: /^[\w$-]*$/ };
}

const expressionMark = Decoration.mark({ class: "cm-expression" });

/** Highlights what is between braces. */
const expressionMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor({ state }: EditorView) {
      this.decorations = markExpressions(state.doc.toString());
    }
    update({ docChanged, state }: ViewUpdate) {
      if (docChanged) this.decorations = markExpressions(state.doc.toString());
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function markExpressions(text: string): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of findExpressions(text)) marks.add(from, to, expressionMark);
  return marks.finish();
}

const faultMark = Decoration.mark({ class: "cm-fault" });

/** Underlines problems. */
export function getFaults(fault: Fault | undefined): Extension {
  if (!fault) return [];
  return EditorView.decorations.of(({ state }) => {
    const marks = new RangeSetBuilder<Decoration>();
    for (const { from, to } of spansOf(state, fault)) if (to > from) marks.add(from, to, faultMark);
    return marks.finish();
  });
}

function spansOf({ doc }: EditorState, { expression, line }: Fault): readonly { from: number; to: number }[] {
  if (line !== undefined) return line <= doc.lines ? [doc.line(line)] : [];
  if (expression === undefined || expression === null) return [];
  return findExpressions(doc.toString()).filter(({ source }) => source === expression);
}
