import type { Environment } from "@junctor/sdk";
import { Alert, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconCircleCheck } from "@tabler/icons-react";
import { useChangeIn, useReadIn } from "../../../api/use-api.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import type { PageAddress } from "../../../parts/links/page-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { SHELL } from "../../../words/shell.ts";
import { PUBLISHING } from "../../../words/workflows/publishing.ts";
import { MissingParts } from "../missing-parts.tsx";
import { WORKFLOW_PATH, type Workflow } from "../workflow.ts";

const ONE = "/api/v2/public/workflow/{id}/publish";

interface Publication {
  readonly workflow: Workflow;
  readonly environment: Environment;
  /** Default: the draft. */
  readonly version: number | undefined;
  /** What it replaces, and how many customers it affects. */
  readonly text: string;
  /** Opens a page, once the dialog is closed. */
  readonly goTo: (page: PageAddress) => unknown;
}

/** Says what publishing does and what the environment lacks for it, and publishes. */
export function openPublish(publication: Publication): void {
  const { workflow, environment, goTo } = publication;
  const close = () => modals.close(id);
  const id = modals.open({
    title: PUBLISHING.title(workflow.name, SHELL[environment].toLowerCase()),
    size: "lg",
    children: (
      <PublishForm
        {...publication}
        goTo={(page) => {
          close();
          goTo(page);
        }}
        onClose={close}
      />
    ),
  });
}

function PublishForm({
  workflow: { _id: id },
  environment,
  version,
  text,
  goTo,
  onClose,
}: Publication & { readonly onClose: () => void }) {
  const place = SHELL[environment].toLowerCase();
  const preview = useReadIn(environment, `${ONE}/preview`, { path: { id }, query: { version } });
  const publish = useChangeIn(environment, "put", ONE, [WORKFLOW_PATH]);
  const send = () =>
    publish.mutate(
      { path: { id }, body: { published: true, version } },
      {
        onSuccess: (done) => {
          tell(PUBLISHING.done(done.version, place));
          onClose();
        },
      },
    );
  const { data, error } = preview;
  const problem = publish.error ?? error;
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      {problem && <Problem error={problem} />}
      {preview.isPending && <Skeleton height={20} />}
      {data && <MissingParts missing={data.missing} environment={environment} goTo={goTo} />}
      {data && data.errors.length > 0 && (
        <Alert color="red" title={PUBLISHING.wrong}>
          <List size="sm">
            {data.errors.map(({ message }) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {data?.publishable && data.missing.length === 0 && (
        <Group gap={6} className="muted">
          <IconCircleCheck size={16} aria-hidden />
          <Text size="sm">{PUBLISHING.complete(place)}</Text>
        </Group>
      )}
      <DialogButtons
        onCancel={onClose}
        data-autofocus
        loading={publish.isPending}
        disabled={preview.isPending || data?.publishable === false}
        onClick={send}
      >
        {PUBLISHING.action(place)}
      </DialogButtons>
    </Stack>
  );
}
