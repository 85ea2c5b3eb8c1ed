import type { Body, Environment } from "@junctor/sdk";
import { Alert, Button, FileButton, Group, List, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { useChangeIn } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { JsonField } from "../../parts/forms/json-field.tsx";
import { parseJson } from "../../parts/forms/json-text.ts";
import { Problem } from "../../parts/page/problem.tsx";
import { SHELL } from "../../words/shell.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import { WORKFLOW_PATH } from "./workflow.ts";

const IMPORT = "/api/v2/public/workflow/import";

/** Asks for an exported workflow, imports it, and opens it with `open`. */
export function openImport(environment: Environment, open: (id: string) => unknown): void {
  const id = modals.open({
    title: WORKFLOWS.importTitle(SHELL[environment].toLowerCase()),
    size: "lg",
    children: (
      <ImportForm
        environment={environment}
        onOpen={(workflow) => {
          modals.close(id);
          open(workflow);
        }}
      />
    ),
  });
}

interface ImportFormProps {
  readonly environment: Environment;
  readonly onOpen: (id: string) => void;
}

function ImportForm({ environment, onOpen }: ImportFormProps) {
  const [text, setText] = useState("");
  const importing = useChangeIn(environment, "post", IMPORT, [WORKFLOW_PATH]);
  const body = parseJson(text);
  const submit = () =>
    importing.mutate(
      { body: body as Body<"post", typeof IMPORT> },
      {
        onSuccess: ({ workflow, warnings }) => {
          tell(WORKFLOWS.imported(workflow.name));
          if (warnings.length === 0) onOpen(workflow._id);
        },
      },
    );
  const { data } = importing;
  if (data)
    return (
      <Stack gap="md">
        <Alert color="yellow" title={WORKFLOWS.importWarnings}>
          <List size="sm">
            {data.warnings.map(({ message }) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        </Alert>
        <Group justify="flex-end">
          <Button onClick={() => onOpen(data.workflow._id)}>{WORKFLOWS.openImported}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Text size="sm">{WORKFLOWS.importHelp}</Text>
      {importing.error && <Problem error={importing.error} />}
      <FileButton
        accept="application/json,.json"
        onChange={async (file) => setText((await file?.text()) ?? "")}
      >
        {(props) => (
          <Button variant="default" {...props} style={{ alignSelf: "flex-start" }}>
            {WORKFLOWS.importFile}
          </Button>
        )}
      </FileButton>
      <JsonField
        label={WORKFLOWS.importJson}
        placeholder={WORKFLOWS.importJsonPlaceholder}
        value={text}
        onChange={setText}
        minRows={10}
        maxRows={20}
        size="sm"
      />
      <Group justify="flex-end">
        <Button onClick={submit} loading={importing.isPending} disabled={body === undefined}>
          {WORKFLOWS.importWorkflow}
        </Button>
      </Group>
    </Stack>
  );
}
