import { Badge, Button, Text, Tooltip } from "@mantine/core";
import { customerPage } from "../../../../api/audience.ts";
import { useEnvironment } from "../../../../api/use-environment.ts";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import { usePublishing, usePublishingOwn } from "../../versions/use-publishing.ts";
import type { Workflow } from "../../workflow.ts";
import type { Editor } from "../use-editor.ts";
import type { Saving } from "./use-saving.ts";

interface SaveActionsProps {
  readonly workflow: Workflow;
  readonly editor: Editor;
  readonly saving: Saving;
  readonly onTest: () => void;
}

/** The state of the draft, and the commands for testing, saving and publishing. */
export function SaveActions({ workflow, editor, saving, onTest }: SaveActionsProps) {
  const environment = useEnvironment();
  const { publish } = usePublishing(workflow, environment);
  const publishOwn = usePublishingOwn(workflow);
  if (editor.isReadOnly) return <Badge color="gray">{EDITOR.readOnly}</Badge>;
  // Work in test reaches production by promotion.
  const isOwn = environment === "test" || !workflow.workflow_environment.includes("test");
  return (
    <>
      <Text size="sm" className="muted">
        {editor.isChanged ? EDITOR.unsaved : EDITOR.savedAll}
      </Text>
      <Button variant="default" onClick={onTest}>
        {EDITOR.test}
      </Button>
      {isOwn && (
        <Tooltip label={EDITOR.publishNeedsSave} disabled={!editor.isChanged}>
          <Button
            variant="default"
            disabled={editor.isChanged}
            onClick={() => (customerPage() ? publishOwn() : publish())}
          >
            {EDITOR.publish}
          </Button>
        </Tooltip>
      )}
      <Button loading={saving.isSaving} disabled={!editor.isChanged} onClick={saving.save}>
        {EDITOR.save}
      </Button>
    </>
  );
}
