import { NumberInput, Select, Switch, Title } from "@mantine/core";
import type { NodeType } from "../../../../parts/workflow-graph/node-types.ts";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { problemAt } from "./problems.ts";
import classes from "./settings.module.css";
import { useStepForm } from "./step-context.ts";

interface CommonFieldsProps {
  readonly node: WorkflowNode;
  readonly nodeType: NodeType;
  readonly onChange: (node: WorkflowNode) => void;
}

/** The settings that steps of all types have: attempts, and what happens after a failure. */
export function FailureFields({ node, nodeType, onChange }: CommonFieldsProps) {
  const { isReadOnly, problems, workflow } = useStepForm();
  const has = (field: string) => nodeType.fields.includes(field);
  if (!has("on_error")) return null;
  const hasErrorEdge = workflow.edges.some(
    ({ source, sourceHandle }) => source === node.id && sourceHandle === "error",
  );
  const { timeout_ms: timeout, ...untimed } = node;
  return (
    <section className={`${classes.fields} ${classes.part}`} aria-label={STEP_SETTINGS.failure}>
      <Title order={3} size="h5">
        {STEP_SETTINGS.failure}
      </Title>
      <NumberInput
        label={STEP_SETTINGS.attempts}
        description={STEP_SETTINGS.attemptsHelp}
        disabled={isReadOnly}
        min={1}
        max={10}
        allowDecimal={false}
        clampBehavior="strict"
        error={problemAt(problems, "maximum_attempts")}
        value={node.maximum_attempts}
        onChange={(next) => onChange({ ...node, maximum_attempts: typeof next === "number" ? next : 1 })}
      />
      {has("timeout_ms") && (
        <NumberInput
          label={STEP_SETTINGS.timeout}
          description={STEP_SETTINGS.timeoutHelp}
          disabled={isReadOnly}
          min={1}
          max={900_000}
          allowDecimal={false}
          clampBehavior="strict"
          hideControls
          error={problemAt(problems, "timeout_ms")}
          value={timeout ?? ""}
          onChange={(next) => onChange(typeof next === "number" ? { ...node, timeout_ms: next } : untimed)}
        />
      )}
      <Select
        label={STEP_SETTINGS.onError}
        description={hasErrorEdge ? STEP_SETTINGS.hasErrorEdge : undefined}
        disabled={isReadOnly || hasErrorEdge}
        allowDeselect={false}
        data={Object.entries(STEP_SETTINGS.onErrors).map(([value, label]) => ({ value, label }))}
        error={problemAt(problems, "on_error")}
        value={node.on_error}
        onChange={(next) => onChange({ ...node, on_error: next as WorkflowNode["on_error"] })}
      />
    </section>
  );
}

/** Whether a loop iterates over batches of items. */
export function BatchField({ node, onChange }: Omit<CommonFieldsProps, "nodeType">) {
  const { isReadOnly } = useStepForm();
  return (
    <Switch
      label={STEP_SETTINGS.batch}
      description={STEP_SETTINGS.batchHelp}
      disabled={isReadOnly}
      checked={node.is_batch}
      onChange={({ currentTarget }) => onChange({ ...node, is_batch: currentTarget.checked })}
    />
  );
}
