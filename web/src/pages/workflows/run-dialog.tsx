import type { Body, Environment } from "@junctor/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { useChangeIn, useReadIn } from "../../api/use-api.ts";
import { AccountFieldIn } from "../../parts/forms/account-field.tsx";
import { tell } from "../../parts/forms/confirm.tsx";
import { JsonField } from "../../parts/forms/json-field.tsx";
import { parseJson } from "../../parts/forms/json-text.ts";
import { Problem } from "../../parts/page/problem.tsx";
import { SHELL } from "../../words/shell.ts";
import { WORKFLOWS } from "../../words/workflows/workflows.ts";
import type { Workflow } from "./workflow.ts";

const EXECUTE = "/api/v2/public/workflow/{id}/execute";
const NO_INPUT = "{}";

/** Asks for the customer and input of a workflow, runs it, and opens the execution with `open`. */
export function openRun(
  workflow: Workflow,
  environment: Environment,
  open: (execution: string) => unknown,
): void {
  const id = modals.open({
    title: WORKFLOWS.runTitle(workflow.name, SHELL[environment].toLowerCase()),
    size: "lg",
    children: (
      <RunForm
        workflow={workflow}
        environment={environment}
        onStarted={(execution) => {
          modals.close(id);
          tell(WORKFLOWS.started);
          open(execution);
        }}
      />
    ),
  });
}

interface RunFormProps {
  readonly workflow: Workflow;
  readonly environment: Environment;
  readonly onStarted: (execution: string) => void;
}

function RunForm({ workflow: { _id: id, linked_account_id: owner }, environment, onStarted }: RunFormProps) {
  const [account, setAccount] = useState<string | undefined>(owner || undefined);
  const [typed, setTyped] = useState<string>();
  const structure = useReadIn(
    environment,
    "/api/v2/public/workflow/request-structure/{id}",
    { path: { id }, account },
    { enabled: account !== undefined },
  );
  const run = useChangeIn(environment, "post", EXECUTE, ["/api/v2/public/execution"]);
  const input = typed ?? exampleOf(structure.data?.payload);
  const body = parseJson(input);
  const submit = () =>
    run.mutate(
      { path: { id }, account, body: body as Body<"post", typeof EXECUTE> },
      { onSuccess: ({ execution_id }) => onStarted(execution_id) },
    );
  return (
    <Stack gap="md">
      <Text size="sm">{WORKFLOWS.runHelp}</Text>
      {run.error && <Problem error={run.error} />}
      <AccountFieldIn
        environment={environment}
        value={account}
        onChange={setAccount}
        hasLabel
        placeholder={WORKFLOWS.runCustomerHelp}
        required
        clearable={false}
        disabled={owner !== ""}
        width="100%"
      />
      <JsonField
        label={WORKFLOWS.runInput}
        description={WORKFLOWS.runInputHelp}
        value={input}
        onChange={setTyped}
        minRows={8}
        maxRows={20}
        size="sm"
      />
      <Group justify="flex-end">
        <Button
          onClick={submit}
          loading={run.isPending}
          disabled={account === undefined || body === undefined}
        >
          {WORKFLOWS.runAction}
        </Button>
      </Group>
    </Stack>
  );
}

function exampleOf(payload: unknown): string {
  return payload === undefined || payload === null ? NO_INPUT : JSON.stringify(payload, null, 2);
}
