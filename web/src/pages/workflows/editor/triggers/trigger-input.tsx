import { Skeleton, Text } from "@mantine/core";
import { useMemo, useRef } from "react";
import { customerPage } from "../../../../api/audience.ts";
import { useRead } from "../../../../api/use-api.ts";
import { Problem } from "../../../../parts/page/problem.tsx";
import { Prose } from "../../../../parts/values/prose.tsx";
import { APPLICATION_LISTS } from "../../../../words/applications.ts";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import type { WorkflowNode } from "../../workflow.ts";
import type { InsertTarget } from "../settings/code/code-input.tsx";
import { Setting } from "../settings/fields/setting.tsx";
import { getLabel, type Schema, type Values, withMember } from "../settings/schema.ts";
import { StepFormProvider } from "../settings/step-context.ts";
import { type EditedWorkflow, hasData, type Sample } from "../settings/step-data.ts";
import { useEvaluations, useRoots } from "../settings/use-evaluations.ts";
import { useSample } from "../settings/use-sample.ts";
import type { Trigger } from "./triggers.ts";

interface TriggerInputProps {
  readonly workflow: EditedWorkflow;
  readonly node: WorkflowNode;
  readonly trigger: Trigger;
  /** Problems of the start, by dotted paths. */
  readonly problems: ReadonlyMap<string, string>;
  /** Path of the trigger in the start. */
  readonly place: string;
  readonly sample: Sample;
  readonly account: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (trigger: Trigger) => void;
}

/** The input of an application's trigger: a field for each member that its connector describes. */
export function TriggerInput(props: TriggerInputProps) {
  const { trigger } = props;
  const { data, error } = useRead("/api/v2/public/triggers/{slug}", {
    path: { slug: trigger.application },
  });
  if (error) return <Problem error={error} />;
  if (!data) return <Skeleton height={60} />;
  const offered = data.find(({ id }) => id === trigger.event);
  if (!offered) return null;
  const schema = offered.input as Schema;
  return (
    <>
      <Text size="xs" className="muted">
        <Prose text={offered.description} />
        {!customerPage() && offered.every_seconds !== undefined && (
          <> {APPLICATION_LISTS.poll(offered.every_seconds)}.</>
        )}
      </Text>
      {Object.keys(schema.properties ?? {}).length > 0 && <InputForm {...props} schema={schema} />}
    </>
  );
}

function InputForm(props: TriggerInputProps & { readonly schema: Schema }) {
  const { schema, trigger, isReadOnly, onChange } = props;
  const form = useTriggerForm(props);
  const values: Values = trigger.input ?? {};
  const change = (name: string, value: unknown) => {
    const { input: _, ...rest } = trigger;
    const next = withMember(values, name, value);
    onChange(Object.keys(next).length > 0 ? { ...rest, input: next as Trigger["input"] } : rest);
  };
  return (
    <StepFormProvider value={{ ...form, isReadOnly }}>
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <Setting
          key={name}
          label={titleOf(member) ?? getLabel(name)}
          field={`data.${name}`}
          schema={member}
          isRequired={schema.required?.includes(name)}
          value={values[name]}
          onChange={(value) => change(name, value)}
        />
      ))}
      <Text size="xs" className="muted">
        {STEP_SETTINGS.triggerExpressions}
      </Text>
    </StepFormProvider>
  );
}

/** What the fields share; a trigger is watched before there is an event, so it knows the customer's settings alone. */
function useTriggerForm({ workflow, node, trigger, problems, place, ...given }: TriggerInputProps) {
  const sample = useSample(workflow, given.sample, given.account);
  const { config, linked_account } = useRoots({ workflow, node, sample });
  const roots = useMemo(() => ({ config, linked_account }), [config, linked_account]);
  const own = { ...node, data: (trigger.input ?? null) as WorkflowNode["data"] };
  const evaluated = useEvaluations({ workflow, node: own, sample }, roots);
  const target = useRef<InsertTarget>(null);
  const ownProblems = useMemo(() => {
    const prefix = `${place}.input.`;
    const found = [...problems].filter(([field]) => field.startsWith(prefix));
    return new Map(found.map(([field, text]) => [`data.${field.slice(prefix.length)}`, text]));
  }, [problems, place]);
  const account = sample.linkedAccountId;
  const common = {
    workflow,
    type: workflow.types.get(node.type),
    account,
    roots,
    hasData: hasData(sample),
    target,
  };
  return { ...common, ...evaluated, problems: ownProblems };
}

function titleOf(schema: Schema): string | undefined {
  const { title } = schema as { readonly title?: unknown };
  return typeof title === "string" ? title : undefined;
}
