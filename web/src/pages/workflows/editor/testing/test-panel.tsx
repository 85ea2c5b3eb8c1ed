import { ActionIcon, Button, Group, Select, Stack, Switch, Text, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { customerPage } from "../../../../api/audience.ts";
import { useRead } from "../../../../api/use-api.ts";
import { useEnvironment } from "../../../../api/use-environment.ts";
import { AccountField } from "../../../../parts/forms/account-field.tsx";
import { JsonField } from "../../../../parts/forms/json-field.tsx";
import { NoCustomers } from "../../../../parts/forms/no-customers.tsx";
import { TextLink } from "../../../../parts/links/text-link.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { getCause } from "../../../../parts/values/cause.ts";
import { ExecutionState } from "../../../../parts/values/execution-state.tsx";
import { START } from "../../../../parts/workflow-graph/graph.ts";
import { EXECUTION_STATES } from "../../../../words/executions.ts";
import { LOCALE } from "../../../../words/parts/locale.ts";
import { TEST_PANEL } from "../../../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import { nodeAt } from "../../../executions/execution/use-execution.ts";
import type { Workflow, WorkflowNode } from "../../workflow.ts";
import classes from "../editor.module.css";
import { isPlain, WEBHOOK } from "../triggers/triggers.ts";
import { InputFile } from "./input-file.tsx";
import { TriggerExamples } from "./trigger-examples.tsx";
import type { Test } from "./use-test.ts";

const RECENT = 20;

interface TestPanelProps {
  readonly workflow: Workflow;
  readonly nodes: readonly WorkflowNode[];
  readonly test: Test;
  /** The step that is selected. */
  readonly node: WorkflowNode | undefined;
  readonly onClose: () => void;
}

/** Tries what is drawn: for whom, with which input, how much of it; and how that went. */
export function TestPanel({ workflow, nodes, test, node, onClose }: TestPanelProps) {
  const { settings, setSettings, error } = test;
  const environment = useEnvironment();
  const on = environment === "production" ? TEST_PANEL.callsOutOnProduction : TEST_PANEL.callsOutOn;
  return (
    <section className={classes.test} aria-label={TEST_PANEL.title}>
      <Group justify="space-between" mb={8}>
        <Title order={2} size="h5">
          {TEST_PANEL.title}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={TEST_PANEL.close} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <div className={classes.testFields}>
        <Stack gap="sm">
          {!customerPage() && (
            <>
              <AccountField
                value={settings.account}
                onChange={(account) => setSettings({ ...settings, account })}
                hasLabel
                placeholder={OPERATOR_EDITOR.customerHelp}
                disabled={workflow.linked_account_id !== ""}
                width="100%"
              />
              <NoCustomers />
            </>
          )}
          <Recorded workflow={workflow} test={test} />
          <Switch
            label={TEST_PANEL.callsOut}
            description={settings.callsOut ? on : TEST_PANEL.callsOutOff}
            checked={settings.callsOut}
            onChange={({ currentTarget: { checked } }) => setSettings({ ...settings, callsOut: checked })}
          />
        </Stack>
        {settings.execution === undefined ? (
          <Stack gap="sm">
            <JsonField
              label={TEST_PANEL.input}
              value={settings.input}
              onChange={(input) => setSettings({ ...settings, input })}
            />
            <TriggerExamples
              nodes={nodes}
              workflow={workflow._id}
              account={settings.account}
              onChoose={(event) => setSettings({ ...settings, input: JSON.stringify(event, null, 2) })}
            />
            {!customerPage() && startsWithWebhook(nodes) && (
              <InputFile
                account={settings.account}
                input={settings.input}
                onChange={(input) => setSettings({ ...settings, input })}
              />
            )}
          </Stack>
        ) : (
          <Text size="sm" className="muted">
            {TEST_PANEL.recordedInput}
          </Text>
        )}
        <Stack gap="sm">
          <Parts test={test} node={node} />
          {error && <Problem error={error} />}
          <Result test={test} />
        </Stack>
      </div>
    </section>
  );
}

/** Webhooks may bring files. */
function startsWithWebhook(nodes: readonly WorkflowNode[]): boolean {
  return nodes.some(
    ({ type, triggers = [] }) => type === START && triggers.some((one) => isPlain(one, WEBHOOK)),
  );
}

/** An execution whose input is taken. */
function Recorded({ workflow, test }: Pick<TestPanelProps, "workflow" | "test">) {
  const { settings, setSettings } = test;
  const query = { workflow_id: workflow._id, limit: RECENT, linked_account_id: settings.account };
  const { data } = useRead("/api/v2/public/execution", { query });
  const recent = (data?.docs ?? []).map(({ _id: id, status, createdAt }) => ({
    value: id,
    label: TEST_PANEL.recordedOne({
      status: EXECUTION_STATES[status],
      at: new Date(createdAt).toLocaleString(LOCALE.language),
    }),
  }));
  const isListed = recent.some(({ value }) => value === settings.execution);
  const own =
    settings.execution === undefined || isListed
      ? []
      : [{ value: settings.execution, label: settings.execution }];
  return (
    <Select
      label={TEST_PANEL.recorded}
      placeholder={TEST_PANEL.recordedNone}
      data={[...own, ...recent]}
      value={settings.execution ?? null}
      onChange={(execution) => setSettings({ ...settings, execution: execution ?? undefined })}
      clearable
      searchable
    />
  );
}

function Parts({ test, node }: Pick<TestPanelProps, "test" | "node">) {
  const { run, canRun, isRunning } = test;
  const isStep = node !== undefined && node.type !== START;
  return (
    <>
      <Button disabled={!canRun} loading={isRunning} onClick={() => run()}>
        {TEST_PANEL.whole}
      </Button>
      {isStep && (
        <>
          <Button variant="default" disabled={!canRun || isRunning} onClick={() => run({ until: node.id })}>
            {TEST_PANEL.until({ step: node.name })}
          </Button>
          <Button variant="default" disabled={!canRun || isRunning} onClick={() => run({ node_id: node.id })}>
            {TEST_PANEL.alone({ step: node.name })}
          </Button>
        </>
      )}
      {!canRun && (
        <Text size="xs" className="muted">
          {OPERATOR_EDITOR.needsCustomer}
        </Text>
      )}
    </>
  );
}

// A step that would call out, without an answer that stands in for it.
const NOT_RECORDED = "NOT_RECORDED";

function Result({ test: { execution, runCallingOut } }: Pick<TestPanelProps, "test">) {
  const environment = useEnvironment();
  if (!execution) return null;
  const { _id: id, status, execution_error: error } = execution;
  const path = error?.path ?? error?.node_id ?? "";
  const name = nodeAt(execution, path)?.node_name ?? path;
  return (
    <div role="status">
      <Group gap="sm">
        <ExecutionState status={status} />
        {!customerPage() && (
          <TextLink size="sm" to="/$environment/executions/$id" params={{ id }}>
            {OPERATOR_EDITOR.openExecution}
          </TextLink>
        )}
      </Group>
      {error?.code === NOT_RECORDED ? (
        <>
          <Text size="sm" className={classes.said}>
            {TEST_PANEL.notRecorded({ step: name })}
          </Text>
          {environment === "test" && (
            <Button variant="default" mt={6} onClick={runCallingOut}>
              {TEST_PANEL.callOutNow}
            </Button>
          )}
        </>
      ) : (
        error && (
          <Text size="sm" c="var(--bad)" className={classes.said}>
            {getCause(error.message)}
          </Text>
        )
      )}
    </div>
  );
}
