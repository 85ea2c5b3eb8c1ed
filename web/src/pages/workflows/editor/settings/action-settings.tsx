import { Select, Skeleton, Text } from "@mantine/core";
import { customerPage } from "../../../../api/audience.ts";
import { useRead } from "../../../../api/use-api.ts";
import { useApplications } from "../../../../parts/applications/use-building-blocks.ts";
import { TextLink } from "../../../../parts/links/text-link.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { given } from "../../../../parts/page/use-filters.ts";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import { STEP_SETTINGS } from "../../../../words/workflows/step-settings.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { ActionInput } from "./action-input.tsx";
import { problemAt } from "./problems.ts";
import type { Values } from "./schema.ts";
import { useStepForm } from "./step-context.ts";

interface ActionSettingsProps {
  readonly node: WorkflowNode;
  readonly values: Values;
  readonly onChange: (node: WorkflowNode) => void;
}

const NO_ACTION = "no_action";

/** The action of an action node, and its input. */
export function ActionSettings({ node, values, onChange }: ActionSettingsProps) {
  const { workflow, problems, isReadOnly } = useStepForm();
  const { slug, action } = readAction(node.action, workflow.slug);
  const applications = useApplications();
  const enabled = applications.filter((one) => one.enabled || one.slug === slug);
  const choose = (next: string) => onChange({ ...node, action: next });
  return (
    <>
      <Select
        label={STEP_SETTINGS.application}
        placeholder={STEP_SETTINGS.chooseApplication}
        required
        searchable
        disabled={isReadOnly}
        allowDeselect={false}
        data={optionsWith(
          enabled.map((one) => ({ value: one.slug, label: one.name })),
          slug,
        )}
        value={slug ?? null}
        error={action === undefined ? problemAt(problems, "action") : undefined}
        // Actions of another application take other inputs.
        onChange={(next) =>
          next !== null && next !== slug && onChange({ ...node, action: `${next}/`, data: {} })
        }
      />
      {slug !== undefined && (
        <ActionChoice slug={slug} action={action} onChange={(next) => choose(`${slug}/${next}`)} />
      )}
      {slug !== undefined && action !== undefined && (
        <>
          <ActionInput
            key={`${slug}/${action}`}
            slug={slug}
            action={action}
            values={values}
            onChange={(data) => onChange({ ...node, data: data as WorkflowNode["data"] })}
          />
          {!customerPage() && <TryLink slug={slug} action={action} />}
        </>
      )}
    </>
  );
}

interface ActionChoiceProps {
  readonly slug: string;
  readonly action: string | undefined;
  readonly onChange: (action: string) => void;
}

function ActionChoice({ slug, action, onChange }: ActionChoiceProps) {
  const { isReadOnly, problems } = useStepForm();
  const { data: actions, error } = useRead("/api/v2/integration-schema/{slug}/actions", { path: { slug } });
  if (error) return <Problem error={error} />;
  if (!actions) return <Skeleton height={50} />;
  const chosen = actions.find((one) => one.action_id === action);
  return (
    <Select
      label={STEP_SETTINGS.action}
      placeholder={STEP_SETTINGS.chooseAction}
      required
      searchable
      disabled={isReadOnly}
      allowDeselect={false}
      maxDropdownHeight={360}
      description={chosen?.description}
      data={optionsWith(
        actions.map((one) => ({ value: one.action_id, label: one.name })),
        action,
      )}
      value={action ?? null}
      error={
        problemAt(problems, "action") ??
        (action !== undefined && !chosen ? STEP_SETTINGS.actionNotFound : undefined)
      }
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

function TryLink({ slug, action }: { slug: string; action: string }) {
  const { account } = useStepForm();
  return (
    <Text size="sm">
      <TextLink
        to="/$environment/applications/$slug"
        params={{ slug }}
        search={given({ tab: "actions", action, account })}
        // Leaving the editor would lose what is not saved yet.
        target="_blank"
        size="sm"
      >
        {OPERATOR_EDITOR.tryIt}
      </TextLink>
    </Text>
  );
}

/**
 * The application and the action that a step names; without a slash the action belongs to the workflow's application.
 */
function readAction(action: string | undefined, own: string | null | undefined) {
  if (action === undefined || action === NO_ACTION || action === "")
    return { slug: own ?? undefined, action: undefined };
  const slash = action.indexOf("/");
  if (slash < 0) return { slug: own ?? undefined, action };
  return { slug: action.slice(0, slash), action: action.slice(slash + 1) || undefined };
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The chosen value stays a choice, even if it no longer exists. */
function optionsWith(options: readonly Option[], chosen: string | undefined): Option[] {
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return [...options];
  return [...options, { value: chosen, label: chosen }];
}
