import { Alert, Text } from "@mantine/core";
import { useMemo, useRef } from "react";
import { customerPage } from "../../../../api/audience.ts";
import { Prose } from "../../../../parts/values/prose.tsx";
import { START } from "../../../../parts/workflow-graph/graph.ts";
import type { NodeType } from "../../../../parts/workflow-graph/node-types.ts";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import type { WorkflowNode, WorkflowProblem } from "../../workflow.ts";
import { ActionSettings } from "./action-settings.tsx";
import type { InsertTarget } from "./code/code-input.tsx";
import { BatchField, FailureFields } from "./common-fields.tsx";
import { DataPicker } from "./data-picker.tsx";
import { problemsByField } from "./problems.ts";
import { isValues, type Schema, type Values } from "./schema.ts";
import classes from "./settings.module.css";
import { StepFormProvider } from "./step-context.ts";
import { type EditedWorkflow, hasData, type Sample } from "./step-data.ts";
import { TypeSettings } from "./type-settings.tsx";
import { useEvaluations, useRoots } from "./use-evaluations.ts";
import { useSample } from "./use-sample.ts";

interface StepSettingsProps {
  readonly workflow: EditedWorkflow;
  readonly node: WorkflowNode;
  readonly problems: readonly WorkflowProblem[];
  /** The data of the last test; if it is empty, that of the newest execution is used. */
  readonly sample: Sample;
  /** The customer chosen for tests. */
  readonly account?: string | undefined;
  readonly onChange: (node: WorkflowNode) => void;
  readonly isReadOnly?: boolean;
}

/** The form of a step's settings, built from the schema that validates them, and the data of its expressions. */
export function StepSettings(props: StepSettingsProps) {
  const { workflow, node } = props;
  const nodeType = workflow.types.get(node.type);
  if (!nodeType) return <Text className="muted">{STEP_SETTINGS.unknownType({ type: node.type })}</Text>;
  // Another step gets another form: no half-typed values are carried over.
  return <StepForm key={node.id} nodeType={nodeType} {...props} />;
}

function StepForm(props: StepSettingsProps & { readonly nodeType: NodeType }) {
  const { workflow, node, nodeType, onChange, isReadOnly = false } = props;
  const sample = useSample(workflow, props.sample, props.account);
  const roots = useRoots({ workflow, node, sample });
  const { evaluations, isEvaluating } = useEvaluations({ workflow, node, sample }, roots);
  const problems = useMemo(() => problemsByField(props.problems, node.id), [props.problems, node.id]);
  const target = useRef<InsertTarget>(null);
  const account = sample.linkedAccountId;
  const evaluated = { roots, hasData: hasData(sample), evaluations, isEvaluating };
  const form = { workflow, type: nodeType, isReadOnly, account, ...evaluated, problems, target };
  const values: Values = isValues(node.data) ? node.data : {};
  const change = (next: Values) => onChange({ ...node, data: next as WorkflowNode["data"] });
  const schema = nodeType.settings as Schema;
  return (
    <StepFormProvider value={form}>
      <section className={classes.step} aria-label={STEP_SETTINGS.form({ step: node.name })}>
        <div className={classes.form}>
          <Text size="sm" className="muted">
            <Prose text={nodeType.help} />
          </Text>
          <Unplaced problems={problems} schema={schema} />
          {nodeType.fields.includes("action") ? (
            <ActionSettings node={node} values={values} onChange={onChange} />
          ) : (
            <TypeSettings type={node.type} schema={schema} values={values} onChange={change} />
          )}
          {nodeType.fields.includes("is_batch") && <BatchField node={node} onChange={onChange} />}
          <FailureFields node={node} nodeType={nodeType} onChange={onChange} />
          {/* For those who write expressions before there is data; customers pick values. */}
          {!customerPage() && (
            <Text size="xs" className="muted">
              {STEP_SETTINGS.output}: <Prose text={nodeType.output} />
            </Text>
          )}
        </div>
        {/* A start has no expressions. */}
        {node.type !== START && <DataPicker sample={sample} />}
      </section>
    </StepFormProvider>
  );
}

// Each trigger shows its own.
const OWN_FIELDS = ["name", "triggers", "action", "maximum_attempts", "timeout_ms", "on_error"];

/** Problems that no field of the form can show. */
export function Unplaced({ problems, schema }: { problems: ReadonlyMap<string, string>; schema: Schema }) {
  const known = Object.keys(schema.properties ?? {}).map((name) => `data.${name}`);
  const isPlaced = (field: string) =>
    [...known, ...OWN_FIELDS].some((one) => field === one || field.startsWith(`${one}.`));
  // The action's input is not part of the schema.
  const takesAny = known.length === 0;
  const rest = [...problems].filter(
    ([field]) => !isPlaced(field) && !(takesAny && field.startsWith("data.")),
  );
  if (rest.length === 0) return null;
  return (
    <Alert color="red">
      {rest.map(([field, problem]) => (
        <div key={field}>{problem}</div>
      ))}
    </Alert>
  );
}
