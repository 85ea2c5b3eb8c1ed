import { useHotkeys } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { usePageKeys } from "../../../parts/page/use-page-keys.ts";
import { EDITOR } from "../../../words/workflows/editor.ts";
import type { Commands } from "./use-commands.ts";
import type { Editor } from "./use-editor.ts";

/** The commands of page-wide keys. */
interface EditorKeys {
  readonly editor: Editor;
  readonly commands: Commands;
  readonly onAdd: () => void;
  readonly onConnect: () => void;
  readonly onSave: () => void;
  readonly onTest: () => void;
}

/** The keys that work on the whole page while nobody types, and ⌘S, which always works. */
export function useEditorKeys(keys: EditorKeys): void {
  const { editor, commands, onAdd, onConnect, onSave, onTest } = keys;
  usePageKeys([
    ["a", onAdd],
    ["[plus]", onAdd],
    ["shift+[plus]", onAdd],
    ["c", onConnect],
    ["t", onTest],
    ["l", commands.layOut],
    ["Delete", commands.remove],
    ["Backspace", commands.remove],
    ["mod+Z", editor.undo],
    ["mod+shift+Z", editor.redo],
    ["mod+Y", editor.redo],
    ["mod+D", commands.duplicate],
    ["mod+A", () => editor.select(editor.document.nodes.map(({ id }) => id))],
  ]);
  useHotkeys([["mod+S", onSave]], [], true);
  useClipboard(editor, commands);
}

/** Copies, cuts and pastes with the browser's events, so that no permission is needed; selected text stays text. */
function useClipboard(editor: Editor, commands: Commands): void {
  const latest = useRef({ editor, commands });
  latest.current = { editor, commands };
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const text =
        isText(event) || !window.getSelection()?.isCollapsed ? undefined : latest.current.commands.copy();
      if (text === undefined || !event.clipboardData) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", text);
      latest.current.editor.say(EDITOR.copied({ count: latest.current.editor.selected.size }));
      if (event.type === "cut") latest.current.commands.remove();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = isText(event) ? "" : (event.clipboardData?.getData("text/plain") ?? "");
      if (text === "" || latest.current.editor.isReadOnly) return;
      event.preventDefault();
      latest.current.commands.pasteText(text);
    };
    const { document } = window;
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCopy);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCopy);
      document.removeEventListener("paste", onPaste);
    };
  }, []);
}

/** Whether the focus is in a text, or in a dialog. */
function isText({ target }: Event): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  return target instanceof HTMLElement && target.closest("input, textarea, [contenteditable=true]") !== null;
}
