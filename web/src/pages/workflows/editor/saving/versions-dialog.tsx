import { Button, Group, Modal, Select, Skeleton, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { usePages } from "../../../../api/use-api.ts";
import { useEnvironment } from "../../../../api/use-environment.ts";
import { useMay } from "../../../../api/use-role.ts";
import { Nothing } from "../../../../parts/page/nothing.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { useReturnFocus } from "../../../../parts/page/use-return-focus.ts";
import { PARTS } from "../../../../words/parts/parts.ts";
import { EDITOR_VERSIONS, VERSIONS } from "../../../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../../../words/workflows/workflows.ts";
import { DifferenceView } from "../../versions/difference-view.tsx";
import { useElsewhere, usePublishing } from "../../versions/use-publishing.ts";
import type { Workflow } from "../../workflow.ts";
import { getDocument } from "../document/place.ts";
import type { Editor } from "../use-editor.ts";

interface VersionsDialogProps {
  readonly workflow: Workflow;
  /** The opened draft. */
  readonly opened: Workflow;
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** What the edited draft changes compared with a version; that version can be taken over, or promoted. */
export function VersionsDialog({ workflow, opened, editor, onClose }: VersionsDialogProps) {
  useReturnFocus();
  const versions = usePages("/api/v2/public/workflow/versions/{id}", { path: { id: workflow._id } });
  const [chosen, setChosen] = useState<string | null>(null);
  const { items } = versions;
  const { nodes, edges, fields } = editor.document;
  const version = items.find((one) => String(one.version) === chosen) ?? items.find(isPublished) ?? items[0];
  // The name and the other details have their own form, and are saved separately.
  const after = { ...opened, nodes: [...nodes], edges: [...edges], data_slots: [...fields] };
  const before = version && {
    ...opened,
    nodes: version.nodes,
    edges: version.edges,
    data_slots: version.data_slots,
  };
  return (
    <Modal opened onClose={onClose} title={EDITOR_VERSIONS.title} size={1000}>
      {versions.error ? <Problem error={versions.error} onRetry={versions.refetch} /> : null}
      {versions.isPending && <Skeleton height={420} />}
      {!versions.isPending && !versions.error && items.length === 0 && (
        <Nothing
          icon={<IconHistory size={28} />}
          title={VERSIONS.noVersions}
          text={VERSIONS.noVersionsText}
        />
      )}
      {version && before && (
        <Stack gap="md">
          <Group align="end" gap="sm">
            <Select
              label={EDITOR_VERSIONS.compareWith}
              description={EDITOR_VERSIONS.help}
              w={260}
              data={items.map((one) => ({ value: String(one.version), label: titleOf(one) }))}
              value={String(version.version)}
              allowDeselect={false}
              onChange={setChosen}
            />
            {versions.hasNextPage && (
              <Button
                variant="default"
                loading={versions.isFetchingNextPage}
                aria-label={versions.isFetchingNextPage ? PARTS.loadingMore : VERSIONS.olderVersions}
                onClick={() => versions.fetchNextPage()}
              >
                {VERSIONS.olderVersions}
              </Button>
            )}
            <VersionActions workflow={workflow} version={version} editor={editor} onClose={onClose} />
          </Group>
          <DifferenceView
            key={version.version}
            before={before}
            after={after}
            title={VERSIONS.difference({ before: VERSIONS.shownVersion(version), after: VERSIONS.draft })}
          />
        </Stack>
      )}
    </Modal>
  );
}

type VersionActionsProps = Omit<VersionsDialogProps, "opened"> & { readonly version: Workflow };

function VersionActions({ workflow, version, editor, onClose }: VersionActionsProps) {
  const environment = useEnvironment();
  const mayPromote = useMay("developer", "production");
  const production = useElsewhere(workflow, "production");
  const { publish } = usePublishing(workflow, "production");
  const title = VERSIONS.shownVersion(version);
  const there = production.workflow;
  const isThere = there?.published === true && there.version === version.version;
  const takeOver = () => {
    editor.change(() => getDocument(version, editor.document.types), {
      said: EDITOR_VERSIONS.taken({ version: title }),
      select: [],
    });
    onClose();
  };
  const promote = () => {
    onClose();
    publish(version.version);
  };
  return (
    <>
      {!editor.isReadOnly && (
        <Button variant="default" onClick={takeOver}>
          {EDITOR_VERSIONS.takeOver({ number: version.version })}
        </Button>
      )}
      {environment === "test" && mayPromote && production.isKnown && !isThere && (
        <Button variant="default" onClick={promote}>
          {WORKFLOWS.promote}
        </Button>
      )}
      {!editor.isReadOnly && (
        <Text size="xs" className="muted">
          {EDITOR_VERSIONS.takeOverHelp}
        </Text>
      )}
    </>
  );
}

function isPublished({ published }: Workflow): boolean {
  return published;
}

function titleOf({ version, published }: Workflow): string {
  const title = VERSIONS.shownVersion({ version });
  return published ? EDITOR_VERSIONS.published({ version: title }) : title;
}
