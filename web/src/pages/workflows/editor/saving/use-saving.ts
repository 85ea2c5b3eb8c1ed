import { type Body, type StaleRevision, staleRevisionOf } from "@junctor/sdk";
import { useCallbackRef } from "@mantine/hooks";
import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { workflowList } from "../../../../api/audience.ts";
import { useChange, useSend } from "../../../../api/use-api.ts";
import { confirm, tellProblem } from "../../../../parts/forms/confirm.tsx";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import { WORKFLOW_PATH, type Workflow } from "../../workflow.ts";
import { toBody } from "../document/document.ts";
import { getDocument } from "../document/place.ts";
import type { Editor } from "../use-editor.ts";

const ONE = "/api/v2/public/workflow/{id}";

type Fields = Body<"put", typeof ONE>;
/** The settings of the workflow itself, besides its graph. */
export type WorkflowFields = Pick<
  Fields,
  "name" | "slug" | "workflow_alias" | "description" | "autoEnable" | "hide_in_config"
>;

/** Saving of a draft: possible errors, and how to continue. */
export interface Saving {
  readonly save: () => void;
  readonly isSaving: boolean;
  /** Of the draft as last read or saved here. */
  readonly revision: number;
  /** Why it was not saved, unless somebody else has saved meanwhile. */
  readonly error: unknown;
  /** What others have saved since the draft was read. */
  readonly stale: StaleRevision | undefined;
  /** What was saved here of the workflow's own settings since the draft was opened. */
  readonly savedFields: WorkflowFields;
  /** Saves the settings of the workflow itself. */
  readonly saveFields: (fields: WorkflowFields, onSaved: () => void) => void;
  readonly takeTheirs: () => Promise<void>;
  readonly keepMine: () => void;
}

/**
 * Saves the draft based on the revision that was read, and asks before unsaved changes are left. It never merges: a
 * graph merged from two edits can be valid and mean what neither author meant.
 */
export function useSaving(workflow: Workflow, draft: Workflow, editor: Editor): Saving {
  const { _id: id } = workflow;
  const [revision, setRevision] = useState(draft.__v);
  const [savedFields, setSavedFields] = useState<WorkflowFields>({});
  const change = useChange("put", ONE, [WORKFLOW_PATH]);
  const send = useSend();
  const { document, isChanged, isReadOnly, keep, replace, say } = editor;
  const last = useRef<(base: number) => void>(undefined);
  const put = (fields: Fields, onSaved: () => void) => {
    if (isReadOnly || change.isPending) return;
    last.current = (base) =>
      change.mutate(
        { path: { id }, body: { ...fields, base_revision: base } },
        {
          onSuccess: ({ __v }) => {
            setRevision(__v);
            onSaved();
            say(EDITOR.saved);
          },
        },
      );
    last.current(revision);
  };
  const save = useCallbackRef(() => {
    if (isChanged)
      put({ ...toBody(document), data_slots: [...document.fields] as Fields["data_slots"] }, () =>
        keep(document),
      );
  });
  const stale = staleRevisionOf(change.error);
  const takeTheirs = async () => {
    try {
      const theirs = await readDraft(send, id);
      replace(getDocument(theirs, editor.document.types));
      setRevision(theirs.__v);
      change.reset();
    } catch (error) {
      tellProblem(error);
    }
  };
  useLeaveGuard(isChanged);
  return {
    save,
    stale,
    takeTheirs,
    revision,
    isSaving: change.isPending,
    error: stale ? null : change.error,
    savedFields,
    saveFields: (fields, onSaved) =>
      put(fields, () => {
        setSavedFields(fields);
        onSaved();
      }),
    keepMine: () => stale && last.current?.(stale.revision),
  };
}

/** The currently stored draft, or the workflow if nothing of it is published. */
async function readDraft(send: ReturnType<typeof useSend>, id: string): Promise<Workflow> {
  const workflow = await send("get", ONE, { path: { id } });
  if (!workflow.published) return workflow;
  const { docs } = await send("get", workflowList(), { query: { draft_of: id, limit: 1 } });
  return docs[0] ?? workflow;
}

function useLeaveGuard(isChanged: boolean): void {
  useBlocker({
    // Another view of the same page keeps the edited document.
    shouldBlockFn: ({ current, next }) =>
      isChanged && current.pathname !== next.pathname ? wantsToStay() : false,
    enableBeforeUnload: () => isChanged,
  });
}

function wantsToStay(): Promise<boolean> {
  return new Promise((decide) =>
    confirm({
      title: EDITOR.leaveTitle,
      text: EDITOR.leaveText,
      action: EDITOR.leave,
      isDangerous: true,
      onConfirm: () => decide(false),
      onCancel: () => decide(true),
    }),
  );
}
